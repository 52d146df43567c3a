// @ts-check
/** What would be left undone: whatever ends a question says what could still have been used. */
import { halves } from "../choices/offers.js";
import { listed } from "../page/elements.js";
import { NARROW } from "../page/small.js";
import { gettext } from "../page/words.js";

const HALT = "button:halt"; // by which games put down what is in hand: the question goes on
const [NAMED, FEW] = [3, 1]; // so many are named, in a narrow column so few; the others are counted

/** "Could still move: Dharmit, Karnaal, Wizard and 4 more", "" if nothing is left or the game has no words for it. @param {import("../choices/picks.js").Picks} picks @param {string} words */
export function saysUndone(picks, words) {
  const { offer } = picks;
  if (!words || !offer || !picks.finish || picks.finish.pick === HALT) return "";
  const names = [...new Set(leftIn(offer).map((pick) => halves(picks.called(pick))[1]))];
  if (!names.length) return "";
  const most = NARROW.matches ? FEW : NAMED;
  const more = names.length > most + 1 ? names.length - most : 0;
  return `${words}: ${listed(more ? [...names.slice(0, most), gettext("%(number)s more", { number: more })] : names)}`;
}

/** On a slip the lines without an order, else what can be picked and stands on none, buttons only where they begin something. @param {import("../protocol.js").Offer} offer */
function leftIn(offer) {
  const unwritten = offer.lines.filter((line) => line.pick && line.text.endsWith("…")).map((line) => line.pick);
  if (unwritten.length) return unwritten;
  const written = new Set(offer.lines.map((line) => line.pick));
  const open = offer.picks.filter((one) => one.open || !["button", "count"].includes(one.kind));
  return open.map((one) => one.pick).filter((pick) => !written.has(pick));
}
