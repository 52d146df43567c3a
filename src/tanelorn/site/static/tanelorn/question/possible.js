// @ts-check
/** “What can I do?”: everything that can be picked now lights up and stands in a list, by what it is; each line is the pick itself. */
import { saysOdds } from "../battle/odds.js";
import { halves, split } from "../choices/offers.js";
import { capital, clauseLink, html, part, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { openTab } from "../papers/drawer.js";
import { Advice, percent } from "./advice.js";
import { notesWanted, tellNotesAgain, wishNotes } from "./note.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {{title: string, lines: HTMLElement[]}} Group */

const KINDS = {
  piece: gettext("Pieces"),
  space: gettext("Places on the board"),
  card: gettext("Cards"),
  button: gettext("What else there is"),
  count: "",
};
const WRITTEN = gettext("Orders to write");
const ONLY = gettext("Your answer"); // where nothing but buttons is asked

export class Possible {
  /** @param {import("./prompt.js").Prompt} prompt */
  constructor(prompt) {
    this.prompt = prompt;
    this.picks = prompt.picks;
    this.glow = prompt.glow;
    this.list = part("possible");
    this.button = part("possible-button");
    this.trying = document.getElementById("try-button"); // a trial, and a guided game, have none
    this.advice = new Advice(prompt.picks);
    this.advice.onChange = () => this.open && this.drawAgain();
    this.of = ""; // the question whose list it is: another one closes it
    this.button.addEventListener("click", () => this.turn());
    /** Bring a place into sight. @type {(place: string) => void} */
    this.reveal = () => {};
    /** Try it out on a copy. @type {() => void} */
    this.onTry = () => {};
    this.trying?.addEventListener("click", () => this.onTry());
  }

  get open() {
    return !this.list.hidden;
  }

  turn() {
    if (this.open) this.close();
    else if (this.picks.asking) this.picks.soon(() => !this.button.hidden && this.unfold());
  }

  /** There is something to ask about, or not. @param {boolean} asked */
  offer(asked) {
    this.button.hidden = !asked;
    if (this.trying) this.trying.hidden = !asked || Boolean(this.prompt.decision?.sealed);
    if (this.open && (!asked || this.of !== this.question())) this.fold();
  }

  question() {
    return [this.picks.seat, this.picks.moment, ...this.picks.path].join(" ");
  }

  unfold() {
    openTab("choose");
    this.of = this.question();
    this.list.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.prompt.paper.classList.add("telling");
    document.body.classList.add("lit");
    this.draw();
    this.glow.warm(this.places());
    part("question").scrollTop = 0;
    this.enter();
  }

  /** @returns {boolean} whether it was open */
  close() {
    if (!this.open) return false;
    const had = this.list.contains(document.activeElement) || document.activeElement === document.body;
    this.fold();
    if (had) this.button.focus();
    return true;
  }

  fold() {
    this.list.hidden = true;
    refill(this.list);
    this.button.setAttribute("aria-expanded", "false");
    this.prompt.paper.classList.remove("telling");
    document.body.classList.remove("lit");
    this.glow.warm([]);
  }

  /** All places that can be picked, or where a thing lies that can. */
  places() {
    const near = this.picks.open().map((pick) => this.glow.near(pick.pick));
    return [...new Set(near.filter((place) => place !== null))];
  }

  /** Draw anew what somebody may be reading: by the keyboard they go on at what has come. */
  drawAgain() {
    const had = this.list.contains(document.activeElement);
    this.draw();
    if (had) this.enter();
  }

  /** Give the keyboard the first line. */
  enter() {
    /** @type {HTMLElement | null} */ (this.list.querySelector("button.ch") ?? this.list.querySelector("button"))?.focus({
      preventScroll: true,
    });
  }

  draw() {
    const { offer } = this.picks;
    if (!offer) return;
    const groups = [...this.groups(), this.ending()].filter((group) => group.lines.length);
    refill(
      this.list,
      this.prompt.decision?.note ? html("p", { class: "for" }, this.prompt.decision.note) : null,
      ...this.advice.draw(this.prompt.decision, (line, note) => this.advised(line, note)),
      ...groups.flatMap(({ title, lines }) => [html("h3", {}, title), html("ul", { class: "choices", "aria-label": title }, ...lines)]),
      this.refused(),
      this.notes(),
      html("button", { class: "btn", type: "button", onclick: () => this.close() }, gettext("Close")),
    );
  }

  /** A choice that a bot would make: a press writes it. @param {import("../protocol.js").Advised} line @param {string} note */
  advised(line, note) {
    const write = () => {
      this.close();
      this.picks.choose(line.picks);
    };
    const places = [...new Set(line.picks.map((pick) => this.glow.near(pick)).filter((place) => place !== null))];
    return this.row(line.says, note, percent(line.expected), write, places.at(-1) ?? null);
  }

  /** What can be picked, by the act that its label begins with, else by what it is. @returns {Group[]} */
  groups() {
    const open = this.picks.open().filter((pick) => pick.key !== "Enter" && split(pick.pick)[0] !== "count");
    const only = open.every((pick) => split(pick.pick)[0] === "button");
    const written = new Set(this.picks.offer?.lines.map((line) => line.pick));
    /** @type {Map<string, HTMLElement[]>} */
    const groups = new Map();
    for (const pick of open) {
      const [act, thing] = halves(pick.label);
      const title =
        act || (written.has(pick.pick) ? WRITTEN : only ? ONLY : KINDS[/** @type {keyof typeof KINDS} */ (split(pick.pick)[0])]);
      groups.set(title, [...(groups.get(title) ?? []), this.line(pick, thing)]);
    }
    return [...groups].map(([title, lines]) => ({ title, lines }));
  }

  /** @param {Pick} pick @param {string} text */
  line(pick, text) {
    const place = this.glow.near(pick.pick);
    const name = place && split(pick.pick)[0] !== "space" ? this.glow.board.nameOf(place) : "";
    const where = name && !`${text} ${pick.note}`.includes(name) ? name : "";
    const press = () => {
      this.close();
      this.picks.add(pick.pick);
    };
    const note = [where, pick.note, pick.chances ? saysOdds(pick.chances) : ""].filter(Boolean).join("; ");
    return this.row(capital(text), note, pick.cost, press, place);
  }

  /** @param {string} text @param {string} note @param {string} cost @param {() => void} press @param {string | null} [place] */
  row(text, note, cost, press, place = null) {
    const warm = () => this.glow.warm(place ? [place] : this.places());
    const cool = () => this.open && this.glow.warm(this.places());
    const focus = () => {
      warm();
      if (place) this.reveal(place);
    };
    return html(
      "li",
      { class: "line", "data-place": place },
      html(
        "button",
        { class: "ch", type: "button", onclick: press, onpointerenter: warm, onpointerleave: cool, onfocus: focus, onblur: cool },
        html("span", {}, text, note ? html("small", {}, note) : null),
        cost ? html("span", { class: "cost" }, cost) : null,
      ),
    );
  }

  /** The red button, and what takes back. @returns {Group} */
  ending() {
    const { main } = this.prompt;
    const lines = [];
    const says = main.querySelector(".does-main")?.textContent ?? "";
    if (!main.hidden && this.prompt.onMain)
      lines.push(
        this.row(says, gettext("the red button"), "", () => {
          this.close();
          this.prompt.mainPress();
        }),
      );
    const undo = part("undo");
    const what = this.picks.path.length ? gettext("put down what was picked last") : gettext("take back what was done last");
    if (!undo.hidden && !undo.classList.contains("off"))
      lines.push(
        this.row(gettext("Undo"), what, "", () => {
          this.close();
          undo.click();
        }),
      );
    return { title: gettext("To go on, or back"), lines };
  }

  /** What is not possible, and why. */
  refused() {
    const refused = this.picks.offer?.refused ?? [];
    if (!refused.length) return null;
    return html(
      "details",
      {},
      html("summary", {}, gettext("Not possible now: %(count)s", { count: refused.length })),
      html(
        "ul",
        {},
        ...refused.map((one) => html("li", {}, html("b", {}, this.prompt.lines.named(one)), ` ${one.why} `, clauseLink(one.clause))),
      ),
    );
  }

  /** The switch of the notes. */
  notes() {
    const switched = (/** @type {Event} */ event) => wishNotes(/** @type {HTMLInputElement} */ (event.target).checked);
    const again = (/** @type {Event} */ event) => {
      tellNotesAgain();
      /** @type {HTMLInputElement} */ (this.list.querySelector(".notes input")).checked = true;
      /** @type {HTMLElement} */ (event.target).textContent = gettext("They will be shown again");
    };
    return html(
      "p",
      { class: "notes" },
      html(
        "label",
        {},
        html("input", { type: "checkbox", checked: notesWanted(), onchange: switched }),
        " ",
        gettext("A note on each new kind of question"),
      ),
      html("button", { class: "btn", type: "button", onclick: again }, gettext("Show all again")),
    );
  }
}
