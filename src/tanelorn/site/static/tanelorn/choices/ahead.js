// @ts-check
/**
 * Looking ahead of an offer. After "from Mu, to Shalomar, 2" the server offers Mu again as a first pick: the page asks what would
 * follow it and shows those targets too, so that what is held stays held (`base` is that longer path). On a slip of lines it looks
 * back: where in the path the line begins that is being written.
 */
import { kindOf, onBoard, onlyCounts, rests } from "./offers.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {(path: string[]) => Promise<Offer | null>} Look */
/**
 * @typedef {{base: string[], targets: Pick[], counted: boolean, heldFrom: number}} Ahead what is held: the path, or a pick more; what
 * may follow it; whether a count would follow each of that; on a slip of lines, where in the path the line begins that is being written
 */

const LONGEST_LINE = 8; // picks that a line of a slip takes at the most

/** @param {Offer} offer @param {Look} look @returns {Promise<Ahead>} */
export async function lookAhead(offer, look) {
  if (offer.lines.length) return findHeld(offer, look);
  const { path } = offer;
  let base = path;
  let targets = onBoard(offer);
  const again = path.at(-3);
  if (path.length >= 3 && kindOf(path.at(-1)) === "count" && offer.picks.some((pick) => pick.pick === again)) {
    const next = await look([...path, again ?? ""]);
    if (next && onBoard(next).length) {
      base = next.path;
      targets = onBoard(next);
    }
  }
  // what was read and not picked has still to be named: counts, and of a small act the last pick
  const unnamed = path.map((pick, at) => kindOf(pick) === "count" || (offer.quick && at === path.length - 1));
  await Promise.all(unnamed.map((is, at) => (is ? look(path.slice(0, at)) : null)));
  let counted = false;
  if (base.length && targets.length && kindOf(base.at(-1)) !== "button") {
    const next = await look([...base, targets[0].pick]);
    counted = next !== null && onlyCounts(next);
  }
  return { base, targets, counted, heldFrom: 0 };
}

/**
 * On a slip of lines the path rests where every line can be taken up; what follows the last rest is the line that is
 * being written. @param {Offer} offer @param {Look} look @returns {Promise<Ahead>}
 */
async function findHeld(offer, look) {
  let from = offer.path.length;
  /** @type {Offer | null} */
  let before = offer;
  while (before && !rests(before) && from > 0 && offer.path.length - from < LONGEST_LINE) {
    from -= 1;
    before = await look(offer.path.slice(0, from));
  }
  const heldFrom = before && rests(before) ? from : offer.path.length;
  return { base: offer.path, targets: rests(offer) ? [] : onBoard(offer), counted: false, heldFrom };
}
