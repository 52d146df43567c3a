// @ts-check
/** The trays: hands of spells and reserves of units, as papers beside the board; on a phone in a tab of the drawer. */
import { drawCard } from "./cards.js";
import { clauseLink, html, part, refill } from "./elements.js";

/** @typedef {import("./protocol.js").Tray} Tray */

let drawn = "";

/** @param {Tray[]} trays @param {(seat: number) => number} colourOf */
export function showTrays(trays, colourOf) {
  const place = part("trays");
  const face = JSON.stringify([trays, trays.flatMap((tray) => tray.cards.map((card) => colourOf(card.seat ?? -1)))]);
  if (face === drawn) return;
  drawn = face;
  const focused = place.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.card : undefined;
  refill(place, ...trays.map((tray) => trayOf(tray, colourOf)));
  if (focused) /** @type {HTMLElement | null} */ (place.querySelector(`[data-card="${CSS.escape(focused)}"]`))?.focus();
  showTab(trays);
}

/** @param {Tray} tray @param {(seat: number) => number} colourOf */
function trayOf(tray, colourOf) {
  const face = tray.faces ?? "small";
  return html("section", { class: "paper tray", "aria-label": tray.title },
    html("h2", {}, tray.title, tray.aside ? html("span", { class: "right" }, tray.aside) : null, clauseLink(tray.clause)),
    tray.cards.length
      ? html("ul", { class: `cards ${face}` }, ...tray.cards.map((card) => html("li", {}, drawCard(card, face, colourOf(card.seat ?? -1)))))
      : html("p", { class: "empty" }, "Nothing here."));
}

/** The tab of the drawer, with how many cards there are. @param {Tray[]} trays */
function showTab(trays) {
  const tab = part("tab-hand");
  const count = trays.reduce((sum, tray) => sum + tray.cards.reduce((all, card) => all + (card.count ?? 1), 0), 0);
  tab.hidden = !trays.length;
  part("hand-count").textContent = String(count);
  // the tab that goes may not stay open
  if (!trays.length && document.body.dataset.tab === "hand") /** @type {HTMLElement | null} */ (part("tabs").querySelector("[role=tab]"))?.click();
}

/** To the first card that can be picked, or the first at all. */
export function focusHand() {
  const place = part("trays");
  /** @type {HTMLElement | null} */ (place.querySelector(".card.can") ?? place.querySelector(".card"))?.focus();
}
