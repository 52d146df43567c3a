// @ts-check
/**
 * The board: chart below, live layers above, one handler for every press. It knows where spaces are and
 * which are in reach; it knows no rules.
 */
import { Camera } from "./camera.js";
import { Chart } from "./chart.js";
import { Ears } from "./ears.js";
import { part, svg } from "./elements.js";

/** @typedef {import("./protocol.js").Space} Space */

const LAYERS = ["under", "reach", "rings", "pieces", "arrows", "flash"];
const SMALL_SCREEN = 0.66; // under this many pixels a unit, pieces and pips grow to stay readable
const GROWN = 1.42;

export class Board {
  /** @param {import("./protocol.js").BoardData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, Space>} */
    this.spaces = new Map(data.spaces.map((space) => [space.id, space]));
    this.frame = part("board");
    const sheet = part("sheet");
    sheet.style.width = `${data.width}px`;
    sheet.style.height = `${data.height}px`;
    const live = part("live");
    live.setAttribute("viewBox", `0 0 ${data.width} ${data.height}`);
    /** @type {Record<string, SVGElement>} */
    this.layers = {};
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { class: name });
      live.append(this.layers[name]);
    }
    this.chart = new Chart(/** @type {HTMLImageElement} */ (part("chart")), data.chart);
    this.camera = new Camera(this.frame, sheet, data);
    this.growth = 1;
    /** @type {() => void} */
    this.onGrowth = () => {};
    this.camera.onScale = (scale) => this.scaled(scale);
    this.ears = new Ears(this.frame, part("ears"), this);
    /** @type {(space: Space | null, event: {clientX: number, clientY: number, detail: number}) => void} */
    this.onPress = () => {};
    /** @type {(space: Space | null) => void} */
    this.onHover = () => {};
    /** @type {string | null} */
    this.hovered = null;
    this.frame.addEventListener("click", (event) => this.press(event));
    this.frame.addEventListener("pointermove", (event) => this.hover(event));
    this.frame.addEventListener("pointerleave", () => this.hoverOver(null));
    this.camera.fit();
    this.chart.show();
  }

  /** @param {number} scale */
  scaled(scale) {
    this.chart.letterFor(scale);
    const growth = Math.min(GROWN, Math.max(1, SMALL_SCREEN / scale));
    if (Math.abs(growth - this.growth) < 0.02) return;
    this.growth = growth;
    this.onGrowth();
  }

  /** @param {MouseEvent} event */
  press(event) {
    if (this.camera.dragged) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest(".zoom")) return;
    // a voice reader's click carries no place; its element does
    const named = /** @type {HTMLElement | null} */ (target.closest("[data-space]"));
    const at = event.clientX || event.clientY ? this.spaceAt(this.camera.point(event)) : null;
    const space = at ?? this.spaces.get(named?.dataset.space ?? "") ?? null;
    if (space) this.ears.focus(space.id);
    this.onPress(space, event);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType === "touch" || this.camera.fingers.size) return;
    this.hoverOver(this.spaceAt(this.camera.point(event)));
  }

  /** @param {Space | null} space */
  hoverOver(space) {
    if ((space?.id ?? null) === this.hovered) return;
    this.hovered = space?.id ?? null;
    this.onHover(space);
  }

  /**
   * The space under a point: the one whose circle holds it, the smallest first; else the nearest within reach.
   * @param {{x: number, y: number}} point
   */
  spaceAt({ x, y }) {
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

  /** Where pieces of a space stand. @param {string} id */
  spot(id) {
    const space = this.spaces.get(id);
    return space ? { x: space.x, y: space.y } : null;
  }

  /** @param {string} id */
  nameOf(id) {
    return this.spaces.get(id)?.name ?? id;
  }
}
