// @ts-check
/** The paper with the question: what is asked, the order slip, the lines to choose from, the one red button. */

import { openRow } from "../choices/counting.js";
import { split } from "../choices/offers.js";
import { capital, clauseLink, hasIcon, html, icon, part, prose, refill } from "../page/elements.js";
import { SMALL } from "../page/small.js";
import { stepperRows } from "./counts.js";
import { rowHolds, showRows } from "./rows.js";
import { slip } from "./slip.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {import("../protocol.js").State} State */
/** @typedef {{key: string, text: string, note?: string, clause?: string, cost?: string, risk?: boolean,
 *   path: string[], place: string | null, onBoard?: boolean, refused?: boolean, plays?: boolean, chosen?: boolean}} Line */

const AT_ONCE = "One press plays it, Undo takes it back.";
const WAITS = "What is pressed waits for the red button.";
const MANY = 9; // more lines than keys: a filter box
const MOST_REFUSED = 3; // where presses play, more of what is not possible is folded away
const TOO_MANY = 40; // of more than these, what stands on the board is asked there only

export class Prompt {
  /**
   * @param {import("../choices/picks.js").Picks} picks
   * @param {import("../pieces/glow.js").Glow} glow
   * @param {(why: string, clause?: string) => void} refuse
   */
  constructor(picks, glow, refuse) {
    this.picks = picks;
    this.glow = glow;
    this.refuse = refuse;
    this.paper = part("prompt");
    this.main = /** @type {HTMLButtonElement} */ (part("main"));
    this.ask = part("ask");
    /** @type {Line[]} */
    this.lines = [];
    this.filter = "";
    this.filtered = ""; // what the filter was typed for
    this.crowded = false; // so much of the board may be picked that its names alone stand in the list, side by side
    this.unfolded = false; // what is not possible is shown, however much it is
    this.question = "";
    this.slip = slip(part("slip"), picks);
    this.main.addEventListener("click", () => this.mainPress());
    picks.addEventListener("play", () => this.decision && this.notYet(this.decision)); // once is enough
    /** @type {import("../protocol.js").Decision | null} */
    this.decision = null;
    /** @type {(() => void) | null} */
    this.onMain = null;
    /** Whether a pick lies open on the page as a card. @type {(pick: string) => boolean} */
    this.shown = () => false;
    /** What is printed on a thing that has no label in an offer. @type {(pick: string) => string} */
    this.titleOf = () => "";
    /** Whether the buttons stand in a row of their own, not among the lines. @type {() => boolean} */
    this.inRow = () => false;
  }

  /** A sentence and, if there is one, what the red button does. @param {{title: string, ask: string, aside?: string, clause?: string, main?: string, sign?: string, act?: () => void}} what */
  say({ title, ask, aside = "", clause, main, sign, act }) {
    this.paper.classList.remove("lined");
    this.heading(title, aside);
    this.setQuestion(ask, clause);
    for (const id of ["orders", "slip", "counts", "lines", "buttons"]) refill(part(id));
    part("does").hidden = true;
    this.slip.hide();
    this.lines = [];
    this.setMain(main ?? "", sign ?? "", act ?? null, Boolean(main));
  }

  /** @param {string} title @param {string} aside */
  heading(title, aside) {
    part("prompt-title").textContent = title;
    part("prompt-aside").textContent = aside;
  }

  /** @param {string} text @param {string} [clause] */
  setQuestion(text, clause) {
    const whole = `${text}|${clause}`;
    if (whole === this.question) return; // said once, when it changes
    this.question = whole;
    refill(this.ask, ...prose(text), clause ? " " : "", clauseLink(clause));
  }

  /** @param {string} label @param {string} sign @param {(() => void) | null} act @param {boolean} ready @param {string} [note] what it means or risks */
  setMain(label, sign, act, ready, note = "") {
    this.onMain = act;
    this.main.hidden = !label;
    this.main.classList.toggle("off", !ready);
    this.main.setAttribute("aria-disabled", String(!ready));
    const does = note ? html("span", {}, label, html("small", {}, capital(note))) : label;
    refill(this.main, sign && hasIcon(sign) ? icon(sign, 16) : null, does, ready ? html("kbd", {}, "Enter") : null);
  }

  /** @param {import("../protocol.js").Decision} decision */
  showOffer(decision) {
    const { offer, path } = this.picks;
    if (!offer) return;
    if (decision.title !== this.decision?.title) this.unfolded = false;
    const asked = `${decision.seat} ${decision.title} ${path.join(" ")}`;
    if (asked !== this.filtered) {
      this.filter = "";
      part("question").scrollTop = 0; // it is read from its head
    }
    this.filtered = asked;
    this.decision = decision;
    this.heading(decision.title || "Your choice", decision.secret ? "secret until all are sealed" : "");
    this.setQuestion(offer.prompt || decision.prompt, decision.clause);
    this.paper.classList.toggle("lined", this.picks.lined);
    this.paper.classList.toggle("quick", this.picks.quick);
    this.slip.show(offer.draft ?? "", offer.written || path.length > 0 || !offer.choices);
    refill(part("counts"), ...stepperRows(this.picks));
    this.lines = this.linesOf();
    const buttons = offer.picks.filter((pick) => split(pick.pick)[0] === "button" && pick.key !== "Enter").map((pick) => this.button(pick));
    const held = rowHolds(this.picks); // what follows stands in its row, not below
    showRows(this.picks, this.glow, buttons);
    refill(part("buttons"), ...(this.buttonsAsLines() || held ? [] : buttons));
    this.drawLines(held);
    this.offerMain(decision);
    this.tell(null);
  }

  /**
   * What a press would do, before it is done: of what is pointed at, else of what glows.
   * @param {{text?: string, label?: string, cost?: string, note?: string, plays?: boolean, risk?: boolean, refused?: boolean} | null | undefined} one
   */
  tell(one) {
    const line = part("does");
    const open = this.picks.asking && !this.picks.offer?.choice ? this.picks.open() : [];
    const rule = open.some((pick) => pick.plays) ? AT_ONCE : open.length && !this.decision?.secret ? WAITS : "";
    const what = one ? [[one.text ?? one.label, one.cost].filter(Boolean).join(", "), one.note].filter(Boolean).join(": ") : "";
    const does = !what || one?.refused ? rule : `${one?.plays ? "At once: " : one?.risk ? "Asks once more: " : ""}${capital(what)}`;
    line.hidden = !rule && !(this.picks.quick && what);
    line.textContent = line.title = line.hidden ? "" : does;
  }

  /** @param {import("../protocol.js").Decision} decision */
  offerMain(decision) {
    const offer = this.picks.offer;
    const entry = this.picks.finish;
    if (this.picks.played) this.notYet(decision);
    else if (offer?.choice) {
      const said = this.saysWhole(offer);
      const label = decision.secret ? "Seal the move" : said && said.length < 48 ? capital(said) : "Confirm";
      this.setMain(label, decision.secret ? "lock" : "", () => this.picks.confirm(), true);
    } else if (entry) {
      const sign = split(entry.pick)[1];
      this.setMain(
        entry.label,
        sign === "done" && !decision.secret ? "" : sign,
        () => this.picks.confirm(),
        true,
        [entry.cost, entry.note].filter(Boolean).join("; "),
      );
    } else this.notYet(decision);
  }

  /** What the red button would do, in a sentence; a choice without one by its verb and the label of its last pick. @param {import("../protocol.js").Offer} offer */
  saysWhole(offer) {
    const choice = offer.choices?.find((one) => one.text === offer.choice);
    const label = this.picks.questions.labels.get(offer.path.at(-1) ?? "");
    if (!this.picks.quick || !label || (choice && choice.says !== choice.text)) return choice?.says ?? "";
    return `${offer.choice?.split(" ")[0]}: ${label}`;
  }

  /** What has been picked but does not play at once, with its cost and its danger. @returns {Line[]} */
  chosenLine() {
    const { offer, path } = this.picks;
    const pick = this.picks.questions.offerAt(path.slice(0, -1))?.picks.find((one) => one.pick === path.at(-1));
    if (!offer?.choice || !this.picks.quick || !pick || !(pick.cost || pick.note)) return [];
    return [
      {
        key: "↵",
        text: capital(pick.label),
        note: pick.note,
        cost: pick.cost,
        risk: pick.risk,
        plays: true,
        path,
        place: this.glow.near(pick.pick),
        chosen: true,
      },
    ];
  }

  /** A new decision, whose first offer is under way: what stood there for the one before is gone. @param {import("../protocol.js").Decision} decision */
  begin(decision) {
    this.say({
      title: decision.title || "Your choice",
      ask: decision.prompt,
      aside: decision.secret ? "secret until all are sealed" : "",
      clause: decision.clause,
    });
    this.notYet(decision);
  }

  /** There is nothing yet that the red button could do. @param {import("../protocol.js").Decision} decision */
  notYet(decision) {
    if (this.picks.quick && !this.picks.finish)
      this.setMain("", "", null, false); // every press plays: there is nothing to confirm
    else this.setMain(decision.secret ? "Seal the move" : "Confirm", decision.secret ? "lock" : "", null, false);
  }

  mainPress() {
    if (this.onMain) this.onMain();
    else this.refuse("The choice is not complete: pick something that glows.");
  }

  /** @param {Pick} pick */
  button(pick) {
    const id = split(pick.pick)[1];
    return html(
      "button",
      { class: "btn", type: "button", title: pick.note, "data-pick": pick.pick, onclick: () => this.picks.add(pick.pick) },
      hasIcon(id) ? icon(id, 16) : null,
      pick.label,
      pick.cost ? html("small", {}, pick.cost) : null,
    );
  }

  /** Where nothing but buttons is asked, they are the choice and stand as its lines. */
  buttonsAsLines() {
    if (this.inRow()) return false;
    const rest = this.picks.offer?.picks.filter((pick) => pick.key !== "Enter") ?? [];
    return !this.picks.path.length && rest.every((pick) => split(pick.pick)[0] === "button");
  }

  /** The lines to choose from: whole choices when one pick is left of each, else the next picks. @returns {Line[]} */
  linesOf() {
    const { offer, path } = this.picks;
    if (!offer) return [];
    const open = openRow(this.picks) !== null;
    const cap = (/** @type {number} */ at, /** @type {string} */ own = "") => own || (open || at >= MANY ? "" : String(at + 1));
    const buttonsToo = this.buttonsAsLines();
    const stepped = new Set(this.picks.counted ? this.picks.targets.map((target) => target.pick) : []);
    // what has a row on the slip needs no line beside it
    if (!this.picks.targets.length) for (const row of offer.lines ?? []) stepped.add(row.pick ?? "");
    const picks = this.picks.open().filter((pick) => {
      const kind = split(pick.pick)[0];
      return (
        kind !== "count" &&
        (kind !== "button" || buttonsToo) &&
        pick.key !== "Enter" &&
        !stepped.has(pick.pick) &&
        pick.pick !== this.picks.base.at(-1) &&
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
        plays: pick.plays,
        path: this.picks.pathTo(pick.pick),
        place: this.glow.near(pick.pick),
        onBoard: this.glow.placeOf(pick.pick) !== null,
      };
    });
    const about = (/** @type {string[]} */ picks) => !this.picks.quick || path.every((pick, at) => picks[at] === pick); // of what is being chosen
    const refused = (offer.refused ?? [])
      .filter((one) => about(one.picks ?? []) && !this.shown(one.picks?.at(-1) ?? ""))
      .map((one) => ({
        key: "",
        text: this.named(one),
        note: one.why,
        clause: one.clause,
        path: one.picks ?? [],
        refused: true,
        place: one.picks?.length ? this.glow.placeOf(one.picks[one.picks.length - 1]) : null,
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

  /** @param {boolean} [elsewhere] whether the slip's rows hold them already */
  drawLines(elsewhere = false) {
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
    const wanted = folds ? found.filter((line) => !line.refused) : found;
    const filter =
      all.length > MANY && (!folds || wanted.length > MANY || this.filter)
        ? html(
            "li",
            {},
            html("input", {
              class: "filter",
              type: "search",
              placeholder: "Filter",
              "aria-label": "Filter the choices",
              value: this.filter,
              oninput: (/** @type {InputEvent} */ event) => {
                this.filter = /** @type {HTMLInputElement} */ (event.target).value;
                this.drawLines();
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
            this.drawLines();
          },
        },
        html("span"),
        html("span", {}, `${count} more are not possible: show why`),
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
    const press = () => (line.refused ? this.refuse(line.note ?? "", line.clause) : this.picks.choose(line.path, line.plays));
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
          ondblclick: () => line.refused || this.picks.choose(line.path, true),
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
      ),
      small,
    );
  }

  /** The space that is pointed at and its line light up together. @param {string | null} place */
  warmLine(place) {
    for (const line of [...part("lines").children, ...part("orders").children]) {
      line.classList.toggle("hot", place !== null && /** @type {HTMLElement} */ (line).dataset.place === place);
    }
  }

  /** @param {string} cap @returns {boolean} whether a line has that cap */
  pressCap(cap) {
    const button = this.picks.offer?.picks.find(
      (pick) => pick.key?.toLowerCase() === cap.toLowerCase() && split(pick.pick)[0] === "button",
    );
    if (button) {
      this.picks.add(button.pick);
      return true;
    }
    const line = this.lines.find((one) => one.key.toLowerCase() === cap.toLowerCase() && !one.refused);
    if (line) this.picks.choose(line.path, line.plays);
    return Boolean(line);
  }
}
