// @ts-check
/** The way to a place that could be gone to: dots that march there from what is in hand, what it costs, and the place ringed. */
import { kindOf, split } from "../choices/offers.js";
import { svg } from "../page/elements.js";

/** @typedef {import("../protocol.js").Pick} Pick */

const LONGEST = 80; // spaces: whatever is longer is no way

export class Trail {
  /** @param {import("../board/board.js").Board} board @param {import("./pieces.js").Pieces} pieces */
  constructor(board, pieces) {
    this.board = board;
    this.pieces = pieces;
    /** @type {Map<string, Pick>} the pick of each space to which there is a way */
    this.ways = new Map();
    /** @type {string[]} the path that they follow */
    this.after = [];
    this.shown = "";
  }

  /** What may be picked after a path; once a way has been picked, and the path goes on with it, the last ones stay. @param {Pick[]} picks @param {string[]} path */
  know(picks, path) {
    const ways = picks.filter((pick) => pick.way.length > 1);
    const more = path.slice(this.after.length);
    const goesOn = more.length > 0 && this.after.every((pick, at) => path[at] === pick);
    if (!ways.length && goesOn && more.slice(1).every((pick) => kindOf(pick) === "button")) return; // at most, which coast
    this.ways.clear();
    for (const pick of ways) {
      const place = this.placeOf(pick.pick);
      if (!this.ways.has(place)) this.ways.set(place, pick);
    }
    this.after = path;
    this.show("");
  }

  /** The space where a pick is made. @param {string} pick */
  placeOf(pick) {
    const [kind, id] = split(pick);
    return kind === "piece" ? (this.pieces.spaceOf(id) ?? "") : id;
  }

  /** Draw the way to a space, or none. @param {string} space */
  show(space) {
    if (space === this.shown) return;
    const way = this.ways.has(space) ? this.to(space) : null;
    this.shown = space;
    this.board.layers.trail.replaceChildren(...(way ? this.drawn(way) : []));
    for (const pip of this.board.layers.pips.children) {
      pip.classList.toggle("passed", Boolean(way?.includes(/** @type {SVGElement} */ (pip).dataset.pip ?? "")));
    }
  }

  /** The spaces of the whole way: one that begins with an empty space goes on from that of the next. @param {string} space */
  to(space) {
    let way = this.ways.get(space)?.way ?? [];
    while (way[0] === "" && way.length < LONGEST) way = [...(this.ways.get(way[1])?.way ?? [way[1]]), ...way.slice(2)];
    return way;
  }

  /** Where the way that is shown leads, in pixels of the page beside which a card may lie. */
  points() {
    const { camera, frame } = this.board;
    return this.spots(this.to(this.shown)).map(([x, y]) => [
      frame.offsetLeft + camera.x + x * camera.scale,
      frame.offsetTop + camera.y + y * camera.scale,
    ]);
  }

  /** @param {string[]} way */
  spots(way) {
    return way.map((id) => {
      const space = this.board.spaces.get(id);
      return space?.spots?.[""] ?? [space?.x ?? 0, space?.y ?? 0];
    });
  }

  /** @param {string[]} way */
  drawn(way) {
    const points = this.spots(way);
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
