// @ts-check
/** Marks over the board: arrows of orders, medallions of battles, bolts of lightning, gains and losses. */
import { svg } from "./elements.js";

/** @typedef {import("./protocol.js").Mark} Mark */
/** @typedef {{x: number, y: number}} Point */

const BEND = 0.1; // arrows of two ways between the same places curve apart
const KEYLINE = "#fffaf0";

/**
 * @param {Mark} mark
 * @param {import("./board.js").Board} board
 * @param {number} colour
 * @returns {SVGElement | null}
 */
export function drawMark(mark, board, colour) {
  const at = board.spot(mark.at);
  if (!at) return null;
  const to = mark.to ? board.spot(mark.to) : null;
  const kinds = /** @type {Record<string, () => SVGElement | null>} */ ({
    arrow: () => (to ? arrow(at, to, mark, colour, board) : null),
    battle: () => battle(to ? middle(at, to) : at, board.growth),
    bolt: () => bolt(at, colour, board.growth),
    plus: () => token(at, `+${mark.count || 1}`, colour, board.growth),
    loss: () => token(at, `−${mark.count || 1}`, colour, board.growth),
  });
  const drawn = (kinds[mark.kind] ?? kinds.battle)();
  drawn?.classList.add("mark", mark.kind);
  return drawn;
}

/** @param {Point} a @param {Point} b */
function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/**
 * The bow from one place to another, kept clear of the pieces at both ends.
 * @param {Point} a @param {Point} b @param {number} clear
 */
export function bow(a, b, clear) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = Math.hypot(dx, dy) || 1;
  const room = Math.min(1, (long * 0.7) / (clear * 2.35)); // near neighbours: shorten both ends alike
  const bend = { x: (a.x + b.x) / 2 + dy * BEND, y: (a.y + b.y) / 2 - dx * BEND };
  const start = toward(a, bend, clear * room * 0.85);
  const end = toward(b, bend, clear * room * 1.5);
  const turn = (Math.atan2(b.y - bend.y, b.x - bend.x) * 180) / Math.PI;
  const heart = { x: (start.x + 2 * bend.x + end.x) / 4, y: (start.y + 2 * bend.y + end.y) / 4 };
  return { path: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`, start, end, turn, heart };
}

/** @param {Point} from @param {Point} to @param {number} by */
function toward(from, to, by) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / long) * by, y: from.y + ((to.y - from.y) / long) * by };
}

/** @param {Point} a @param {Point} b @param {Mark} mark @param {number} colour @param {import("./board.js").Board} board */
function arrow(a, b, mark, colour, board) {
  const { path, start, end, turn, heart } = bow(a, b, 50 * Math.min(1.15, board.growth));
  const ink = `var(--seat${colour})`;
  const dashes = mark.draft ? "14 7" : null;
  const group = svg("g", {
    class: mark.failed ? "failed" : mark.draft ? "draft" : "",
    style: `transform-origin:${start.x}px ${start.y}px`,
  },
  svg("path", { d: path, fill: "none", stroke: KEYLINE, "stroke-width": 15, "stroke-linecap": "round" }),
  svg("path", { d: path, fill: "none", style: `stroke:${ink}`, "stroke-width": 9, "stroke-dasharray": dashes }),
  svg("path", {
    d: "M0-14L24 0 0 14l5-14z", transform: `translate(${end.x} ${end.y}) rotate(${turn})`,
    style: `fill:${ink}`, stroke: KEYLINE, "stroke-width": 3, "stroke-linejoin": "round",
  }));
  if (mark.failed) {
    group.append(svg("path", {
      d: "M-9-9L9 9M9-9L-9 9", transform: `translate(${heart.x} ${heart.y})`, class: "cross",
    }));
  } else if (mark.count) {
    group.append(svg("g", { transform: `translate(${heart.x} ${heart.y}) scale(${Math.min(1.3, board.growth)})` },
      svg("circle", { r: 17, fill: KEYLINE, style: `stroke:${ink}`, "stroke-width": 4 }),
      svg("text", { class: "count", y: 6.5, style: "fill:#241c12" }, mark.count)));
  }
  return group;
}

/** @param {Point} at @param {number} growth */
function battle({ x, y }, growth) {
  return svg("g", { style: `transform-origin:${x}px ${y}px` },
    svg("g", { transform: `translate(${x} ${y - 4}) scale(${growth})` },
      svg("circle", { r: 34, class: "medallion" }),
      svg("svg", { x: -20, y: -20, width: 40, height: 40, viewBox: "0 0 24 24", style: "color:#fffaf0" },
        svg("use", { href: "#g-sword" }))));
}

/** Three bolts in the colour of the seat that calls them. @param {Point} at @param {number} colour @param {number} growth */
function bolt({ x, y }, colour, growth) {
  const bolts = [-40, 0, 40].map((turn) => svg("path", {
    d: "M5-28L-11 2h8l-5 22L11-8H2L9-28z", transform: `rotate(${turn}) translate(0 -64)`,
  }));
  return svg("g", { style: `transform-origin:${x}px ${y}px` },
    svg("g", { transform: `translate(${x} ${y}) scale(${growth})` },
      svg("circle", { r: 50, class: "scorch" }),
      svg("g", { stroke: KEYLINE, "stroke-width": 2.5, style: `fill:var(--seat${colour})` }, ...bolts)));
}

/** What was gained or lost, on a small disc beside the pieces. @param {Point} at @param {string} text @param {number} colour @param {number} growth */
function token({ x, y }, text, colour, growth) {
  return svg("g", { style: `transform-origin:${x}px ${y}px` },
    svg("g", { transform: `translate(${x + 36} ${y - 30}) scale(${growth})` },
      svg("circle", { r: 16, fill: KEYLINE, style: `stroke:var(--seat${colour})`, "stroke-width": 4 }),
      svg("text", { class: "count", y: 6, style: "fill:#241c12" }, text)));
}
