// @ts-check
/**
 * What a number, a box of a track or a seat means: a small card beside what the pointer rests on, or a finger holds, with the clause
 * that it comes from. The card takes no presses, so that it is never in the way; a keyboard reads the same clause by its link.
 */
import { html, part, prose, refill } from "../page/elements.js";
import { onLongPress } from "../page/longpress.js";
import { gettext } from "../page/words.js";
import { readClause } from "./rules.js";

/** @typedef {import("../page/elements.js").Meaning} Meaning */

const REST = 350; // milliseconds that the pointer rests: longer than on the board, for it crosses papers on its way to buttons
const APART = 10; // pixels between the card and what it is about, and around the page

export class Meanings {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.card = part("meaning");
    /** @type {Element | null} what the card is about, or will be */
    this.about = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.opening = undefined;
    document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.point(thingAt(event)));
    for (const elsewhere of ["pointerdown", "keydown", "wheel"])
      document.addEventListener(elsewhere, () => this.close(), { capture: true, passive: true });
    const redrawn = new MutationObserver(() => this.about?.isConnected === false && this.close()); // it may be another seat's now
    for (const place of ["seats", "calendar", "beside"]) redrawn.observe(part(place), { childList: true, subtree: true });
    onLongPress(document.body, (event) => event.pointerType !== "mouse" && this.hold(thingAt(event)));
  }

  /** @param {Element | null} thing */
  point(thing) {
    if (thing === this.about) return;
    this.close();
    if (!thing) return;
    this.about = thing;
    this.opening = setTimeout(() => this.show(thing), REST);
  }

  /** @param {Element | null} thing */
  hold(thing) {
    if (!thing) return false;
    this.about = thing;
    this.show(thing);
    return true;
  }

  close() {
    clearTimeout(this.opening);
    this.about = null;
    this.card.hidden = true;
    refill(this.card);
  }

  /** @param {Element} thing */
  async show(thing) {
    const meaning = read(thing);
    this.lay(thing, meaning, null);
    if (!meaning.clause) return;
    const clause = await readClause(this.game, meaning.clause).catch(() => null); // then it says what the paper itself says
    if (this.about === thing && clause) this.lay(thing, meaning, clause);
  }

  /** @param {Element} thing @param {Meaning} meaning @param {{title: string, says: string, ruling: string} | null} clause */
  lay(thing, { title, aside, lines = [] }, clause) {
    refill(
      this.card,
      html("h2", {}, title, aside ? html("span", { class: "right" }, aside) : null),
      ...lines.map((line) => html("p", { class: "now" }, ...prose(line))),
      clause ? html("p", {}, html("b", {}, `${clause.title}. `), ...prose(clause.says)) : null,
      clause?.ruling ? html("p", {}, html("i", {}, gettext("Our ruling:"), " "), ...prose(clause.ruling)) : null,
    );
    this.card.hidden = false;
    this.place(thing);
  }

  /** To the left of its paper, over the board; below or above the thing where there is no room. @param {Element} thing */
  place(thing) {
    const { top, bottom } = thing.getBoundingClientRect();
    const { left } = (thing.closest(".paper") ?? thing).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const beside = left - APART - width >= APART;
    const below = bottom + APART + height <= innerHeight - APART;
    const x = beside ? left - APART - width : Math.min(Math.max(APART, left), innerWidth - APART - width);
    const y = beside ? top : below ? bottom + APART : top - APART - height;
    this.card.style.left = `${x}px`;
    this.card.style.top = `${Math.max(APART, Math.min(y, innerHeight - APART - height))}px`;
  }
}

/** @param {Event} event */
function thingAt(event) {
  return /** @type {Element} */ (event.target).closest("[data-means]");
}

/** @param {Element} thing @returns {Meaning} */
function read(thing) {
  return JSON.parse(/** @type {HTMLElement} */ (thing).dataset.means ?? "{}");
}
