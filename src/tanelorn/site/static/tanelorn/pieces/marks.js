// @ts-check
/** Marks over the board: arrows of orders, medallions of battles, bolts of lightning, gains and losses. */
import { svg } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { bow, KEYLINE, middle } from "./lines.js";
import { drawOrder, isOrder } from "./orders.js";

/** @typedef {import("../protocol.js").Mark} Mark */
/** @typedef {{x: number, y: number}} Point */

const CLEAR = 50; // units that an arrow keeps clear of wooden pieces

/**
 * @param {Mark} mark
 * @param {import("../board/board.js").Board} board
 * @param {number} colour
 * @returns {SVGElement | null}
 */
export function drawMark(mark, board, colour) {
  const at = board.spot(mark.at, mark.seat, mark.piece);
  if (!at) return null;
  const to = mark.to ? board.spot(mark.to) : null;
  const battled = () => battle(to ? middle(at, to) : at, board.growth);
  const order = () => drawOrder(mark, board, colour);
  /** @type {Record<import("../protocol.js").MarkKind, () => SVGElement | null>} */
  const kinds = {
    arrow: () => (to ? arrow(at, to, mark, colour, board) : null),
    battle: battled,
    fight: () => fight(board.spot(mark.at, mark.seat) ?? at, board.growth),
    bolt: () => bolt(at, colour, board.growth),
    plus: () => token(at, `+${mark.count || 1}`, colour, board.growth),
    loss: () => token(at, `−${mark.count || 1}`, colour, board.growth),
    support: order,
    convoy: order,
    hold: order,
    retreat: order,
    build: order,
    disband: order,
    spell: order,
  };
  const drawn = isOrder(mark, board) ? order() : (kinds[mark.kind] ?? battled)();
  drawn?.classList.add("mark", mark.kind);
  if (drawn && mark.note) {
    drawn.dataset.note = mark.note; // shown at the pointer, and said with the space
    drawn.append(svg("title", {}, mark.note));
  }
  return drawn;
}

/** What lies on the board for a while, such as a spell on a space: it stays in sight while something is asked. @param {Mark} mark */
export function isLasting(mark) {
  return mark.kind === "fight" || (mark.kind === "spell" && Boolean(mark.note) && !mark.count && !mark.to && !mark.draft);
}

/** The layer that a mark lies in: what moves below what flashes. @param {Mark} mark */
export function layerOf(mark) {
  return ["battle", "bolt", "plus", "loss", "fight"].includes(mark.kind) ? "flash" : "arrows";
}

/** @param {Point} a @param {Point} b @param {Mark} mark @param {number} colour @param {import("../board/board.js").Board} board */
function arrow(a, b, mark, colour, board) {
  const clear = CLEAR * Math.min(1.15, board.growth);
  const { path, start, end, turn, heart } = bow(a, b, 0.85 * clear, 1.5 * clear);
  const ink = `var(--seat${colour})`;
  const dashes = mark.draft ? "14 7" : null;
  const group = svg(
    "g",
    {
      class: mark.failed ? "failed" : mark.draft ? "draft" : "",
      style: `transform-origin:${start.x}px ${start.y}px`,
    },
    svg("path", { d: path, fill: "none", stroke: KEYLINE, "stroke-width": 15, "stroke-linecap": "round" }),
    svg("path", { d: path, fill: "none", style: `stroke:${ink}`, "stroke-width": 9, "stroke-dasharray": dashes }),
    svg("path", {
      d: "M0-14L24 0 0 14l5-14z",
      transform: `translate(${end.x} ${end.y}) rotate(${turn})`,
      style: `fill:${ink}`,
      stroke: KEYLINE,
      "stroke-width": 3,
      "stroke-linejoin": "round",
    }),
  );
  if (mark.failed) {
    group.append(
      svg("path", {
        d: "M-9-9L9 9M9-9L-9 9",
        transform: `translate(${heart.x} ${heart.y})`,
        class: "cross",
      }),
    );
  } else if (mark.count) {
    group.append(
      svg(
        "g",
        { transform: `translate(${heart.x} ${heart.y}) scale(${Math.min(1.3, board.growth)})` },
        svg("circle", { r: 17, fill: KEYLINE, style: `stroke:${ink}`, "stroke-width": 4 }),
        svg("text", { class: "count", y: 6.5, style: "fill:#241c12" }, mark.count),
      ),
    );
  }
  return group;
}

/** @param {Point} at @param {number} growth */
function battle({ x, y }, growth) {
  return svg(
    "g",
    { style: `transform-origin:${x}px ${y}px` },
    svg(
      "g",
      { transform: `translate(${x} ${y - 4}) scale(${growth})` },
      svg("circle", { r: 34, class: "medallion" }),
      svg("svg", { x: -20, y: -20, width: 40, height: 40, viewBox: "0 0 24 24", style: "color:#fffaf0" }, svg("use", { href: "#g-sword" })),
    ),
  );
}

/** A red tag under the counters that must fight. @param {Point} at @param {number} growth */
function fight({ x, y }, growth) {
  return svg(
    "g",
    { transform: `translate(${x} ${y + 45 * growth}) scale(${growth})` },
    svg("rect", { class: "tag", x: -31, y: -9, width: 62, height: 18, rx: 3 }),
    svg("svg", { x: -27, y: -6.5, width: 13, height: 13, viewBox: "0 0 24 24", class: "tagink" }, svg("use", { href: "#g-sword" })),
    svg("text", { class: "tagink", x: 7, y: 4.2 }, gettext("battle")),
  );
}

/** Three bolts in the colour of the seat that calls them. @param {Point} at @param {number} colour @param {number} growth */
function bolt({ x, y }, colour, growth) {
  const bolts = [-40, 0, 40].map((turn) =>
    svg("path", {
      d: "M5-28L-11 2h8l-5 22L11-8H2L9-28z",
      transform: `rotate(${turn}) translate(0 -64)`,
    }),
  );
  return svg(
    "g",
    { style: `transform-origin:${x}px ${y}px` },
    svg(
      "g",
      { transform: `translate(${x} ${y}) scale(${growth})` },
      svg("circle", { r: 50, class: "scorch" }),
      svg("g", { stroke: KEYLINE, "stroke-width": 2.5, style: `fill:var(--seat${colour})` }, ...bolts),
    ),
  );
}

/** What was gained or lost, on a small disc beside the pieces. @param {Point} at @param {string} text @param {number} colour @param {number} growth */
function token({ x, y }, text, colour, growth) {
  return svg(
    "g",
    { style: `transform-origin:${x}px ${y}px` },
    svg(
      "g",
      { transform: `translate(${x + 36} ${y - 30}) scale(${growth})` },
      svg("circle", { r: 16, fill: KEYLINE, style: `stroke:var(--seat${colour})`, "stroke-width": 4 }),
      svg("text", { class: "count", y: 6, style: "fill:#241c12" }, text),
    ),
  );
}
