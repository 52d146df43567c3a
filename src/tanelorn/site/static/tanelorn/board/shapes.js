// @ts-check
/** The outlines of spaces: which one a point lies in, and where the border of several together runs. */

/** @typedef {import("../protocol.js").Space} Space */

const canvas = document.createElement("canvas").getContext("2d");

/** @typedef {{id: string, shape: Path2D, box: number[]}} Shape its box: left, top, right, bottom */

/** @param {Space[]} spaces @returns {Shape[]} */
export function shapesOf(spaces) {
  return spaces
    .filter((space) => space.outline)
    .map((space) => ({ id: space.id, shape: new Path2D(space.outline), box: boxOf(space.outline ?? "") }));
}

/** @param {Shape[]} shapes @param {{x: number, y: number}} point */
export function shapeAt(shapes, { x, y }) {
  return (
    shapes.find(
      ({ shape, box: [left, top, right, bottom] }) =>
        x >= left && x <= right && y >= top && y <= bottom && canvas?.isPointInPath(shape, x, y, "evenodd"),
    )?.id ?? null
  );
}

/** What a path lies in; the whole plane for one of curves. @param {string} path */
function boxOf(path) {
  const corners = (ringsOf(path) ?? []).flat().map((corner) => corner.split(" ").map(Number));
  if (!corners.length) return [-Infinity, -Infinity, Infinity, Infinity];
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)];
}

/**
 * The sides that belong to one outline only: what is left when the lines between neighbours of one owner go. Neighbours
 * share the corners of their common border, so equal sides are the same side.
 * @param {string[]} outlines @returns {string} an SVG path
 */
export function borderOf(outlines) {
  /** @type {Map<string, string>} */
  const sides = new Map();
  for (const outline of outlines) {
    const rings = ringsOf(outline);
    if (!rings) return outlines.join(""); // curves: each outline is its own border
    for (const ring of rings) {
      ring.forEach((corner, at) => {
        const next = ring[(at + 1) % ring.length];
        if (corner === next) return;
        const side = corner < next ? `${corner} ${next}` : `${next} ${corner}`;
        if (sides.has(side)) sides.delete(side);
        else sides.set(side, `M${corner}L${next}`);
      });
    }
  }
  return [...sides.values()].join("");
}

/** The corners of a path of straight lines; null for any other path. @param {string} path @returns {string[][] | null} */
function ringsOf(path) {
  if (/[^MLZz\d\s.,eE+-]/.test(path)) return null;
  return path
    .split("M")
    .filter((part) => part.trim())
    .map((part) => {
      const numbers = part.match(/-?[\d.]+(?:e-?\d+)?/gi) ?? [];
      return Array.from({ length: numbers.length >> 1 }, (_, at) => `${Number(numbers[2 * at])} ${Number(numbers[2 * at + 1])}`);
    });
}
