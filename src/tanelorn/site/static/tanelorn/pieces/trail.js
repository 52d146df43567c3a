// @ts-check
/** The way to a place that could be gone to: dots from what is in hand, what each step of it costs, and the place ringed. */
import { svg } from "../page/elements.js";

/** @typedef {import("../protocol.js").Pick} Pick */

const LONGEST = 80; // steps: whatever is longer is no way

export class Trail {
  /** @param {import("../board/board.js").Board} board @param {import("./pieces.js").Pieces} pieces */
  constructor(board, pieces) {
    this.board = board;
    this.pieces = pieces;
    /** @type {Map<string, Pick>} the pick of each space to which there is a way */
    this.ways = new Map();
    this.shown = "";
  }

  /** @param {Pick[]} picks what may be picked; where it holds no ways, as when one has been picked, the last ones stay @param {boolean} begins */
  know(picks, begins) {
    if (!begins) return;
    this.ways = new Map(picks.filter((pick) => pick.via && pick.pick.startsWith("space:")).map((pick) => [pick.pick.slice(6), pick]));
    this.show("");
  }

  /** Draw the way to a space, or none. @param {string} space */
  show(space) {
    const way = this.to(space);
    if (space === this.shown) return;
    this.shown = space;
    this.board.layers.trail.replaceChildren(...(way ? this.drawn(way) : []));
    for (const pip of this.board.layers.pips.children) {
      pip.classList.toggle("passed", Boolean(way?.includes(/** @type {SVGElement} */ (pip).dataset.pip ?? "")));
    }
  }

  /** The spaces of the way, the first where it begins. @param {string} space @returns {string[] | null} */
  to(space) {
    const way = [space];
    let pick = this.ways.get(space);
    while (pick?.via && way.length < LONGEST) {
      way.unshift(pick.via);
      pick = this.ways.get(pick.via);
    }
    return way.length > 1 ? way : null;
  }

  /** @param {string[]} way */
  drawn(way) {
    const points = way.map((id) => {
      const space = this.board.spaces.get(id);
      return space?.spots?.[""] ?? [space?.x ?? 0, space?.y ?? 0];
    });
    const path = `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
    const last = way[way.length - 1];
    const [x, y] = points[points.length - 1];
    const cost = this.ways.get(last)?.cost ?? "";
    const wide = 16 + 7.4 * cost.length;
    const { growth } = this.board;
    const outline = this.board.spaces.get(last)?.outline ?? "";
    return [
      svg("path", { d: path, class: "way0" }),
      svg("path", { d: path, class: "way" }),
      ...["goal0", "goal"].map((kind) => svg("path", { d: outline, class: kind })),
      ...(cost
        ? [
            svg(
              "g",
              { class: "toll", transform: `translate(${x} ${y - 46}) scale(${growth})` },
              svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 3 }),
              svg("text", { y: 4.8 }, cost),
            ),
          ]
        : []),
    ];
  }
}
