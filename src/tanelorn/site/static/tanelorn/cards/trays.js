// @ts-check
/**
 * The trays: reserves and hands of spells, as papers beside the board; a hand that is held over the board's lower edge. On a
 * phone all of them lie in a tab of the drawer.
 */

import { html, means, paperHead, part, refill } from "../page/elements.js";
import { SMALL } from "../page/small.js";
import { gettext } from "../page/words.js";
import { drawCard } from "./cards.js";

/** @typedef {import("../protocol.js").Tray} Tray */

let drawn = "";
/** @type {() => void} */
let again = () => {};
SMALL.addEventListener("change", () => again());

/** @param {Tray[]} trays @param {(seat: number) => number} colourOf @param {() => void} [onDrawn] drawn anew though nothing has changed */
export function showTrays(trays, colourOf, onDrawn) {
  again = () => {
    showTrays(trays, colourOf, onDrawn);
    onDrawn?.();
  };
  const places = [part("trays"), part("hand")];
  const face = JSON.stringify([trays, trays.flatMap((tray) => tray.cards.map((card) => colourOf(card.seat))), SMALL.matches]);
  if (face === drawn) return;
  drawn = face;
  const focused = places.some((place) => place.contains(document.activeElement))
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.card
    : undefined;
  const held = SMALL.matches ? [] : trays.filter((tray) => tray.faces === "hand");
  refill(places[0], ...trays.filter((tray) => !held.includes(tray)).map((tray) => trayOf(tray, colourOf)));
  refill(places[1], ...held.map((tray) => handOf(tray, colourOf)));
  places[1].hidden = !held.length;
  if (focused)
    for (const place of places) /** @type {HTMLElement | null} */ (place.querySelector(`[data-card="${CSS.escape(focused)}"]`))?.focus();
  showTab(trays);
}

/** @param {Tray} tray @param {(seat: number) => number} colourOf */
function trayOf(tray, colourOf) {
  const face = tray.faces === "hand" ? "large" : tray.faces;
  return html(
    "section",
    { class: "paper tray", "aria-label": tray.title },
    paperHead(tray),
    tray.cards.length
      ? html("ul", { class: `cards ${face}` }, ...tray.cards.map((card) => html("li", {}, drawCard(card, face, colourOf(card.seat)))))
      : html("p", { class: "empty" }, gettext("Nothing here.")),
  );
}

/** What one holder has in hand: heads of cards over the edge, each of which rises when it is pointed at. @param {Tray} tray @param {(seat: number) => number} colourOf */
function handOf(tray, colourOf) {
  return html(
    "div",
    { class: "holder", role: "group", "aria-label": tray.title, style: `--cards:${tray.cards.length}` },
    html(
      "p",
      { class: "whose", ...means({ title: tray.title, aside: tray.aside, clause: tray.clause }) },
      tray.title,
      tray.aside ? html("small", {}, ` ${tray.aside}`) : null,
    ),
    html("ul", {}, ...tray.cards.map((card) => html("li", {}, drawCard(card, "hand", colourOf(card.seat))))),
  );
}

/** The tab of the drawer, with how many cards there are. @param {Tray[]} trays */
function showTab(trays) {
  const tab = part("tab-hand");
  const count = trays.reduce((sum, tray) => sum + tray.cards.reduce((all, card) => all + card.count, 0), 0);
  tab.hidden = !trays.length;
  part("hand-count").textContent = String(count);
  // the tab that goes may not stay open
  if (!trays.length && document.body.dataset.tab === "hand")
    /** @type {HTMLElement | null} */ (part("tabs").querySelector("[role=tab]"))?.click();
}

/** To the first card that can be picked, or the first at all. */
export function focusHand() {
  const cards = [part("hand"), part("trays")].flatMap((place) => [...place.querySelectorAll(".card")]);
  /** @type {HTMLElement | undefined} */ (cards.find((card) => card.classList.contains("can")) ?? cards[0])?.focus();
}
