// @ts-check
/** A card opened large, with its full text and its clause: by resting on it, by focus, by press and hold. */

import { clauseLink, html, icon, part, prose, refill } from "../page/elements.js";
import { onLongPress } from "../page/longpress.js";
import { gettext } from "../page/words.js";
import { cardAt } from "./cards.js";
import { signOf } from "./signs.js";

/** @typedef {import("../protocol.js").Card} Card */

const REST = 420; // milliseconds that the mouse rests on a card before it opens
const GRACE = 220; // and that it may be away from it, on its way to the clause
const EDGE = 10;

export class Reader {
  constructor() {
    this.paper = part("reader");
    /** @type {HTMLElement | null} the card that is open */
    this.of = null;
    this.pinned = false;
    /** Why a card cannot be picked now, where the game says so. @type {(card: string) => import("../protocol.js").Refusal | null} */
    this.whyNot = () => null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    this.paper.addEventListener("pointerenter", () => clearTimeout(this.later));
    this.paper.addEventListener("pointerleave", () => this.leave());
    document.addEventListener(
      "pointerdown",
      (event) => {
        const target = /** @type {Node} */ (event.target);
        if (!this.paper.contains(target)) this.close();
      },
      true,
    );
  }

  /** Open the cards of a part of the page. @param {HTMLElement} root */
  follow(root) {
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch" || event.buttons) return;
      const found = cardAt(event.target);
      clearTimeout(this.later);
      if (found?.element.classList.contains("chit")) return; // a counter is its own sheet: it opens by a press that picks nothing
      if (found && found.element !== this.of) this.later = setTimeout(() => this.open(found.element, found.card), REST);
      else if (!found) this.leave();
    });
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("focusin", (event) => {
      const found = cardAt(event.target);
      if (found?.element.matches(":focus-visible")) this.open(found.element, found.card);
      else this.close();
    });
    root.addEventListener("focusout", (event) => {
      if (!this.paper.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
    onLongPress(root, (event) => {
      const found = cardAt(event.target);
      if (found) this.open(found.element, found.card, true);
      return found !== null;
    });
  }

  leave() {
    clearTimeout(this.later);
    if (!this.pinned && !this.of?.matches(":focus-visible")) this.later = setTimeout(() => this.close(), GRACE);
  }

  /** @param {HTMLElement} element @param {Card} card @param {boolean} [pinned] until something else is pressed */
  open(element, card, pinned = false) {
    clearTimeout(this.later);
    this.of = element;
    this.pinned = pinned;
    const no = this.whyNot(card.id);
    const sort = [card.note, card.kind].filter(Boolean).join(" · ");
    this.paper.className = `reader ${signOf(card)} ${card.kind}`;
    this.paper.setAttribute("style", element.getAttribute("style") ?? "");
    this.paper.setAttribute("aria-label", card.title);
    refill(
      this.paper,
      html(
        "header",
        {},
        card.value ? html("b", { class: "num val" }, card.value) : null,
        html("h3", {}, card.title),
        html("span", { class: "sort" }, icon(signOf(card), 15), sort),
      ),
      html("div", { class: "plate" }, icon(signOf(card), 76)),
      card.text
        ? html("p", {}, ...prose(card.text), " ", clauseLink(card.clause))
        : card.clause
          ? html("p", {}, clauseLink(card.clause))
          : null,
      no ? html("p", { class: "no" }, no.why, " ", clauseLink(no.clause)) : null,
      card.spent || card.lost ? html("p", { class: "state" }, card.lost ? gettext("lost") : gettext("spent")) : null,
    );
    this.paper.hidden = false;
    this.place(element);
  }

  /** Beside the paper that the card lies on, so that its neighbours stay in sight. @param {HTMLElement} element */
  place(element) {
    const box = element.getBoundingClientRect();
    const ground = (element.closest("#trays") ?? element).getBoundingClientRect();
    const { width, height } = this.paper.getBoundingClientRect();
    const left = ground.left - width - EDGE;
    const right = ground.right + EDGE;
    const x = left >= EDGE ? left : right + width <= innerWidth - EDGE ? right : (innerWidth - width) / 2;
    const beside = left >= EDGE || right + width <= innerWidth - EDGE;
    const y = beside ? box.top : box.top - height - EDGE >= EDGE ? box.top - height - EDGE : box.bottom + EDGE;
    this.paper.style.left = `${Math.max(EDGE, x)}px`;
    this.paper.style.top = `${Math.max(EDGE, Math.min(innerHeight - height - EDGE, y))}px`;
  }

  /** @returns {boolean} whether one was open */
  close() {
    clearTimeout(this.later);
    if (this.paper.hidden) return false;
    this.paper.hidden = true;
    this.of = null;
    this.pinned = false;
    refill(this.paper); // it may be the card of one who no longer sits here
    return true;
  }

  /** The clause of the open card. */
  openClause() {
    const link = /** @type {HTMLElement | null} */ (this.paper.querySelector("[data-clause]"));
    link?.click();
    return link !== null;
  }
}
