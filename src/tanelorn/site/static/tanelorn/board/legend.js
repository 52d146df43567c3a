// @ts-check
/** The legend of the map: its terrains and signs, each with a piece of the map where it can be seen, and what it does. */
import { clauseLink, html, part } from "../page/elements.js";

/** @typedef {import("../protocol.js").Sign} Sign */

const SWATCH = 60; // pixels
const [LEAST, MOST] = [64, 130]; // units of the map that are seen in one

/** @param {import("./board.js").Board} board @returns {(() => void) | null} opens it, if this map has one */
export function legendOf(board) {
  const { legend } = board.data;
  if (!legend.length) return null;
  const dialog = /** @type {HTMLDialogElement} */ (part("legend"));
  return () => {
    part("legend-signs").replaceChildren(...legend.map((sign) => line(board, sign)));
    dialog.showModal();
  };
}

/** @param {import("./board.js").Board} board @param {Sign} sign */
function line(board, sign) {
  return html(
    "li",
    {},
    swatch(board, sign),
    html("h3", {}, sign.title),
    ...sign.remarks.map(({ label, text, clause }) => html("p", {}, `${label}: ${text} `, clauseLink(clause))),
  );
}

/** @param {import("./board.js").Board} board @param {Sign} sign */
function swatch(board, sign) {
  const middle = placeOf(board, sign);
  if (!middle) return html("span", { class: "swatch" });
  const pixels = SWATCH * (devicePixelRatio || 1);
  const canvas = /** @type {HTMLCanvasElement} */ (
    html("canvas", { class: "swatch", width: pixels, height: pixels, "aria-hidden": "true" })
  );
  board.chart.cut(canvas, middle, board.data.width);
  return canvas;
}

/** Where a sign can be seen: at its place, in a space of that kind, or between two that are joined so. @param {import("./board.js").Board} board @param {Sign} sign */
function placeOf(board, { id, at }) {
  const spaces = [...board.spaces.values()];
  const space = board.spaces.get(at) ?? spaces.find((one) => one.kind === id);
  if (space) {
    const [x, y] = (id === "symbol" && space.spots?.symbol) || space.dot || [space.x, space.y];
    return { x, y, size: Math.max(LEAST, Math.min(MOST, 2.2 * board.reachOf(space))) };
  }
  const link = board.data.links.find((one) => one.kind === id);
  const [a, b] = link ? [board.spaces.get(link.a), board.spaces.get(link.b)] : [];
  return a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: MOST } : null;
}
