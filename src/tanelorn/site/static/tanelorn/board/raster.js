// @ts-check
/**
 * What the chart of a large board is printed on: a picture of pixels, which moves and grows without being drawn again, and a lens
 * over the part that is seen, drawn sharp once nothing moves.
 */
import { html } from "../page/elements.js";

const NEAR = 1; // pixels a unit of the print for reading, and of the one for the whole board
const FAR = 0.5;
const KEPT = 4; // prints
const STRIPS = 8; // that a print is drawn in, so that the page answers meanwhile
const BLURRED = 1.2; // how much larger than its pixels a print is seen before the lens is laid over it
const LATER = 350; // milliseconds of rest before that

export class Raster {
  /** @param {HTMLElement} picture what it takes the place of @param {HTMLElement} frame @param {{width: number, height: number}} size in units */
  constructor(picture, frame, size) {
    this.picture = picture;
    this.frame = frame;
    this.size = size;
    /** @type {Map<string, {print: HTMLCanvasElement | null, image: HTMLImageElement, density: number}>} */
    this.prints = new Map();
    this.wanted = "";
    this.drawn = ""; // what the lens shows
    this.lens = html("canvas", { class: "lens", hidden: true });
    picture.after(this.lens);
    /** @type {import("./camera.js").Camera | null} */
    this.camera = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /**
   * Lay a print on the table: what is seen of it first, for the whole takes its time.
   * @param {string} name of what the sheet looks like @param {string} address of its picture @param {boolean} far
   * @param {() => void} seen called once there is something to be seen
   */
  async print(name, address, far, seen) {
    this.wanted = name;
    await this.decode(name, address, far);
    if (this.wanted === name && this.camera) this.draw(this.camera);
    seen();
    await this.prepare(name, address, far);
    const print = this.prints.get(name)?.print;
    if (!print || this.wanted !== name || print === this.picture) return;
    this.picture.replaceWith(print);
    this.picture = print;
    if (this.camera) this.sharpen(this.camera);
  }

  /** Make the picture of a print ready to be drawn. @param {string} name @param {string} address @param {boolean} far */
  async decode(name, address, far) {
    if (this.prints.has(name)) return;
    const image = new Image();
    image.src = address;
    await image.decode();
    this.prints.set(name, { print: null, image, density: far ? FAR : NEAR });
    for (const old of [...this.prints.keys()].filter((one) => one !== this.wanted).slice(0, -KEPT)) this.prints.delete(old);
  }

  /** Draw a print, if there is none yet. @param {string} name @param {string} address @param {boolean} far */
  async prepare(name, address, far) {
    await this.decode(name, address, far);
    const made = this.prints.get(name);
    if (!made || made.print) return;
    const { image, density } = made;
    const { width, height } = this.size;
    const drawing = /** @type {HTMLCanvasElement} */ (html("canvas", { width: width * density, height: Math.round(height * density) }));
    const pen = drawing.getContext("2d");
    const high = Math.ceil(drawing.height / STRIPS);
    for (let top = 0; top < drawing.height; top += high) {
      await new Promise((next) => setTimeout(next));
      pen?.drawImage(image, 0, top / density, width, high / density, 0, top, drawing.width, high);
    }
    const print = /** @type {HTMLCanvasElement} */ (html("canvas", { class: "chart" }));
    hang(print, await createImageBitmap(drawing));
    made.print = print;
  }

  /** Another sheet comes: no print of this one is of use. */
  forget() {
    this.prints.clear();
    this.drawn = "";
  }

  /** What lies on the table now, and its pixels a unit. */
  get printed() {
    const now = this.prints.get(this.wanted);
    return now?.print ? { source: now.print, density: now.density } : { source: now?.image ?? new Image(), density: now ? 1 : 0 };
  }

  /** @param {import("./camera.js").Camera} camera */
  sharpen(camera) {
    this.camera = camera;
    clearTimeout(this.later);
    this.later = setTimeout(() => this.draw(camera), this.prints.get(this.wanted)?.print ? LATER : 0);
  }

  /** Draw what is seen as sharp as the screen is. @param {import("./camera.js").Camera} camera */
  draw({ x, y, scale, sheet }) {
    const now = this.prints.get(this.wanted);
    const pixels = devicePixelRatio || 1;
    this.lens.hidden = true;
    if (!now || sheet.classList.contains("moving") || (now.print && scale * pixels < now.density * BLURRED)) return;
    const { width, height } = this.frame.getBoundingClientRect();
    const [left, top] = [Math.max(0, -x / scale), Math.max(0, -y / scale)];
    const [wide, high] = [Math.min(width / scale, this.size.width - left), Math.min(height / scale, this.size.height - top)];
    if (!(wide > 0 && high > 0)) return;
    const lens = /** @type {HTMLCanvasElement} */ (this.lens);
    const [across, down] = [Math.round(wide * scale * pixels), Math.round(high * scale * pixels)];
    const part = [this.wanted, left, top, wide, high, across, down].join(" ");
    if (part !== this.drawn) {
      const drawing = new OffscreenCanvas(across, down);
      drawing.getContext("2d")?.drawImage(now.image, left, top, wide, high, 0, 0, across, down);
      hang(lens, drawing.transferToImageBitmap());
      lens.style.cssText = `left:${left}px;top:${top}px;width:${wide}px;height:${high}px`;
      this.drawn = part;
    }
    lens.hidden = false;
  }
}

/**
 * Show what has been drawn elsewhere. Of a canvas that can be drawn on, a browser without a graphics card copies all pixels for each
 * frame of the page.
 * @param {HTMLCanvasElement} canvas @param {ImageBitmap} drawing
 */
function hang(canvas, drawing) {
  canvas.width = drawing.width;
  canvas.height = drawing.height;
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(drawing);
}
