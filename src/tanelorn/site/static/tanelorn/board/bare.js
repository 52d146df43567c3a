// @ts-check
/** The bare board: its ground and names alone, without pieces and marks, until they are wished again. */
import { part } from "../page/elements.js";
import { murmur } from "../page/notices.js";
import { gettext } from "../page/words.js";

export class Bare {
  /** @param {HTMLElement} frame */
  constructor(frame) {
    this.frame = frame;
    this.button = part("bare-button");
    this.button.addEventListener("click", () => this.turn());
  }

  get on() {
    return this.frame.classList.contains("bare");
  }

  /** Hide what lies on the board, or show it again. */
  turn() {
    const on = this.frame.classList.toggle("bare");
    this.button.setAttribute("aria-pressed", String(on));
    murmur(on ? gettext("Pieces and marks are hidden.") : gettext("Pieces and marks are shown."));
  }

  /** Something on the board must be seen, such as what has just been picked. */
  end() {
    if (this.on) this.turn();
  }
}
