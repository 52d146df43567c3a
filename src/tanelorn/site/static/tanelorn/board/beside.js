// @ts-check
/** Where a small paper lies beside a place of the board: on the side where it hides least of what must be seen. */

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

const EDGE = 10; // pixels that it keeps clear of the place and of the edge of the board
const RAISED = 54; // and that its head lies above the place

/**
 * @param {{x: number, y: number, reach: number}} place of what it tells, in pixels of the board's frame
 * @param {{width: number, height: number}} size @param {Box} room that it may take
 * @param {number[][]} points that are to be seen @param {Box | null} [paper] another that lies there
 */
export function beside({ x, y, reach }, { width, height }, room, points, paper = null) {
  const within = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ span) =>
    Math.max(from + EDGE, Math.min(from + span - EDGE, at));
  const spots = [
    [x + reach + EDGE, y - RAISED],
    [x - reach - EDGE - width, y - RAISED],
    [x - width / 2, y + reach + EDGE],
    [x - width / 2, y - reach - EDGE - height],
  ].map(([left, top]) => ({
    left: within(left, room.left, room.width - width),
    top: within(top, room.top, room.height - height),
  }));
  const seen = [[x, y], [x, y], ...points];
  const hides = (/** @type {{left: number, top: number}} */ { left, top }) =>
    seen.filter(([px, py]) => px > left - reach && px < left + width + reach && py > top - reach && py < top + height + reach).length +
    (paper && meet(paper, { left, top, width, height }) ? seen.length : 0);
  return spots.reduce((one, other) => (hides(other) < hides(one) ? other : one));
}

/** @param {Box} one @param {Box} other */
function meet(one, other) {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
