// @ts-check
/** What can be told of a single offer, and of a pick: whether it rests, asks for counts only, what of it is on the board. */

/** @typedef {import("../protocol.js").Offer} Offer */

/** @param {string} pick @returns {[string, string]} its kind and id */
export function split(pick) {
  const at = pick.indexOf(":");
  return [pick.slice(0, at), pick.slice(at + 1)];
}

/** @param {string[]} path */
export function key(path) {
  return path.join("\n");
}

/** Whether every line of the slip can be taken up: none is half written. @param {Offer} offer */
export function rests(offer) {
  const offered = new Set(offer.picks.map((pick) => pick.pick));
  return offer.lines.every((line) => !line.pick || offered.has(line.pick));
}

/** @param {string | undefined} pick */
export function kindOf(pick) {
  return pick ? split(pick)[0] : "";
}

/** @param {Offer} offer */
export function onlyCounts(offer) {
  return !offer.choice && offer.picks.length > 0 && offer.picks.every((pick) => kindOf(pick.pick) === "count");
}

/** @param {Offer} offer */
export function countsOf(offer) {
  return offer.picks
    .filter((pick) => kindOf(pick.pick) === "count")
    .map((pick) => Number(split(pick.pick)[1]))
    .sort((a, b) => a - b);
}

/** @param {Offer} offer */
export function onBoard(offer) {
  return offer.picks.filter((pick) => kindOf(pick.pick) !== "button" && kindOf(pick.pick) !== "count");
}

/** “Cast a spell: Plague” as what it begins with and the rest; a label without an act is all rest. @param {string} label @returns {[string, string]} */
export function halves(label) {
  const at = label.indexOf(": ");
  return at < 0 || at > 40 ? ["", label] : [label.slice(0, at), label.slice(at + 2)];
}
