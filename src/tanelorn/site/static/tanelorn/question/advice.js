// @ts-check
/** What a bot would do: asked for below “What can I do?”, where one plays bots alone; each line writes its choice. */
import { html } from "../page/elements.js";
import { gettext, ngettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Advice} Told */
/** @typedef {import("../protocol.js").Advised} Advised */

const WORTH_TELLING = 0.01; // by how much the worst is worse than what is expected

export class Advice {
  /** @param {import("../choices/picks.js").Picks} picks */
  constructor(picks) {
    this.picks = picks;
    this.asked = ""; // the question about which a bot was asked
    /** @type {Told | null} what it said */
    this.told = null;
    /** Something else is to be drawn. */
    this.onChange = () => {};
    /** Ask a bot; false if nobody can be asked now. */
    this.onAsk = () => false;
  }

  question() {
    return `${this.picks.seat} ${this.picks.moment}`;
  }

  ask() {
    this.told = null;
    if (this.onAsk()) this.asked = this.question();
    this.onChange();
  }

  /** @param {Told} told */
  hear(told) {
    if (this.asked !== `${told.seat} ${told.moment}`) return; // the game has gone on
    this.told = told;
    this.onChange();
  }

  /** It was not answered. */
  forget() {
    if (!this.asked || this.told) return;
    this.asked = "";
    this.onChange();
  }

  /**
   * Lines, or how to come by them.
   * @param {import("../protocol.js").Decision | null} decision @param {(line: Advised, note: string) => HTMLElement} row
   * @returns {HTMLElement[]}
   */
  draw(decision, row) {
    if (!decision?.advised || decision.sealed) return [];
    const heading = html("h3", {}, gettext("What a bot would do"));
    if (this.asked !== this.question())
      return [heading, html("button", { class: "btn advise", type: "button", onclick: () => this.ask() }, gettext("Ask a bot"))];
    const { told } = this;
    if (!told) return [heading, html("p", { class: "for", role: "status" }, gettext("A bot thinks …"))];
    const lines = told.lines.map((line) => row(line, worstOf(line)));
    return [heading, html("ul", { class: "choices advice", "aria-label": gettext("What a bot would do") }, ...lines), grounds(told)];
  }
}

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/** @param {Advised} line */
function worstOf({ expected, least }) {
  return expected - least < WORTH_TELLING ? "" : gettext("at worst %(share)s", { share: percent(least) });
}

/** On what it rests, and what the numbers say. @param {Told} told */
function grounds({ looked, boards }) {
  const of = ngettext("It has looked at %(count)s choice", "It has looked at %(count)s choices", looked, { count: looked });
  const on = ngettext("on %(count)s board that fits what you know", "on %(count)s boards that fit what you know", boards, {
    count: boards,
  });
  return html(
    "p",
    { class: "for" },
    gettext("%(of)s, one ahead, %(on)s. The number says how much of the game it thinks is yours then.", { of, on }),
  );
}
