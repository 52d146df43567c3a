// @ts-check
/**
 * Orders of games in which all write at once, drawn between counters: a move is an arrow, a support dots that end in a
 * ring, a convoy dashes and dots, a hold a frame. Lines lie on a light keyline, thinner where spaces are small.
 */
import { svg } from "../page/elements.js";
import { bow, DARKLINE, KEYLINE, middle, toward } from "./lines.js";

/** @typedef {import("../protocol.js").Mark} Mark */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{at: Point, to: Point | null, mark: Mark, ink: string, key: string, reach: number, u: number, taken: boolean}} Sketch */

const KINDS = new Set(["support", "convoy", "hold", "retreat", "build", "disband", "spell"]);
const SPELL = "var(--spell)";
const BONE = 8; // the seat whose colour is as light as paper

/** Whether a mark is an order between counters; other boards have an arrow of their own. @param {Mark} mark @param {Board} board */
export function isOrder(mark, board) {
  return KINDS.has(mark.kind) || (mark.kind === "arrow" && board.counter > 0);
}

/** @param {Mark} mark @param {Board} board @param {number} colour @returns {SVGElement | null} */
export function drawOrder(mark, board, colour) {
  const at = board.spot(mark.at, mark.seat, mark.piece);
  if (!at) return null;
  const to = mark.to ? board.spot(mark.to) : null;
  const u = Math.max(0.62, board.unit) * (0.5 + 0.5 * board.growth);
  const reach = ((board.counter || 40) / 2) * board.growth;
  const sketch = {
    at,
    to,
    mark,
    ink: mark.kind === "spell" ? SPELL : `var(--seat${colour})`,
    key: colour === BONE && mark.kind !== "spell" ? DARKLINE : KEYLINE,
    reach,
    u,
    taken: isTaken(mark.to, board),
  };
  const kinds = /** @type {Record<string, () => SVGElement>} */ ({
    arrow: () => move(sketch, 9, 1),
    retreat: () => move(sketch, 4.5, 0.8),
    support: () => help(sketch, board),
    convoy: () => help(sketch, board),
    hold: () => frame(sketch),
    build: () => build(sketch, isTaken(mark.at, board)),
    disband: () => cross(sketch),
    spell: () => spell(sketch),
  });
  const drawn = kinds[mark.kind]();
  drawn.classList.add("order");
  if (mark.failed) drawn.classList.add("failed");
  if (mark.draft) drawn.classList.add("draft");
  return drawn;
}

/** Whether a counter stands where an order goes. @param {string | undefined} space @param {Board} board */
function isTaken(space, board) {
  return Boolean(space && board.pieces?.placeIn(space));
}

/** The way of a move: it ends at the counter in its way, or on the spot. @param {Point} at @param {Point} to @param {number} reach @param {boolean} taken @param {number} head */
function way(at, to, reach, taken, head) {
  return bow(at, to, reach * 0.95, (taken ? reach * 0.9 : -head * 0.3) + head);
}

/** A line on its keyline. @param {string} path @param {Sketch} sketch @param {number} wide @param {string | null} dashes */
function stroke(path, { ink, key, u }, wide, dashes) {
  const dots = dashes?.startsWith("0.1 ");
  const line = { d: path, fill: "none", "stroke-linecap": dashes && !dots ? "butt" : "round" };
  return [
    svg("path", { ...line, class: dots ? "help" : "", stroke: key, "stroke-width": wide * u + 4.2, "stroke-linecap": "round" }),
    svg("path", { ...line, style: `stroke:${ink}`, "stroke-width": wide * u, "stroke-dasharray": dashes }),
  ];
}

/** @param {Sketch} sketch @param {number} wide @param {number} head */
function move(sketch, wide, head) {
  const { at, to, mark, ink, key, reach, u } = sketch;
  if (!to) return frame(sketch);
  const { path, end, turn, heart } = way(at, to, reach, sketch.taken, 25 * u * head);
  const thin = mark.kind === "retreat";
  const big = u * head;
  const group = svg(
    "g",
    { style: `transform-origin:${at.x}px ${at.y}px` },
    ...stroke(path, sketch, wide, mark.draft ? `${12 * u} ${7 * u}` : thin ? `${4 * u} ${4 * u}` : null),
    svg("path", {
      d: "M-2-15L25 0-2 15l5-15z",
      transform: `translate(${end.x} ${end.y}) rotate(${turn}) scale(${big})`,
      style: thin ? `fill:${key};stroke:${ink}` : `fill:${ink};stroke:${key}`,
      "stroke-width": 3.4,
      "stroke-linejoin": "round",
    }),
  );
  if (mark.failed) group.append(failure(heart, u));
  return group;
}

/** Support and convoy: to the middle of the way of the unit helped, or to that unit if it stays. @param {Sketch} sketch @param {Board} board */
function help(sketch, board) {
  const { at, to, mark, ink, key, reach, u } = sketch;
  const helped = (mark.via ? board.spot(mark.via) : null) ?? to ?? at;
  const moves = to && mark.via && mark.to !== mark.via;
  const goal = moves ? way(helped, to, reach, sketch.taken, 25 * u).heart : toward(helped, at, reach * 1.25);
  const ring = 10 * u;
  const end = toward(goal, at, moves ? ring : 0);
  const start = toward(at, goal, reach * 0.95);
  const bend = { x: (start.x + end.x) / 2 - (end.y - start.y) * 0.06, y: (start.y + end.y) / 2 + (end.x - start.x) * 0.06 };
  const path = `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`;
  const dashes = mark.kind === "support" ? `0.1 ${11 * u}` : `${13 * u} ${5 * u} ${3 * u} ${5 * u}`;
  const group = svg(
    "g",
    { style: `transform-origin:${at.x}px ${at.y}px` },
    ...stroke(path, sketch, 7, dashes),
    svg("circle", {
      cx: goal.x,
      cy: goal.y,
      r: ring,
      fill: key,
      style: `stroke:${ink}`,
      "stroke-width": 5.4 * u,
      "stroke-dasharray": mark.draft ? `${4 * u} ${3 * u}` : null,
    }),
  );
  if (mark.failed) group.append(failure(middle(start, end), u));
  return group;
}

/** A hold: the counter framed. @param {Sketch} sketch */
function frame({ at, mark, ink, key, reach, u }) {
  const half = reach * 1.06; // close to the counter: names stand right above
  const box = { x: at.x - half, y: at.y - half, width: half * 2, height: half * 2, rx: 6, fill: "none" };
  const group = svg(
    "g",
    { style: `transform-origin:${at.x}px ${at.y}px` },
    svg("rect", { ...box, stroke: key, "stroke-width": 4 * u + 3 }),
    svg("rect", { ...box, style: `stroke:${ink}`, "stroke-width": 4 * u, "stroke-dasharray": mark.draft ? `${8 * u} ${5 * u}` : null }),
  );
  if (mark.failed) group.append(failure({ x: at.x + half, y: at.y - half }, u));
  return group;
}

/** A unit to be built: the outline of its counter, and an arrow that rises from it; built, the counter itself is seen. @param {Sketch} sketch @param {boolean} stands */
function build({ at, ink, key, reach, u }, stands) {
  if (stands) {
    const frame = { x: at.x - reach * 1.2, y: at.y - reach * 1.2, width: reach * 2.4, height: reach * 2.4, rx: 6, fill: "none" };
    return svg(
      "g",
      { style: `transform-origin:${at.x}px ${at.y}px` },
      svg("rect", { ...frame, stroke: key, "stroke-width": 5 * u + 4 }),
      svg("rect", { ...frame, style: `stroke:${ink}`, "stroke-width": 5 * u, "stroke-dasharray": `${9 * u} ${5 * u}` }),
    );
  }
  const box = { x: at.x - reach, y: at.y - reach, width: reach * 2, height: reach * 2, rx: 4 };
  return svg(
    "g",
    { style: `transform-origin:${at.x}px ${at.y}px` },
    svg("rect", { ...box, fill: "var(--stock)", opacity: ".82" }),
    svg("rect", { ...box, fill: "none", style: `stroke:${ink}`, "stroke-width": 5 * u, "stroke-dasharray": `${9 * u} ${5 * u}` }),
    svg("path", {
      d: `M0 ${reach * 0.5}V${-reach * 0.4}M${-reach * 0.42} ${-reach * 0.05}L0 ${-reach * 0.5}L${reach * 0.42} ${-reach * 0.05}`,
      fill: "none",
      transform: `translate(${at.x} ${at.y})`,
      style: `stroke:${ink}`,
      "stroke-width": 6 * u,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/** A unit to be disbanded. @param {Sketch} sketch */
function cross({ at, reach, u }) {
  const d = `M${-reach} ${-reach}L${reach} ${reach}M${reach} ${-reach}L${-reach} ${reach}`;
  const line = { d, fill: "none", transform: `translate(${at.x} ${at.y})`, "stroke-linecap": "round" };
  return svg(
    "g",
    { style: `transform-origin:${at.x}px ${at.y}px` },
    svg("path", { ...line, stroke: KEYLINE, "stroke-width": 7 * u + 4.4 }),
    svg("path", { ...line, class: "struck", "stroke-width": 7 * u }),
  );
}

/** A spell: a wavering line from the one who speaks it, and its number at the corner of what it falls on. @param {Sketch} sketch */
function spell(sketch) {
  const { at, to, reach, u, mark } = sketch;
  const group = svg("g", { style: `transform-origin:${at.x}px ${at.y}px` });
  const goal = to && mark.to !== mark.at ? to : at;
  const corner = { x: goal.x + reach * 0.95, y: goal.y - reach * 0.95 };
  const long = Math.hypot(corner.x - at.x, corner.y - at.y);
  if (goal !== at && long > reach * 2) {
    const a = toward(at, corner, reach);
    const b = toward(corner, at, 12 * u);
    const wave = Math.min(0.12, 34 / long); // long lines waver no more than short ones
    const across = { x: -(b.y - a.y) * wave, y: (b.x - a.x) * wave };
    const third = (/** @type {number} */ k, /** @type {number} */ side) =>
      `${a.x + (b.x - a.x) * k + across.x * side} ${a.y + (b.y - a.y) * k + across.y * side}`;
    group.append(
      ...stroke(
        `M${a.x} ${a.y}C${third(0.3, 2)} ${third(0.3, 2)} ${third(0.5, 0)}S${third(0.7, -2)} ${b.x} ${b.y}`,
        sketch,
        5,
        mark.draft ? `${9 * u} ${5 * u}` : null,
      ),
    );
  }
  group.append(
    svg(
      "g",
      { class: "spellmark", transform: `translate(${corner.x} ${corner.y}) scale(${u})` },
      svg("circle", { r: 17 }),
      mark.count
        ? svg("text", { y: 7.5 }, mark.count)
        : svg(
            "svg",
            { x: -11, y: -11, width: 22, height: 22, viewBox: "0 0 24 24", style: "color:#fff" },
            svg("use", { href: "#g-spell" }),
          ),
    ),
  );
  if (mark.failed) group.append(failure(middle(at, corner), u));
  return group;
}

/** @param {Point} where @param {number} u */
function failure({ x, y }, u) {
  const line = { d: "M-10-10L10 10M10-10L-10 10", fill: "none", "stroke-linecap": "round" };
  return svg(
    "g",
    { class: "failure", transform: `translate(${x} ${y}) scale(${u})` },
    svg("path", { ...line, stroke: KEYLINE, "stroke-width": 10 }),
    svg("path", { ...line, class: "cross" }),
  );
}
