// @ts-check
/**
 * Standing answers: below a question that comes again and again its answer can be let stand for all of its kind; a paper lists what
 * stands, and takes orders that are written before they are asked. The server keeps them, and answers.
 */
import { html, part, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Decision} Decision */
/** @typedef {import("../protocol.js").Standing} Kept */
/** @typedef {(type: import("../protocol.js").Ask, more?: Record<string, any>) => boolean} Say */

export class Standing {
  /** @param {import("../choices/picks.js").Picks} picks @param {Say} say */
  constructor(picks, say) {
    this.picks = picks;
    this.say = say;
    /** @type {readonly Kept[]} */
    this.kept = [];
    /** @type {Decision | null} */
    this.decision = null;
    this.paper = document.getElementById("standing"); // not in a trial, nor in a lesson
    if (!this.paper) return;
    for (const only of ["turn", "game"])
      part(`stand-${only}`).addEventListener("click", () => this.say("stand", { path: this.whole, only }));
    picks.addEventListener("change", () => this.offer());
    document.getElementById("ahead-form")?.addEventListener("submit", (event) => {
      event.preventDefault();
      const pressed = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
      const kind = /** @type {HTMLSelectElement} */ (part("ahead-kind")).value;
      const text = /** @type {HTMLTextAreaElement} */ (part("ahead-text")).value;
      this.say("stand", { kind, text, only: pressed?.value ?? "game" });
    });
  }

  /** What stands for the seat at this page; nobody who only looks on has anything. @param {readonly Kept[]} kept @param {Decision | null} decision @param {boolean} sits */
  show(kept, decision, sits) {
    if (!this.paper) return;
    this.kept = kept;
    this.decision = decision;
    const ahead = document.getElementById("ahead-form");
    this.paper.hidden = !sits || (!kept.length && !ahead);
    if (!sits && ahead) /** @type {HTMLFormElement} */ (ahead).reset();
    refill(part("standing-list"), ...kept.map((one) => this.line(one)));
    this.offer();
  }

  /** @param {Kept} one */
  line({ kind, title, text, turn }) {
    const until = turn === null ? gettext("the whole game") : gettext("this turn");
    const again = html(
      "button",
      { class: "btn", type: "button", onclick: () => this.say("stand", { kind, text: "" }) },
      gettext("Ask me again"),
    );
    return html("li", {}, html("p", {}, html("b", {}, title), `, ${until}: `, html("span", { class: "orders-ahead" }, text)), again);
  }

  /** The picks of the answer that the red button would give now, or none. */
  get whole() {
    const { offer, finish, path } = this.picks;
    return offer?.choice ? path : finish ? [...path, finish.pick] : null;
  }

  /** Whether the answer that is ready can stand. */
  offer() {
    const { decision } = this;
    const stands = decision ? this.kept.some((one) => one.kind === decision.kind) : false;
    const can = Boolean(decision?.stands && !decision.sealed && this.picks.asking && this.whole);
    part("stand").hidden = !can && !(stands && decision);
    for (const only of ["turn", "game"]) part(`stand-${only}`).hidden = !can || stands;
    part("stand-words").textContent = stands
      ? gettext("In a moment this will be answered as you said before.")
      : gettext("From now on answer this kind of question the same way, without asking me:");
  }
}
