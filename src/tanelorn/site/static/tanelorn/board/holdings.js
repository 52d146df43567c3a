// @ts-check
/** Who owns what: each owner's land washed in the seat's colour and pattern, and the dots of the centres. */
import { svg } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { borderOf } from "./shapes.js";

/** @typedef {import("../protocol.js").Holding} Holding */
/** @typedef {import("../protocol.js").Scene} Scene */

const DOT = 6.6;

export class Holdings {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.drawn = "";
    /** @type {Map<string, {holding: Holding, owner: string}>} */
    this.known = new Map();
  }

  /** @param {Scene} scene */
  show(scene) {
    const { holdings } = scene;
    const face = JSON.stringify([holdings, scene.seats.map((seat) => seat.colour)]);
    if (face === this.drawn) return; // washes are dear to draw and change seldom
    this.drawn = face;
    /** @type {Map<number, string[]>} */
    const land = new Map();
    this.known.clear();
    for (const holding of holdings) {
      const seat = scene.seats.find((one) => one.seat === holding.seat);
      this.known.set(holding.space, { holding, owner: seat?.name ?? "" });
      const outline = this.board.spaces.get(holding.space)?.outline;
      if (seat && outline) land.set(seat.colour, [...(land.get(seat.colour) ?? []), outline]);
    }
    const colourOf = (/** @type {number} */ seat) => scene.seats.find((one) => one.seat === seat)?.colour ?? 0;
    this.board.layers.holdings.replaceChildren(
      ...[...land].map(([colour, outlines]) => wash(colour, outlines, this.board.unit)),
      ...holdings.flatMap((holding) => this.dot(holding, colourOf(holding.seat))),
    );
  }

  /** @param {Holding} holding @param {number} colour */
  dot(holding, colour) {
    const space = this.board.spaces.get(holding.space);
    if (!space?.dot) return [];
    const [cx, cy] = space.dot;
    return [
      svg(
        "g",
        { class: colour ? `dot c${colour}` : "dot", "data-dot": holding.space, transform: `translate(${cx} ${cy})` },
        svg("circle", { class: "dot0", r: DOT, style: colour ? `fill:var(--seat${colour})` : null }),
        holding.home ? svg("circle", { class: "home0", r: 2.4 }) : null,
      ),
    ];
  }

  /** For screen readers. @param {string} space */
  says(space) {
    const known = this.known.get(space);
    if (!known) return "";
    const { holding, owner } = known;
    if (!this.board.spaces.get(space)?.dot) return owner ? gettext("Belongs to %(owner)s.", { owner }) : "";
    const kind = holding.home ? gettext("Home centre") : gettext("Centre");
    return `${kind}, ${owner ? gettext("owned by %(owner)s", { owner }) : gettext("nobody’s")}.`;
  }
}

/** Land of one owner: a flat tint, the pattern, and the border soft on its inner side. @param {number} colour @param {string[]} outlines @param {number} unit */
function wash(colour, outlines, unit) {
  const land = outlines.join("");
  const border = borderOf(outlines);
  const clip = `held-by-${colour}`;
  return svg(
    "g",
    { class: `wash c${colour}`, style: `color:var(--wash${colour})` },
    svg("clipPath", { id: clip }, svg("path", { d: land, "clip-rule": "evenodd" })),
    svg(
      "g",
      { "clip-path": `url(#${clip})` },
      svg("path", { class: "tint", d: land, "fill-rule": "evenodd" }),
      svg("path", { class: "grain", d: land, fill: `url(#pt${colour})` }),
      // strokes one over the other stand for a blur: filters are too slow in the live layer
      ...[
        [34, 0.08],
        [27, 0.1],
        [20, 0.12],
        [13, 0.16],
        [6, 0.3],
      ].map(([wide, strong]) =>
        svg("path", {
          class: "rim",
          d: border,
          "stroke-width": wide * (0.4 + 0.6 * unit),
          opacity: strong,
        }),
      ),
    ),
  );
}
