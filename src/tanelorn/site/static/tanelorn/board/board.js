// @ts-check
/**
 * The board: chart below, live layers above, one handler for every press. It knows where spaces are and
 * which are in reach; it knows no rules.
 */

import { part, sentence, svg } from "../page/elements.js";
import { Bare } from "./bare.js";
import { Camera } from "./camera.js";
import { Chart } from "./chart.js";
import { Holdings } from "./holdings.js";
import { Raster } from "./raster.js";
import { ScreenReader } from "./screenreader.js";
import { shapeAt, shapesOf } from "./shapes.js";

/** @typedef {import("../protocol.js").Space} Space */

const LAYERS = ["holdings", "battle", "under", "reach", "trail", "look", "rings", "pieces", "pips", "arrows", "ahead", "flash"];
const SMALL_SCREEN = 0.66; // under this many pixels a unit, pieces and pips grow to stay readable
const GROWN = 1.42;
const USUAL_RADIUS = 42; // of a space on a board whose arrows and rings have their full thickness
const COUNTER = 42; // units a square counter is wide on a map of many spaces
const CROWDED = 500; // spaces: such a board opens near, for its counters could not be read on the whole of it
const OPENING = 38; // pixels a counter is wide then
const GROWN_FAR = 2; // how much larger counters are drawn when such a board is seen as a whole
const LEAST_COUNTER = 34; // pixels: where fingers press, a counter is never drawn smaller; the board zooms instead
const FINGERS = matchMedia("(pointer: coarse), (max-width: 700px), (max-height: 560px)");

export class Board {
  /** @param {import("../protocol.js").BoardData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, Space>} */
    this.spaces = new Map(data.spaces.map((space) => [space.id, space]));
    this.shapes = shapesOf(data.spaces);
    /** How wide a square counter is, in units; 0 on boards of wooden pieces, which take the room of their space. */
    this.counter = this.shapes.length ? COUNTER : 0;
    /** How thick lines are drawn: boards of many small spaces have thinner ones. */
    this.unit = Math.min(1, middleOf(data.spaces.map((space) => this.reachOf(space))) / USUAL_RADIUS);
    /** @type {import("../pieces/pieces.js").Pieces | null} */
    this.pieces = null;
    this.holdings = new Holdings(this);
    this.frame = part("board");
    this.bare = new Bare(this.frame);
    const sheet = part("sheet");
    sheet.style.width = `${data.width}px`;
    sheet.style.height = `${data.height}px`;
    const live = part("live");
    live.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
    live.style.setProperty("--u", String(this.unit));
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { class: name });
      live.append(this.layers[name]);
    }
    const crowded = this.counter > 0 && data.spaces.length > CROWDED;
    const names = this.counter && !crowded ? svg("image", { width: data.width, height: data.height }) : null;
    if (names) this.layers.holdings.after(names);
    const raster = crowded ? new Raster(part("chart"), this.frame, data) : null;
    this.chart = new Chart(/** @type {HTMLImageElement} */ (part("chart")), data.chart, names, raster);
    const least = this.counter && FINGERS.matches ? LEAST_COUNTER / (this.counter * GROWN) : 0;
    const opening = crowded ? OPENING / this.counter : 0;
    this.mostGrown = opening ? GROWN_FAR : GROWN;
    this.camera = new Camera(this.frame, sheet, { ...data, least, opening });
    this.growth = 1;
    /** @type {() => void} */
    this.onGrowth = () => {};
    this.camera.onScale = (scale) => (crowded ? this.onView() : this.scaled(scale));
    this.camera.onRest = () => {
      if (crowded) this.scaled(this.camera.scale); // nothing of so large a board is drawn anew while it moves
      raster?.sharpen(this.camera);
    };
    this.screenReader = new ScreenReader(this.frame, part("screenreader"), this);
    /** @type {(space: Space | null, event: {clientX: number, clientY: number, detail: number}, piece?: import("../protocol.js").Piece | null) => void} */
    this.onPress = () => {};
    /** A mark that says why was pressed. @type {(note: string) => void} */
    this.onNote = () => {};
    /** @type {(space: Space | null) => void} */
    this.onHover = () => {};
    /** The mouse rests on a piece, or on none. @type {(piece: import("../protocol.js").Piece | null) => void} */
    this.onRest = () => {};
    /** Another part of the board is seen. @type {() => void} */
    this.onView = () => {};
    /** @type {string | null} */
    this.hovered = null;
    this.rested = "";
    this.frame.addEventListener("click", (event) => this.press(event));
    this.frame.addEventListener("pointermove", (event) => this.hover(event));
    this.frame.addEventListener("pointerleave", () => {
      this.hoverOver(null);
      this.restOn(null);
    });
    this.camera.fit();
    if (raster) raster.camera = this.camera;
    this.chart.onDrawn = () => (part("drawing").hidden = true);
    this.chart.show();
  }

  /**
   * The chart of a board that changes in play: another one is fetched, with the names of its spaces; where they lie stays.
   * @param {string} [key] as the scene names it
   */
  async follow(key = "") {
    if (!key || key === this.data.key || !this.data.address) return;
    const former = this.data.key;
    this.data.key = key; // whatever scene comes next compares with what is under way
    /** @type {import("../protocol.js").BoardData | null} */
    const data = await fetch(`${this.data.address}?key=${encodeURIComponent(key)}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (this.data.key !== key) return;
    if (!data) {
      this.data.key = former; // the next scene asks again
      return;
    }
    for (const space of data.spaces) Object.assign(this.spaces.get(space.id) ?? {}, space);
    this.chart.load(data.chart);
  }

  /** @param {number} scale */
  scaled(scale) {
    this.chart.letterFor(scale);
    this.onView();
    const small = this.counter ? LEAST_COUNTER / this.counter : SMALL_SCREEN;
    const growth = Math.min(this.mostGrown, Math.max(1, small / scale));
    if (Math.abs(growth - this.growth) < 0.02) return;
    this.growth = growth;
    this.onGrowth();
  }

  /** @param {MouseEvent} event */
  press(event) {
    if (this.camera.dragged) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest(".zoom")) return;
    const said = /** @type {SVGElement | null} */ (target.closest("[data-note]"))?.dataset.note;
    // a voice reader's click carries no place; its element does
    const named = /** @type {HTMLElement | null} */ (target.closest("[data-space]"));
    const point = event.clientX || event.clientY ? this.camera.point(event) : null;
    const at = point && this.spaceAt(point);
    const space = at ?? this.spaces.get(named?.dataset.space ?? "") ?? null;
    if (space) this.screenReader.focus(space.id);
    this.onPress(space, event, (point && this.pieces?.at(point)) || null);
    if (said) this.onNote(sentence(said));
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType === "touch" || this.camera.fingers.size) return;
    const point = this.camera.point(event);
    this.hoverOver(this.spaceAt(point));
    this.restOn(this.pieces?.at(point) ?? null);
  }

  /** @param {import("../protocol.js").Piece | null} piece */
  restOn(piece) {
    if ((piece?.id ?? "") === this.rested) return;
    this.rested = piece?.id ?? "";
    this.onRest(piece);
  }

  /** @param {Space | null} space */
  hoverOver(space) {
    if ((space?.id ?? null) === this.hovered) return;
    this.hovered = space?.id ?? null;
    this.onHover(space);
  }

  /**
   * The space under a point: that of the counter there, or whose outline or circle holds it, the smallest first; else
   * the nearest within reach.
   * @param {{x: number, y: number}} point
   * @returns {Space | null}
   */
  spaceAt({ x, y }) {
    const known = this.pieces?.at({ x, y })?.space ?? shapeAt(this.shapes, { x, y });
    if (known) return this.spaces.get(known) ?? null;
    /** @type {Space | null} */
    let best = null;
    let least = Infinity;
    for (const space of this.spaces.values()) {
      const away = Math.hypot(space.x - x, space.y - y) / this.reachOf(space);
      if (away < 1.6 && away < least) {
        least = away;
        best = space;
      }
    }
    return best;
  }

  /** The radius that a space is drawn and pressed with. @param {Space} space */
  reachOf(space) {
    return space.radius || 40;
  }

  /** Where pieces of a space stand, or a seat's own piece there, or that very piece. @param {string} id @param {number} [seat] @param {string} [piece] */
  spot(id, seat, piece = "") {
    const space = this.spaces.get(id);
    if (!space) return null;
    const own = piece && this.pieces?.spaceOf(piece) === id ? this.pieces.placeOf(piece) : null;
    const place = own ?? (this.counter && seat !== undefined ? this.pieces?.placeIn(id, seat) : null);
    const [x, y] = place ? [place.x, place.y] : (space.spots?.[""] ?? [space.x, space.y]);
    return { x, y };
  }

  /** @param {string} id */
  nameOf(id) {
    return this.spaces.get(id)?.name ?? id;
  }
}

/** @param {number[]} numbers */
function middleOf(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? USUAL_RADIUS;
}
