// @ts-check
/** The way to the next table that waits for whoever plays here. Only where people have accounts. */
import { part, refill } from "../page/elements.js";
import { ngettext } from "../page/words.js";

const EVERY = 60_000; // milliseconds between two questions, while the page is seen and nothing happens here

export class Turns {
  /** @param {import("../page/socket.js").Wire} wire @param {string} table @param {() => import("../protocol.js").State | null} state */
  constructor(wire, table, state) {
    this.table = table;
    this.state = state;
    this.asked = ""; // which own seats this table waited for when it was last asked for others
    for (const news of /** @type {const} */ (["state", "changed"])) wire.on(news, () => this.follow());
    document.addEventListener("visibilitychange", () => this.ask());
    setInterval(() => this.ask(), EVERY);
    this.ask();
  }

  /** Whoever has chosen here may go on elsewhere. */
  follow() {
    const asked = String(this.state()?.waiting);
    if (asked === this.asked) return;
    this.asked = asked;
    this.ask();
  }

  async ask() {
    if (document.hidden) return;
    try {
      const answer = await fetch(`/turns.json?at=${this.table}`);
      if (answer.ok) this.show(await answer.json());
    } catch {
      return; // the server is away: that is told elsewhere, and this is asked again
    }
  }

  /** @param {{count: number, name: string}} told */
  show({ count, name }) {
    const paper = part("turns");
    const [number, words] = /** @type {HTMLElement[]} */ ([...paper.querySelectorAll("b, span")]);
    paper.hidden = count === 0;
    if (paper.hidden || (number.textContent === String(count) && paper.title === name)) return;
    paper.title = name;
    refill(number, String(count));
    refill(words, ngettext("Your turn at %(count)s other table", "Your turn at %(count)s other tables", count));
  }
}
