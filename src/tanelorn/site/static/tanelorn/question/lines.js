// @ts-check
/** The lines to choose from, below the question: what may be picked, with its cost and risk, and what may not, with the reason. */

import { drawOdds } from "../battle/odds.js";
import { openRow } from "../choices/counting.js";
import { split } from "../choices/offers.js";
import { capital, clauseLink, html, part, refill } from "../page/elements.js";
import { SMALL } from "../page/small.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {{key: string, text: string, note?: string, clause?: string, cost?: string, risk?: boolean, chances?: import("../protocol.js").Odds | null,
 *   path: string[], place: string | null, onBoard?: boolean, refused?: boolean, plays?: boolean, chosen?: boolean}} Line */

const MANY = 9; // more lines than keys: a filter box
const MOST_REFUSED = 3; // where presses play, more of what is not possible is folded away
const TOO_MANY = 40; // of more than these, what stands on the board is asked there only

export class Lines {
  /**
   * @param {import("../choices/picks.js").Picks} picks
   * @param {import("../pieces/glow.js").Glow} glow
   * @param {(why: string, clause?: string) => void} refuse
   * @param {(line: Line | null) => void} tell what the line that is pointed at would do
   */
  constructor(picks, glow, refuse, tell) {
    this.picks = picks;
    this.glow = glow;
    this.refuse = refuse;
    this.tell = tell;
    /** @type {Line[]} */
    this.lines = [];
    /** The paths of the lines pressed last: the last but one, and the last. @type {[string, string]} */
    this.pressed = ["", ""];
    this.title = ""; // of the decision
    this.path = ""; // whose lines these are: the decision with what has been picked
    this.filter = "";
    this.crowded = false; // so much of the board may be picked that its names alone stand in the list, side by side
    this.unfolded = false; // what is not possible is shown, however much it is
    /** Whether a pick lies open on the page as a card. @type {(pick: string) => boolean} */
    this.shown = () => false;
    /** What is printed on a thing that has no label in an offer. @type {(pick: string) => string} */
    this.titleOf = () => "";
  }

  /** Take note of what is asked. @param {import("../protocol.js").Decision} decision @param {string[]} picked @returns {boolean} whether it is something new */
  asked(decision, picked) {
    const path = `${decision.seat} ${decision.title} ${picked.join(" ")}`;
    const anew = path !== this.path;
    if (decision.title !== this.title) this.unfolded = false;
    if (anew) this.filter = "";
    this.title = decision.title;
    this.path = path;
    return anew;
  }

  clear() {
    this.lines = [];
    refill(part("lines"));
  }

  /** @param {boolean} buttonsToo whether buttons stand among the lines @param {boolean} elsewhere whether the slip's rows hold what follows */
  show(buttonsToo, elsewhere) {
    this.lines = this.linesOf(buttonsToo);
    this.draw(elsewhere);
  }

  /** The lines to choose from: whole choices when one pick is left of each, else the next picks. @param {boolean} buttonsToo @returns {Line[]} */
  linesOf(buttonsToo) {
    const { offer, path } = this.picks;
    if (!offer) return [];
    const open = openRow(this.picks) !== null;
    const cap = (/** @type {number} */ at, /** @type {string} */ own = "") => own || (open || at >= MANY ? "" : String(at + 1));
    const stepped = new Set(this.picks.counted ? this.picks.targets.map((target) => target.pick) : []);
    const ahead = this.picks.base !== this.picks.path ? this.picks.base.at(-1) : ""; // picked already, so that its targets can follow
    // what has a row on the slip needs no line beside it
    if (!this.picks.targets.length) for (const row of offer.lines) stepped.add(row.pick);
    const picks = this.picks.open().filter((pick) => {
      const kind = split(pick.pick)[0];
      return (
        kind !== "count" &&
        (kind !== "button" || buttonsToo) &&
        pick.key !== "Enter" &&
        !stepped.has(pick.pick) &&
        pick.pick !== ahead &&
        !this.shown(pick.pick)
      );
    });
    const alike = new Set(picks.map((pick) => pick.label).filter((label, at, all) => all.indexOf(label) !== at)); // told apart by where they are
    const whole = offer.choices?.every((choice) => choice.picks.length === path.length + 1) ? offer.choices : null;
    const lines = picks.map((pick, at) => {
      const choice = whole?.find((one) => one.picks.at(-1) === pick.pick);
      return {
        key: cap(at, pick.key),
        text: capital(this.picks.quick ? this.labelOf(pick, alike) : choice?.says || pick.label),
        note: pick.note,
        clause: choice?.clause,
        cost: pick.cost,
        risk: pick.risk,
        chances: pick.chances,
        plays: pick.plays,
        path: this.picks.pathTo(pick.pick),
        place: this.glow.near(pick.pick),
        onBoard: this.glow.placeOf(pick.pick) !== null,
      };
    });
    const about = (/** @type {string[]} */ picks) => !this.picks.quick || path.every((pick, at) => picks[at] === pick); // of what is being chosen
    const refused = offer.refused
      .filter((one) => about(one.picks) && !this.shown(one.picks.at(-1) ?? ""))
      .map((one) => ({
        key: "",
        text: this.named(one),
        note: one.why,
        clause: one.clause,
        path: one.picks,
        refused: true,
        place: one.picks.length ? this.glow.placeOf(one.picks[one.picks.length - 1]) : null,
      }));
    return [...(picks.length ? [] : this.chosenLine()), ...lines, ...refused];
  }

  /** What is refused, by the name of the thing that cannot be picked, and where it is; else as a sentence. @param {import("../protocol.js").Refusal} one */
  named({ says, picks = [] }) {
    const title = this.picks.quick && picks.length === 1 ? this.titleOf(picks[0]) : "";
    const place = title && split(picks[0])[0] === "piece" ? this.glow.near(picks[0]) : null;
    return title ? [title, place && this.glow.board.nameOf(place)].filter(Boolean).join(", ") : says;
  }

  /** @param {Pick} pick @param {Set<string>} alike labels that several picks have */
  labelOf(pick, alike) {
    const place = alike.has(pick.label) && split(pick.pick)[0] === "piece" ? this.glow.near(pick.pick) : null;
    return place ? `${pick.label}, ${this.glow.board.nameOf(place)}` : pick.label;
  }

  /** What has been picked but does not play at once, with its cost and its danger. @returns {Line[]} */
  chosenLine() {
    const { offer, path } = this.picks;
    const pick = this.picks.questions.offerAt(path.slice(0, -1))?.picks.find((one) => one.pick === path.at(-1));
    if (!offer?.choice || !this.picks.quick || !pick || !(pick.cost || pick.note || pick.chances)) return [];
    return [
      {
        key: "↵",
        text: capital(pick.label),
        note: pick.note,
        cost: pick.cost,
        risk: pick.risk,
        chances: pick.chances,
        plays: true,
        path,
        place: this.glow.near(pick.pick),
        chosen: true,
      },
    ];
  }

  /** Buttons stand below the lines; above them where a list is so long that it would push them out of sight, or holds nothing but what is refused.
   *  @param {boolean} above */
  placeButtons(above) {
    const [list, buttons] = [part("lines"), part("buttons")];
    if (buttons.parentElement !== list.parentElement) return; // a battle has them in its window
    if (above) list.before(buttons);
    else part("ahead").after(buttons);
  }

  /** @param {boolean} [elsewhere] whether the slip's rows hold them already */
  draw(elsewhere = false) {
    const list = part("lines");
    const possible = this.lines.filter((line) => !line.refused);
    const listed = this.picks.quick ? possible : this.lines; // what is not possible is folded away there, however much it is
    const all = listed.length > TOO_MANY ? possible.filter((line) => !line.onBoard) : this.lines;
    if (elsewhere || !all.length) {
      refill(list);
      return;
    }
    const found = all.filter((line) => line.text.toLowerCase().includes(this.filter.toLowerCase()));
    const refused = found.filter((line) => line.refused);
    const folds = this.picks.quick && refused.length > MOST_REFUSED && !this.unfolded && !this.filter;
    this.crowded = this.picks.quick && !SMALL.matches && possible.filter((line) => line.place !== null).length > MANY;
    list.classList.toggle("crowded", this.crowded);
    this.placeButtons(possible.length > MANY || !possible.length);
    const wanted = folds ? found.filter((line) => !line.refused) : found;
    const filter =
      all.length > MANY && (!folds || wanted.length > MANY || this.filter)
        ? html(
            "li",
            {},
            html("input", {
              class: "filter",
              type: "search",
              placeholder: gettext("Filter"),
              "aria-label": gettext("Filter the choices"),
              value: this.filter,
              oninput: (/** @type {InputEvent} */ event) => {
                this.filter = /** @type {HTMLInputElement} */ (event.target).value;
                this.draw();
                /** @type {HTMLElement | null} */ (list.querySelector(".filter"))?.focus();
              },
            }),
          )
        : null;
    refill(list, filter, ...wanted.map((line) => this.line(line)), folds ? this.fold(refused.length) : null);
  }

  /** @param {number} count how many lines are not possible */
  fold(count) {
    return html(
      "li",
      { class: "folded" },
      html(
        "button",
        {
          class: "ch",
          type: "button",
          "aria-expanded": "false",
          onclick: () => {
            this.unfolded = true;
            this.draw();
          },
        },
        html("span"),
        html("span", {}, gettext("%(count)s more are not possible: show why", { count })),
      ),
    );
  }

  /** @param {Line} line */
  line(line) {
    const warm = () => {
      this.glow.warm(line.place ? [line.place] : []);
      this.tell(line);
    };
    const cool = () => {
      this.glow.warm([]);
      this.tell(null);
    };
    const path = line.path.join(" ");
    const press = () => {
      this.pressed = [this.pressed[1], path];
      if (line.refused) this.refuse(line.note ?? "", line.clause);
      else this.picks.choose(line.path, line.plays);
    };
    // Pressed twice it plays at once; not so if the first press was another line's, in whose place this one has come.
    const playAtOnce = () => line.refused || this.pressed[0] !== path || this.picks.choose(line.path, true);
    const short = this.crowded && line.place !== null && !line.refused;
    const beside = !short && line.note && !line.clause && !line.refused && line.note.length < 24;
    const small =
      !beside && !short && (line.note || line.clause)
        ? html("small", {}, line.note ?? "", line.note && line.clause ? " " : "", clauseLink(line.clause))
        : null;
    return html(
      "li",
      { class: line.refused ? "line no" : line.chosen ? "line chosen" : short ? "line short" : "line", "data-place": line.place },
      html(
        "button",
        {
          class: "ch",
          type: "button",
          "data-pick": line.refused ? null : line.path.at(-1),
          "aria-disabled": line.refused ? "true" : null,
          onclick: press,
          ondblclick: playAtOnce,
          onpointerenter: warm,
          onpointerleave: cool,
          onfocus: warm,
          onblur: cool,
        },
        html("span", { class: "k", "aria-hidden": "true" }, line.key),
        html(
          "span",
          {},
          line.text,
          beside ? html("small", {}, ` ${line.note}`) : short && line.note ? html("span", { class: "sr" }, `, ${line.note}`) : null,
        ),
        line.cost ? html("span", { class: short && !line.risk ? "sr" : line.risk ? "cost risk" : "cost" }, line.cost) : null,
        line.chances && !short ? drawOdds(line.chances, (seat) => this.glow.pieces.colourOf(seat)) : null,
      ),
      small,
    );
  }

  /** The space that is pointed at and its line light up together. @param {string | null} place */
  warm(place) {
    for (const line of [...part("lines").children, ...part("orders").children]) {
      line.classList.toggle("hot", place !== null && /** @type {HTMLElement} */ (line).dataset.place === place);
    }
  }

  /** @param {string} cap @returns {boolean} whether a line has that cap */
  pressCap(cap) {
    const line = this.lines.find((one) => one.key.toLowerCase() === cap.toLowerCase() && !one.refused);
    if (line) this.picks.choose(line.path, line.plays);
    return Boolean(line);
  }
}
