// @ts-check
/** Where the pieces of a space stand: one on its spot, several side by side, the beaten aside, signs at their corner. */

/** @typedef {import("../protocol.js").Piece} Piece */
/** @typedef {{x: number, y: number, size: number, turn: number, name?: [number, number]}} Place how far its name is set off, if it has one */

const APART = 44; // units between wooden pieces that share a space
/** @type {Set<import("../protocol.js").PieceKind>} */
const SIGNS = new Set(["fortress", "card", "site", "flag", "siege", "ruins"]); // belong to the space or to a piece; they take no room beside the pieces
const CROWD = 0.86; // how much smaller banners are drawn where more than two stand together

/** @type {Set<import("../protocol.js").PieceKind>} */
const PERSONS = new Set(["sorcerer"]); // stand beside a unit, which is meant first

/** @param {Piece} piece */
export function isPerson(piece) {
  return PERSONS.has(piece.kind);
}

/** @param {Piece} piece */
export function isSign(piece) {
  return SIGNS.has(piece.kind);
}

/**
 * @param {import("../board/board.js").Board} board @param {import("../protocol.js").Space} space
 * @param {Piece[]} pieces @returns {Place[]} one for each piece
 */
export function placesOf(board, space, pieces) {
  if (!board.counter) return pieces.map((_, at) => wooden(board, space, at - (pieces.length - 1) / 2));
  const size = (board.counter / 46) * board.growth;
  const wide = 46 * size;
  const standing = pieces.filter((piece) => !isSign(piece) && !piece.out);
  const banners = standing.some(isBanner);
  const step = wide * (banners ? (standing.length > 2 ? 0.7 : 0.94) : standing.length > 2 ? 0.68 : 0.86);
  const shores = shoresOf(space, standing, wide);
  return pieces.map((piece) => {
    const shore = shores?.get(piece);
    if (shore) return { ...shore, size, turn: piece.turned ? -15 : 0 };
    const [x, y] = space.spots?.[piece.coast] ?? space.spots?.[""] ?? [space.x, space.y];
    if (piece.kind === "fortress") return fortress(space, x, y, wide, board.growth);
    if (piece.kind === "site") return site(x, y, size, standing.length);
    if (piece.kind === "flag") return { x: x + 7 * size, y: y - 4 * size, size: size * 0.9, turn: 0 };
    if (piece.kind === "siege" || piece.kind === "ruins") return { x, y, size, turn: 0 };
    if (piece.kind === "card" && space.spots?.[piece.coast]) {
      const at = pieces.filter((one) => one.kind === "card").indexOf(piece);
      return { x: x + 9 * at * size, y: y - 2 * at * size, size, turn: tilt(space.id) + 9 * at };
    }
    if (piece.kind === "card") {
      const far = ((standing.length - 1) / 2) * step + wide * 0.52;
      return { x: x + far, y: y - wide * 0.34, size: size * 0.9, turn: 14 };
    }
    if (piece.out) {
      const [dx, dy] = roomiest(board, space.id, x, y, wide);
      const nth = 1 + 0.5 * pieces.filter((one) => one.out).indexOf(piece);
      return { x: x + dx * nth, y: y + dy * nth, size: size * 0.94, turn: 15 };
    }
    const aside = banners && standing.length === 1 && pieces.some((one) => one.kind === "site") ? wide * 0.3 : 0;
    return {
      x: x + aside + (standing.indexOf(piece) - (standing.length - 1) / 2) * step,
      y,
      size: banners && standing.length > 2 ? size * CROWD : size,
      turn: piece.turned ? -15 : 0,
    };
  });
}

/**
 * Where pieces stand that share a small space though each has a spot of its own, as a ship off the shore of a hex in which others
 * stand: those of a spot side by side, and the spots drawn apart. Null where spots are far enough from each other.
 * @param {import("../protocol.js").Space} space @param {Piece[]} standing @param {number} wide
 * @returns {Map<Piece, {x: number, y: number}> | null}
 */
function shoresOf(space, standing, wide) {
  const middle = space.spots?.[""];
  const spots = [...new Set(standing.map((piece) => (space.spots?.[piece.coast] ? piece.coast : "")))];
  if (!middle || spots.every((spot) => !spot)) return null;
  const away = (/** @type {string} */ spot) => {
    const [x, y] = space.spots?.[spot] ?? middle;
    return [x - middle[0], y - middle[1]];
  };
  if (spots.some((spot) => Math.hypot(...away(spot)) > wide)) return null;
  const crowded = spots.includes("") && spots.length > 1;
  const mean = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + away(spot)[axis], 0) / Math.max(1, spots.filter(Boolean).length));
  const lean = Math.hypot(mean[0], mean[1]) || 1;
  return new Map(
    standing.map((piece) => {
      const spot = space.spots?.[piece.coast] ? piece.coast : "";
      const [dx, dy] = away(spot);
      const far = Math.hypot(dx, dy) || 1;
      const [x, y] = !crowded
        ? [dx, dy]
        : spot
          ? [(dx / far) * wide * 0.62, (dy / far) * wide * 0.62]
          : [(-mean[0] / lean) * wide * 0.2, (-mean[1] / lean) * wide * 0.2];
      const here = standing.filter((one) => (space.spots?.[one.coast] ? one.coast : "") === spot);
      return [
        piece,
        { x: middle[0] + x + (here.indexOf(piece) - (here.length - 1) / 2) * wide * (here.length > 2 ? 0.68 : 0.86), y: middle[1] + y },
      ];
    }),
  );
}

/** How a card that lies on its spot is turned: always the same way, and another way elsewhere. @param {string} id */
function tilt(id) {
  return ([...id].reduce((sum, letter) => (sum * 7 + letter.charCodeAt(0)) % 97, 3) % 25) - 12;
}

/** In the middle of its space; beside a piece, or behind several, with its name at their feet. @param {number} x @param {number} y @param {number} size @param {number} crowd @returns {Place} */
function site(x, y, size, crowd) {
  const [dx, dy] = crowd === 0 ? [0, 0] : crowd === 1 ? [-21, 8] : [0, -9];
  return { x: x + dx * size, y: y + dy * size, size, turn: 0, name: crowd ? [-dx, 15 - dy] : [0, 0] };
}

/** Whether a piece is a flag over a hidden stack. @param {Piece} piece */
export function isBanner(piece) {
  return piece.kind === "banner";
}

/**
 * On which side of a counter the one that was beaten lies: the side farthest from the counters of other spaces.
 * @param {import("../board/board.js").Board} board @param {string} id @param {number} x @param {number} y @param {number} wide
 */
function roomiest(board, id, x, y, wide) {
  const others = (board.pieces?.scene?.pieces ?? [])
    .filter((piece) => piece.space !== id && !isSign(piece))
    .map((piece) => board.spaces.get(piece.space)?.spots?.[piece.coast] ?? [Infinity, Infinity]);
  const room = (/** @type {number[]} */ [dx, dy]) => Math.min(...others.map(([ox, oy]) => Math.hypot(ox - x - dx, oy - y - dy)), Infinity);
  const sides = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([across, down]) => [across * wide * 0.66, down * wide * 0.52]);
  return sides.reduce((best, side) => (room(side) > room(best) ? side : best));
}

/**
 * Beside the centre's dot, or at the counter's corner where there is none.
 * @param {import("../protocol.js").Space} space @param {number} x @param {number} y @param {number} wide @param {number} growth
 */
function fortress(space, x, y, wide, growth) {
  const size = 0.75 + 0.25 * growth;
  if (!space.dot) return { x: x - wide * 0.5, y: y - wide * 0.5, size, turn: 0 };
  return { x: space.dot[0] + 9 + 8 * size, y: space.dot[1], size, turn: 0 };
}

/** @param {import("../board/board.js").Board} board @param {import("../protocol.js").Space} space @param {number} aside @returns {Place} */
function wooden(board, space, aside) {
  const roomy = board.reachOf(space) >= 50;
  const size = (roomy ? 1.05 : 0.92) * (roomy ? board.growth : 1 + (board.growth - 1) * 0.6);
  return { x: space.x + aside * APART * size, y: space.y + (roomy ? 6 : -4), size, turn: 0 };
}
