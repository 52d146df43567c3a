// @ts-check
/** A space in words, for screen readers and for whoever points at it. */
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Mark} Mark */
/** @typedef {{board: import("../board/board.js").Board, pieces: import("../pieces/pieces.js").Pieces, glow: import("../pieces/glow.js").Glow, picks: import("../choices/picks.js").Picks}} Seen */

/** What a press on a space would be now, "" if it cannot be picked. @param {string} id @param {Pick<Seen, "glow" | "picks">} seen */
export function saysReach(id, { glow, picks }) {
  if (glow.held.has(id)) return gettext("Held.");
  const pick = glow.picks.get(id);
  if (!pick) return "";
  const what = picks.targets.includes(pick) && picks.held.length ? gettext("Target") : gettext("Can be picked");
  return `${[what, pick.cost, pick.note, pick.risk ? gettext("risk") : ""].filter(Boolean).join(", ")}.`;
}

/** Its name, whose it is, what stands there, what failed there, what may be done. @param {string} id @param {Seen} seen @param {Mark[]} marks */
export function saysSpace(id, { board, pieces, glow, picks }, marks) {
  const space = board.spaces.get(id);
  const reach = saysReach(id, { glow, picks });
  const failed = marks
    .filter((mark) => mark.at === id && mark.note)
    .map((mark) => gettext("Failed: %(why)s", { why: mark.note }))
    .join(" ");
  return [`${space?.spoken || space?.name}.`, board.holdings.says(id), pieces.says(id), failed, reach].filter(Boolean).join(" ");
}
