// @ts-check
/** What can be done about somebody else's letter: mute or block who wrote it, or report it. */
import { part } from "../page/elements.js";
import { gettext } from "../page/words.js";

export class About {
  /** @param {(type: "shun" | "report", more: Record<string, string>) => boolean} ask asks the server, and tells whether it could */
  constructor(ask) {
    this.letter = "";
    this.dialog = /** @type {HTMLDialogElement} */ (part("letters-about"));
    this.reason = /** @type {HTMLInputElement} */ (part("letters-reason"));
    this.why = part("letters-about-why");
    const send = (/** @type {"shun" | "report"} */ type, /** @type {Record<string, string>} */ more) => {
      if (!ask(type, { letter: this.letter, ...more })) this.refuse(gettext("The connection is lost. Trying again…"));
    };
    part("letters-mute").addEventListener("click", () => send("shun", { how: "mute" }));
    part("letters-block").addEventListener("click", () => send("shun", { how: "block" }));
    part("letters-report").addEventListener("submit", (event) => {
      event.preventDefault();
      send("report", { reason: this.reason.value });
    });
    part("letters-about-close").addEventListener("click", () => this.dialog.close());
  }

  /** @param {string} letter @param {string} writer */
  open(letter, writer) {
    this.letter = letter;
    this.reason.value = "";
    this.why.hidden = true;
    part("letters-about-head").textContent = gettext("A letter of %(name)s", { name: writer });
    this.dialog.showModal();
  }

  /** @param {string} why */
  refuse(why) {
    this.why.textContent = why;
    this.why.hidden = false;
  }
}
