// @ts-check
/** Pan and zoom: one CSS transform for chart and pieces together. Works with mouse, wheel, fingers and keys. */

const CLOSEST = 5; // times the whole-board scale
const BUTTON = 72; // pixels that the button in the corner takes, by which one comes back from the whole board
const CLOSEST_UP = 1.9; // pixels a unit that boards of many spaces may be zoomed to at least
const CLUSTER = 500; // units around a piece within which others belong to the same theatre
const SLACK = 6; // pixels a press may wander and still be a click
const READABLE = 0.68; // of the least scale at which pieces can be pressed: that at which they can be read
const RIM = 56; // pixels that a board too large for its window may be drawn in from its rim: its corners come out from under the buttons
const EDGE = 60; // pixels: what is nearer to the rim of the window than that is not in sight

export class Camera {
  /**
   * @param {HTMLElement} frame what is looked through
   * @param {HTMLElement} sheet what is moved
   * @param {{width: number, height: number, least?: number, opening?: number}} size in units; the least scale at which pieces
   * can be pressed; the scale at which a board too large to be read as a whole opens
   */
  constructor(frame, sheet, size) {
    this.frame = frame;
    this.sheet = sheet;
    this.size = size;
    this.x = this.y = 0;
    this.scale = this.whole = 1;
    this.covered = 0; // pixels at the foot of the window that something lies over: the board may be pushed up from under it
    this.far = false; // the whole board is shown, though too small to press
    /** What a board too large for its window is centred on, in units. */
    this.heart = { x: size.width / 2, y: size.height / 2 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    this.centred = false;
    /** @type {(scale: number) => void} */
    this.onScale = () => {};
    /** Nothing has moved for a while. */
    this.onRest = () => {};
    /** @type {number | undefined} */
    this.settle = undefined;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    new ResizeObserver(() => (this.far ? this.overview() : this.fit())).observe(frame);
  }

  /** Show the whole board, or as much of it as can be pressed, around its heart. */
  fit() {
    const { width, height } = this.frame.getBoundingClientRect();
    if (!width || !height) return;
    this.far = false;
    this.whole = Math.min(width / this.size.width, height / this.size.height);
    this.scale = this.usual;
    this.x = width / 2 - this.heart.x * this.scale;
    this.y = height / 2 - this.heart.y * this.scale;
    this.place(0);
  }

  /** How far fingers and wheel zoom out. */
  get closestOut() {
    return Math.max(this.whole, this.size.least ?? 0);
  }

  /** The scale at which the board opens: the whole of it, where it can be read. */
  get usual() {
    return Math.max(this.closestOut, this.size.opening ?? 0);
  }

  /** The whole board at once, however small, and back again. */
  overview() {
    if (this.far || this.usual === this.whole) {
      this.fit();
      return;
    }
    this.scale = this.whole;
    this.far = true;
    this.place();
  }

  /** @param {{x: number, y: number}[]} points what the board shall be centred on where it is too large for its window */
  centre(points) {
    if (!points.length || (this.size.opening && this.centred)) return; // whoever looks about on a large map is left alone
    this.centred = true;
    const crowd = this.size.opening ? thickest(points) : points;
    this.heart = {
      x: crowd.reduce((sum, point) => sum + point.x, 0) / crowd.length,
      y: crowd.reduce((sum, point) => sum + point.y, 0) / crowd.length,
    };
    if (this.usual > this.whole && !this.far) this.fit();
  }

  /** @param {number} rim pixels that a board may be drawn in from the rim of a window that is too small for it */
  place(rim = RIM) {
    const { width, height } = this.frame.getBoundingClientRect();
    const across = this.size.width * this.scale;
    const down = this.size.height * this.scale;
    this.x = across <= width ? (width - across) / 2 : Math.min(rim, Math.max(width - across - rim, this.x));
    const room = height - this.covered;
    const middle = (height - down) / 2;
    this.y =
      down <= height
        ? Math.max(Math.min(room - down, middle), Math.min(middle, this.y))
        : Math.min(rim, Math.max(room - down - rim, this.y));
    if (this.far) {
      const above = height - down >= BUTTON;
      if (above) this.y = Math.min(this.y, height - down - BUTTON);
      else this.x = Math.max(0, Math.min(this.x, width - across - BUTTON));
    }
    this.sheet.style.transform = `translate(${this.x}px,${this.y}px) scale(${this.scale})`;
    this.sheet.classList.add("moving");
    clearTimeout(this.settle);
    this.settle = setTimeout(() => {
      this.sheet.classList.remove("moving"); // lets the browser draw both layers sharp again
      this.onRest();
    }, 150);
    this.frame.classList.toggle("near", this.scale > this.whole * 1.01 || this.far);
    this.onScale(this.scale);
  }

  /** @param {number} factor @param {{x: number, y: number}} [about] a point in the frame */
  zoom(factor, about) {
    const { width, height } = this.frame.getBoundingClientRect();
    const { x, y } = about ?? { x: width / 2, y: height / 2 };
    const scale = Math.min(
      Math.max(this.whole * CLOSEST, this.size.opening ? CLOSEST_UP : 0),
      Math.max(this.closestOut, this.scale * factor),
    );
    this.far = false;
    this.x = x - ((x - this.x) * scale) / this.scale;
    this.y = y - ((y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.place();
  }

  /** @param {number} across @param {number} down pixels */
  pan(across, down) {
    this.x += across;
    this.y += down;
    this.place();
  }

  /** @param {number} pixels at the foot of the window that something lies over now */
  cover(pixels) {
    if (pixels === this.covered) return;
    this.covered = pixels;
    this.place();
  }

  /** Bring a point into the window, if it is not, with something of what is around it. @param {number} x @param {number} y units */
  reveal(x, y) {
    const { width, height: whole } = this.frame.getBoundingClientRect();
    const height = whole - this.covered;
    const left = this.x + x * this.scale;
    const top = this.y + y * this.scale;
    if (Math.min(left, width - left, top, height - top) >= EDGE) return;
    const margin = Math.max(EDGE, Math.min(width, height) / 4);
    const across = Math.max(margin - left, 0) - Math.max(left - width + margin, 0);
    const down = Math.max(margin - top, 0) - Math.max(top - height + margin, 0);
    this.pan(across, down);
  }

  /**
   * Bring points into the window, if they are not: all of them, from further away if need be, even if pieces can only be read from
   * there and not be pressed; where a window has no room for that either, what is around the first.
   * @param {{x: number, y: number}[]} points units
   */
  revealAll(points) {
    const { width, height: whole } = this.frame.getBoundingClientRect();
    const height = whole - this.covered;
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [right, bottom] = [Math.max(...xs), Math.max(...ys)];
    const [across, down] = [right - Math.min(...xs), bottom - Math.min(...ys)];
    const along = (/** @type {number} */ length, /** @type {number} */ wanted) => (wanted ? length / wanted : Number.POSITIVE_INFINITY);
    const fits = (/** @type {number} */ edge) => Math.min(along(width - 2 * edge, across), along(height - 2 * edge, down));
    const edge = fits(EDGE) < this.closestOut ? EDGE * READABLE : EDGE;
    const room = fits(edge);
    const seen = (/** @type {{x: number, y: number}} */ { x, y }) => {
      const [left, top] = [this.x + x * this.scale, this.y + y * this.scale];
      return Math.min(left, width - left, top, height - top) >= edge - 1;
    };
    if (points.every(seen) && (this.far || this.scale >= Math.min(this.closestOut, room))) return;
    const least = Math.max(this.whole, this.closestOut * READABLE);
    this.far = false;
    this.scale = Math.max(this.scale, this.closestOut);
    if (room > 0) this.scale = Math.max(least, Math.min(this.scale, room)); // else a battle leaves a strip that holds them from nowhere
    const middle = this.scale <= room ? { x: right - across / 2, y: bottom - down / 2 } : points[0];
    this.x = width / 2 - middle.x * this.scale;
    this.y = height / 2 - middle.y * this.scale;
    this.place();
  }

  /** @param {{clientX: number, clientY: number}} event @returns {{x: number, y: number}} units */
  point(event) {
    const box = this.frame.getBoundingClientRect();
    return {
      x: (event.clientX - box.left - this.x) / this.scale,
      y: (event.clientY - box.top - this.y) / this.scale,
    };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const about = { x: event.clientX - box.left, y: event.clientY - box.top };
    this.zoom(Math.exp(-event.deltaY * 0.0016), about);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.dragged = false;
      this.start = { x: event.clientX, y: event.clientY };
    }
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.start && Math.hypot(now.x - this.start.x, now.y - this.start.y) > SLACK) this.dragged = true;
    if (!this.dragged && this.fingers.size === 1) return;
    this.dragged = true;
    if (this.fingers.size === 2) {
      const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1] ?? was;
      const box = this.frame.getBoundingClientRect();
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      const about = { x: (now.x + other.x) / 2 - box.left, y: (now.y + other.y) / 2 - box.top };
      if (before > 0) this.zoom(after / before, about);
    }
    const share = this.fingers.size;
    this.pan((now.x - was.x) / share, (now.y - was.y) / share);
    this.fingers.set(event.pointerId, now);
  }
}

/** Those points that lie together with most others. @param {{x: number, y: number}[]} points */
function thickest(points) {
  const near = (/** @type {{x: number, y: number}} */ { x, y }) => points.filter((one) => Math.hypot(one.x - x, one.y - y) < CLUSTER);
  return points.map(near).reduce((best, crowd) => (crowd.length > best.length ? crowd : best));
}
