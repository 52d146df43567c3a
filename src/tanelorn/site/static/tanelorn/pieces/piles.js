// @ts-check
/** Piles of counters with their total, and the small signs of a board of nations: flags, sieges, cards that lie open. In units of a counter. */
import { hasIcon, svg } from "../page/elements.js";

const MOST_DRAWN = 6; // counters of a pile, however many there are
const APART = 3.2; // units each lies up and to the right of the one above it

/** How far a pile reaches up and to the right of its topmost counter. @param {number} high */
export function reachOf(high) {
  return APART * (Math.min(high, MOST_DRAWN) - 1);
}

/** The counters below the topmost one: their edges are all that is seen. @param {number} high @param {number} colour */
export function backing(high, colour) {
  return Array.from({ length: Math.min(high, MOST_DRAWN) - 1 }, (_, at) => {
    const off = APART * (Math.min(high, MOST_DRAWN) - 1 - at);
    return svg(
      "g",
      { transform: `translate(${off} ${-off})` },
      svg("rect", { x: -22.4, y: -22, width: 45.6, height: 45.6, rx: 3, fill: `var(--seat${colour}-edge)` }),
      svg("rect", {
        x: -23,
        y: -23,
        width: 45,
        height: 45,
        rx: 2.6,
        fill: `var(--seat${colour})`,
        style: `stroke:var(--seat${colour}-edge)`,
        "stroke-width": ".6",
      }),
      svg("path", { d: "M-22.2 -22.2H21", fill: "none", stroke: "#fff", "stroke-width": ".9", opacity: ".38" }),
    );
  });
}

/** What the pile is worth, on a tab below it. @param {string} total @param {number} colour @param {boolean} held */
export function tab(total, colour, held) {
  const wide = 11 + 7.4 * total.length;
  return svg(
    "g",
    { class: held ? "tab held" : "tab", transform: "translate(-.5 28)" },
    svg("rect", { x: -wide / 2, y: -9, width: wide, height: 17, rx: 8.5, style: `stroke:var(--seat${colour}-edge)` }),
    svg("text", { y: 4.4 }, total),
  );
}

/** A small flag of a seat: what it controls without a piece. @param {number} colour */
export function flagAt(colour) {
  return svg(
    "g",
    { class: "ownflag" },
    svg("path", { d: "M0 0V-19", class: "pole" }),
    svg("path", { d: "M.8-19h15v11.500h-15z", style: `fill:var(--seat${colour});stroke:var(--seat${colour}-edge)` }),
    svg(
      "svg",
      { x: 3.6, y: -18, width: 9.5, height: 9.5, viewBox: "0 0 16 16", style: `color:var(--seat${colour}-ink)` },
      svg("use", { href: `#e${colour}` }),
    ),
  );
}

/** The ring of a siege around a city. */
export function siege() {
  return svg(
    "g",
    { class: "siege" },
    svg("circle", { r: 15, class: "works0" }),
    svg("circle", { r: 15, class: "works" }),
    svg(
      "g",
      { transform: "translate(11 -11)" },
      svg("circle", { r: 7, class: "seal" }),
      svg("svg", { x: -4.8, y: -4.8, width: 9.6, height: 9.6, viewBox: "0 0 24 24" }, svg("use", { href: "#g-sword" })),
    ),
  );
}

/** What is left of a fortress: a broken wall over the printed one. */
export function ruins() {
  return svg(
    "g",
    { class: "ruins" },
    svg("circle", { r: 15, class: "ash" }),
    svg("svg", { x: -13, y: -14, width: 26, height: 26, viewBox: "0 0 24 24" }, svg("use", { href: "#g-ruins" })),
  );
}

/** A card that lies open on the board, with its sign. @param {string} sign */
export function faceUp(sign) {
  return svg(
    "g",
    { class: `cardface ${sign}` },
    svg("rect", { x: -8.2, y: -10.8, width: 18, height: 24, rx: 2, fill: "#1c1206", opacity: ".35" }),
    svg("rect", { class: "face", x: -9, y: -12, width: 18, height: 24, rx: 2 }),
    svg(
      "svg",
      { x: -6.5, y: -6.5, width: 13, height: 13, viewBox: "0 0 24 24" },
      svg("use", { href: `#g-${hasIcon(sign) ? sign : "spell"}` }),
    ),
  );
}
