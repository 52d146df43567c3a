// @ts-check
/** Which sign of the sprite stands for a card: its own, or the one of its kind where the sprite has none of that name. */
import { hasIcon } from "../page/elements.js";

/** @type {Record<import("../protocol.js").CardKind, string>} */
const USUAL = { spell: "spell-any", unit: "man", artifact: "artifact", result: "man", back: "card-back" };

/** @param {import("../protocol.js").Card} card */
export function signOf(card) {
  if (card.sign && hasIcon(card.sign)) return card.sign;
  return USUAL[card.kind] ?? "man";
}
