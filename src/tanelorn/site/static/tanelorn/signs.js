// @ts-check
/** Which sign of the sprite stands for a card: its own, or the one of its kind where the sprite has none of that name. */
import { hasIcon } from "./elements.js";

const USUAL = /** @type {Record<string, string>} */ ({ spell: "spell-any", artifact: "artifact", back: "card-back" });

/** @param {import("./protocol.js").Card} card */
export function signOf(card) {
  if (card.sign && hasIcon(card.sign)) return card.sign;
  return USUAL[card.kind] ?? "man";
}
