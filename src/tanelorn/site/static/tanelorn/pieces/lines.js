// @ts-check
/** The geometry of what is drawn between two places. */

/** @typedef {{x: number, y: number}} Point */

export const KEYLINE = "#fffaf0"; // what every line lies on, so that it shows on any ground
export const DARKLINE = "#54452f"; // under lines that are as light as the land
const BEND = 0.1; // arrows of two ways between the same places curve apart

/** @param {Point} a @param {Point} b */
export function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/**
 * The bow from one place to another, kept clear of the pieces at both ends.
 * @param {Point} a @param {Point} b @param {number} near @param {number} far how far it keeps from a and from b
 */
export function bow(a, b, near, far) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = Math.hypot(dx, dy) || 1;
  const room = Math.min(1, (long * 0.7) / (near + far)); // near neighbours: shorten both ends alike
  const bend = { x: (a.x + b.x) / 2 + dy * BEND, y: (a.y + b.y) / 2 - dx * BEND };
  const start = toward(a, bend, near * room);
  const end = toward(b, bend, far * room);
  const turn = (Math.atan2(b.y - bend.y, b.x - bend.x) * 180) / Math.PI;
  const heart = { x: (start.x + 2 * bend.x + end.x) / 4, y: (start.y + 2 * bend.y + end.y) / 4 };
  return { path: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`, start, end, turn, heart };
}

/** @param {Point} from @param {Point} to @param {number} by */
export function toward(from, to, by) {
  const long = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / long) * by, y: from.y + ((to.y - from.y) / long) * by };
}
