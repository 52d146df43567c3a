// @ts-check
/** Pieces of wood and card: pawns with their flag, die-cut counters with their values. */

import { hasIcon, svg } from "../page/elements.js";
import { banner, site } from "./banners.js";
import { backing, faceUp, flagAt, ruins, siege, tab } from "./piles.js";

/** @typedef {import("../protocol.js").Piece} Piece */
/** @typedef {import("../protocol.js").PieceKind} PieceKind */

// where up to five pawns stand, by how many there are
const RANKS = [
  [],
  [[0, 0]],
  [
    [-12, 2],
    [12, 2],
  ],
  [
    [0, -4],
    [-18, 4],
    [18, 4],
  ],
  [
    [-8, -6],
    [8, -6],
    [-22, 4],
    [22, 4],
  ],
  [
    [-14, -6],
    [14, -6],
    [-26, 5],
    [0, 5],
    [26, 5],
  ],
];

// drawn on bare card with their name below, so that persons differ from troops at a glance
/** @type {Set<PieceKind>} */
const PORTRAITS = new Set([
  "lord",
  "lady",
  "hero",
  "mage",
  "admiral",
  "elric",
  "elf",
  "troll",
  "gnome",
  "man",
  "bird",
  "dragon",
  "beast",
  "undead",
]);
const SQUEEZED = 8; // letters of a name that fit whatever the font
const LONGEST = 12; // letters of a name that a counter has room for

/**
 * How each kind is drawn: a kind that the server learns has no type until it stands here.
 * @type {Record<PieceKind, (piece: Piece, colour: number) => SVGElement>}
 */
const DRAWINGS = {
  pawns: (piece, colour) => pawns(piece.count, colour),
  fortress: (piece) => fortress(piece.values[0] ?? ""),
  card: (piece) => (piece.sign ? faceUp(piece.sign) : cardBack()),
  flag: (_, colour) => flagAt(colour),
  siege: () => siege(),
  ruins: () => ruins(),
  banner,
  site: (piece, colour) => site(piece, piece.seat < 0 ? 0 : colour),
  army: counter,
  fleet: counter,
  men: counter,
  elves: counter,
  gnomes: counter,
  trolls: counter,
  artifact: counter,
  sorcerer: counter,
  admiral: counter,
  elric: counter,
  hero: counter,
  lady: counter,
  lord: counter,
  mage: counter,
  man: counter,
  elf: counter,
  gnome: counter,
  troll: counter,
  beast: counter,
  bird: counter,
  dragon: counter,
  undead: counter,
};

/** @param {Piece} piece @param {number} colour */
export function drawPiece(piece, colour) {
  return (DRAWINGS[piece.kind] ?? counter)(piece, colour); // a game of somebody else's may have kinds of its own
}

/** A small dark square with the strength of the walls. @param {string} strength */
function fortress(strength) {
  return svg("g", { class: "fortress" }, svg("rect", { x: -8, y: -8, width: 16, height: 16, rx: 2 }), svg("text", { y: 4.6 }, strength));
}

/** A hidden card, its back up. */
function cardBack() {
  return svg(
    "g",
    { class: "cardback" },
    svg("rect", { x: -7.2, y: -9.8, width: 16, height: 22, rx: 2, fill: "#1c1206", opacity: ".35" }),
    svg("rect", { class: "back", x: -8, y: -11, width: 16, height: 22, rx: 2 }),
    svg("svg", { x: -5.5, y: -5.5, width: 11, height: 11, viewBox: "0 0 24 24" }, svg("use", { href: "#g-spell" })),
  );
}

/** Wooden pawns, up to five; the number always stands on the flag. @param {number} count @param {number} colour */
function pawns(count, colour) {
  const group = svg("g");
  for (const [dx, dy] of RANKS[Math.min(count, 5)]) {
    group.append(
      svg(
        "g",
        { transform: `translate(${dx} ${dy})` },
        svg("ellipse", { cx: 2, cy: 15, rx: 14, ry: 5, fill: "#1c1206", opacity: ".35" }),
        svg(
          "svg",
          {
            x: -20,
            y: -24,
            width: 40,
            height: 40,
            viewBox: "0 0 24 24",
            "stroke-width": ".9",
            style: `color:var(--seat${colour});stroke:var(--seat${colour}-edge)`,
          },
          svg("use", { href: "#g-pawn" }),
        ),
        svg("ellipse", { cx: -3, cy: -14.5, rx: 2.3, ry: 3, fill: "#fff", opacity: ".4" }),
      ),
    );
  }
  group.append(flag(String(count), colour));
  return group;
}

/** The flag with the seat's emblem and a number. @param {string} text @param {number} colour */
function flag(text, colour) {
  const wide = 30 + 10 * text.length;
  const ink = `var(--seat${colour}-ink)`;
  return svg(
    "g",
    { transform: "translate(0 27)" },
    svg("rect", {
      x: -wide / 2,
      y: -11.5,
      width: wide,
      height: 23,
      rx: 11.5,
      fill: `var(--seat${colour})`,
      stroke: "#fffaf0",
      "stroke-width": 2,
    }),
    svg(
      "svg",
      { x: -wide / 2 + 4, y: -5.5, width: 11, height: 11, viewBox: "0 0 16 16", style: `color:${ink}` },
      svg("use", { href: `#e${colour}` }),
    ),
    svg("text", { class: "count", x: 7, y: 6.3, style: `fill:${ink}` }, text),
  );
}

/** A die-cut counter of 46 units on whatever lies below it: values, figure, foot. @param {Piece} piece @param {number} colour */
export function counter(piece, colour) {
  const ink = `var(--seat${colour}-ink)`;
  const { values } = piece;
  const person = PORTRAITS.has(piece.kind) && Boolean(piece.label) && values.length > 0;
  const card = { x: -23, y: -23, width: 45, height: 45, rx: 2.6 };
  const group = svg(
    "g",
    { class: "counter" },
    ...backing(piece.high, colour),
    svg("rect", { x: -21.5, y: -20.8, width: 45, height: 45, rx: 3, fill: "#1c1206", opacity: ".32" }),
    svg("rect", { x: -22.4, y: -22, width: 45.6, height: 45.6, rx: 3, fill: `var(--seat${colour}-edge)` }),
    svg("rect", { ...card, fill: `var(--seat${colour})` }),
    svg("rect", { ...card, fill: `url(#pt${colour})`, style: `color:${ink}`, opacity: ".17" }),
    svg("rect", { ...card, class: "candle" }),
    ...(person ? portrait(piece, colour) : figure(piece, colour)),
  );
  group.append(svg("path", { d: "M-22.2 21V-22.2H21", fill: "none", stroke: "#fff", "stroke-width": ".9", opacity: ".38" }));
  if (piece.out)
    for (const rim of ["outrim0", "outrim"]) group.append(svg("rect", { class: rim, x: -24, y: -24, width: 47, height: 47, rx: 4 }));
  if (piece.total) group.append(tab(piece.total, colour, Boolean(piece.held)));
  if (piece.count > 1) group.append(flag(String(piece.count), colour));
  return group;
}

/** @param {string} label @param {string} fill @param {number} y */
function foot(label, fill, y) {
  const size = label.length <= 6 ? 10.2 : label.length <= 8 ? 9.2 : label.length <= 10 ? 7.8 : 7;
  const squeezed = label.length > SQUEEZED ? { textLength: 42, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: "foot", x: -0.5, y, style: `font-size:${size}px;fill:${fill}`, ...squeezed }, label.slice(0, LONGEST));
}

/** Troops and ships: the figure in the seat's ink, up to three values, where they come from on card. @param {Piece} piece @param {number} colour */
function figure(piece, colour) {
  const ink = `var(--seat${colour}-ink)`;
  const { values } = piece;
  // without numbers the figure has the counter to itself
  const low = (values[2] ?? "").length > 1; // a number of two digits stands below it
  const box = !values.length
    ? { x: -17, y: -17, width: 33, height: 33 }
    : low
      ? { x: -8.5, y: -19.5, width: 25, height: 21.5 }
      : { x: -11.5, y: -17, width: 27, height: 28 };
  const places = [
    { x: -19.5, y: -7, class: "strength" },
    { x: -19.5, y: 9.5, class: "second" },
    { x: 20, y: 9.5, class: "second" },
  ];
  return [
    hasIcon(piece.kind) &&
      svg(
        "svg",
        { ...box, viewBox: "0 0 24 24", style: `color:${ink};--cut:var(--seat${colour})` },
        svg("use", { href: `#g-${piece.kind}` }),
      ),
    ...places.map(
      (place, at) => values[at] && svg("text", { ...place, style: `fill:${ink};text-anchor:${at === 2 ? "end" : "start"}` }, values[at]),
    ),
    ...(piece.label && values.length
      ? [svg("rect", { x: -23, y: 11, width: 45, height: 11, fill: "var(--stock)" }), foot(piece.label, "var(--stock-ink)", 19.8)]
      : []),
    badge(piece, colour),
  ].filter((one) => one instanceof Node);
}

/** A person: the figure on bare card, strength, spells after a star, a sign at the corner, the name in the seat's ink. @param {Piece} piece @param {number} colour */
function portrait(piece, colour) {
  const ink = `var(--seat${colour}-ink)`;
  const [strength = "", spells = ""] = piece.values;
  const left = strength.length > 2 ? -5.5 : strength.length > 1 ? -6.5 : -8.5; // brackets take room
  return [
    svg("rect", { x: left, y: -20.5, width: 19.5 - left, height: 29.5, rx: 1.5, fill: "var(--stock)" }),
    svg(
      "svg",
      {
        x: left > -8 ? left + 1.5 : -6,
        y: -18.5,
        width: 23,
        height: 27,
        viewBox: "0 0 24 24",
        preserveAspectRatio: "xMidYMax meet",
        style: "color:var(--stock-ink);--cut:var(--stock)",
      },
      svg("use", { href: `#g-${hasIcon(piece.kind) ? piece.kind : "man"}` }),
    ),
    svg(
      "text",
      {
        class: ["strength", "strength", "strength two", "strength brackets"][Math.min(strength.length, 3)],
        x: strength.length > 1 ? -22 : -20.3,
        y: -6.5,
        style: `fill:${ink}`,
      },
      strength,
    ),
    spells
      ? svg(
          "g",
          { class: "spells" },
          svg(
            "svg",
            { x: -22, y: -2.4, width: 6.4, height: 6.4, viewBox: "0 0 24 24", style: `color:${ink}` },
            svg("use", { href: "#g-spell" }),
          ),
          svg("text", { class: spells.length > 1 ? "second two" : "second", x: -15.9, y: 6.6, style: `fill:${ink}` }, spells),
        )
      : null,
    foot(piece.label, ink, 18.6),
    badge(piece, colour),
  ].filter((one) => one instanceof Node);
}

/** A small sign at the corner. @param {Piece} piece @param {number} colour */
function badge(piece, colour) {
  if (!piece.sign || !hasIcon(piece.sign)) return null;
  return svg(
    "g",
    { class: `badge ${piece.sign}` },
    svg("circle", { cx: 16.4, cy: -17.4, r: 5.2, style: `stroke:var(--seat${colour})` }),
    svg("svg", { x: 12.4, y: -21.4, width: 8, height: 8, viewBox: "0 0 24 24" }, svg("use", { href: `#g-${piece.sign}` })),
  );
}
