// @ts-check
/** Banners, under which nobody knows what lies, and sites: what is printed large on a board of hidden stacks. In units of a counter. */
import { svg } from "../page/elements.js";

/** @typedef {import("../protocol.js").Piece} Piece */

const FLAG = "M-6-29h30l-7 11 7 11h-30z";
const MOST_CHITS = 4; // drawn in the pile, however many there are
const USUAL_CHITS = 3; // where the viewer does not know how many

/** A flag on a pole over a small pile of chits; its roman number, and the count where it is known. @param {Piece} piece @param {number} colour */
export function banner(piece, colour) {
  const count = piece.values[0] ?? "";
  const chits = Math.max(1, Math.min(MOST_CHITS, Number(count) || USUAL_CHITS));
  const edge = `var(--seat${colour}-edge)`;
  return svg(
    "g",
    { class: "banner" },
    svg("ellipse", { cx: 0, cy: 21, rx: 23, ry: 6.5, fill: "#1c1206", opacity: ".35" }),
    ...Array.from({ length: chits }, (_, at) =>
      svg("rect", {
        x: -19 + at * 1.4,
        y: 8 - at * 2.5,
        width: 30,
        height: 14.5,
        rx: 2,
        style: `fill:${edge};stroke:var(--stock)`,
        "stroke-opacity": ".55",
        "stroke-width": ".7",
      }),
    ),
    svg("path", { d: "M-6 12V-31", style: "stroke:var(--stock-ink)", "stroke-width": 3.2, "stroke-linecap": "round" }),
    svg("path", { d: FLAG, class: "cloth", style: `fill:var(--seat${colour});stroke:${edge}` }),
    svg("path", { d: FLAG, fill: `url(#pt${colour})`, style: `color:var(--seat${colour}-ink)`, opacity: ".2" }),
    svg(
      "svg",
      { x: -1, y: -24.5, width: 13, height: 13, viewBox: "0 0 16 16", style: `color:var(--seat${colour}-ink)` },
      svg("use", { href: `#e${colour}` }),
    ),
    piece.label ? svg("text", { class: "roman", x: -6.5, y: -32.5 }, piece.label) : null,
    count
      ? svg(
          "g",
          { class: "chits" },
          svg("circle", { cx: 10.5, cy: 14.5, r: 10.5, style: `stroke:${edge}` }),
          svg("text", { x: 10.5, y: 19 }, count),
        )
      : null,
  );
}

/** A castle on the ground with its name; a pennant tells whose it is. @param {Piece} piece @param {number} colour 0 for nobody's */
export function site(piece, colour) {
  return svg(
    "g",
    { class: "site" },
    svg(
      "svg",
      { x: -16, y: -22, width: 32, height: 32, viewBox: "0 0 24 24", style: "--cut:var(--halo)" },
      svg("use", { href: "#g-site" }),
    ),
    colour
      ? svg(
          "g",
          { transform: "translate(0 -19)" },
          svg("path", { d: "M0 0V-13", style: "stroke:var(--stock-ink)", "stroke-width": 2 }),
          svg("path", { d: "M.8-13h13l-4 4.2 4 4.2h-13z", style: `fill:var(--seat${colour});stroke:var(--seat${colour}-edge)` }),
        )
      : null,
    svg("text", { y: 20.5 }, piece.label),
  );
}
