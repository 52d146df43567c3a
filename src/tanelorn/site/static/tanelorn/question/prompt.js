// @ts-check
/** The paper with the question: what is asked, the order slip, what a press would do, the one red button. */

import { drawOdds } from "../battle/odds.js";
import { split } from "../choices/offers.js";
import { capital, clauseLink, hasIcon, html, icon, part, prose, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { stepperRows } from "./counts.js";
import { Lines } from "./lines.js";
import { Note } from "./note.js";
import { Possible } from "./possible.js";
import { rowHolds, showRows } from "./rows.js";
import { slip } from "./slip.js";
import { saysUndone } from "./undone.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {import("../protocol.js").State} State */

const AT_ONCE = gettext("One press plays it, Undo takes it back.");
const WAITS = gettext("Your choice waits for the red button.");

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
    this.lines = new Lines(picks, glow, refuse, (line) => this.tell(line));
    this.paper = part("prompt");
    this.main = /** @type {HTMLButtonElement} */ (part("main"));
    this.ask = part("ask");
    this.question = "";
    this.slip = slip(part("slip"), picks);
    this.main.addEventListener("click", () => this.mainPress());
    picks.addEventListener("play", () => this.decision && this.notYet(this.decision)); // once is enough
    /** @type {import("../protocol.js").Decision | null} */
    this.decision = null;
    /** @type {(() => void) | null} */
    this.onMain = null;
    /** Whether the buttons stand in a row of their own, not among the lines. @type {() => boolean} */
    this.inRow = () => false;
    this.note = new Note();
    this.possible = new Possible(this);
  }

  /** A sentence and, if there is one, what the red button does. @param {{title: string, ask: string, aside?: string, clause?: string, main?: string, sign?: string, act?: () => void}} what */
  say(what) {
    this.note.leave();
    this.show(what);
  }

  /** @param {Parameters<Prompt["say"]>[0]} what */
  show({ title, ask, aside = "", clause, main, sign, act }) {
    this.paper.classList.remove("lined");
    this.heading(title, aside);
    this.setQuestion(ask, clause);
    this.possible.offer(false);
    for (const id of ["orders", "slip", "counts", "buttons", "ahead"]) refill(part(id));
    this.lines.clear();
    part("does").hidden = true;
    this.slip.hide();
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
    const does = html("span", {}, html("span", { class: "does-main" }, label), note ? html("small", {}, capital(note)) : null);
    refill(this.main, sign && hasIcon(sign) ? icon(sign, 16) : null, does, ready ? html("kbd", {}, gettext("Enter")) : null);
  }

  /** @param {import("../protocol.js").Decision} decision */
  showOffer(decision) {
    const { offer, path } = this.picks;
    if (!offer) return;
    if (this.lines.asked(decision, path)) part("question").scrollTop = 0; // it is read from its head
    this.decision = decision;
    this.heading(decision.title || gettext("Your choice"), decision.secret ? gettext("secret until all are sealed") : "");
    this.setQuestion(offer.prompt || decision.prompt, decision.clause);
    this.paper.classList.toggle("lined", this.picks.lined);
    this.paper.classList.toggle("quick", this.picks.quick);
    this.slip.show(offer.draft, offer.written || path.length > 0 || !offer.choices);
    refill(part("counts"), ...stepperRows(this.picks));
    const buttons = offer.picks.filter((pick) => split(pick.pick)[0] === "button" && pick.key !== "Enter").map((pick) => this.button(pick));
    const held = rowHolds(this.picks); // what follows stands in its row, not below
    showRows(this.picks, this.glow, buttons);
    const asLines = this.buttonsAsLines();
    refill(part("buttons"), ...(asLines || held ? [] : buttons));
    this.lines.show(asLines, held);
    this.showAhead(asLines);
    this.offerMain(decision);
    this.tell(null);
    this.note.show(decision, this.picks.moment, !this.picks.lined && path.length > 0);
    this.possible.offer(true);
  }

  /** What the rolls may bring to which buttons lead; a line has that of its own. @param {boolean} asLines whether the buttons stand as lines */
  showAhead(asLines) {
    const picks = this.picks.offer?.picks.filter(
      (pick) => pick.chances && (pick.key === "Enter" || (!asLines && split(pick.pick)[0] === "button")),
    );
    refill(
      part("ahead"),
      ...(picks ?? []).map(
        (pick) =>
          pick.chances &&
          html(
            "div",
            {},
            html("b", {}, pick.label),
            drawOdds(pick.chances, (seat) => this.glow.pieces.colourOf(seat)),
          ),
      ),
    );
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
    const says = !what || one?.refused ? rule : saysPress(one, capital(what));
    const does = one?.text && says === capital(one.text) ? rule : says; // no more than stands on the line itself
    line.hidden = !does || (!rule && !this.picks.quick);
    line.textContent = line.title = line.hidden ? "" : does;
  }

  /** @param {import("../protocol.js").Decision} decision */
  offerMain(decision) {
    const offer = this.picks.offer;
    const entry = this.picks.finish;
    if (this.picks.played) this.notYet(decision);
    else if (offer?.choice) {
      const said = this.saysWhole(offer);
      const label = decision.secret ? gettext("Seal the move") : said && said.length < 48 ? capital(said) : gettext("Confirm");
      this.setMain(label, decision.secret ? "lock" : "", () => this.picks.confirm(), true);
    } else if (entry) {
      const sign = split(entry.pick)[1];
      this.setMain(
        entry.label,
        sign === "done" && !decision.secret ? "" : sign,
        () => this.picks.confirm(),
        true,
        [[entry.cost, entry.note].filter(Boolean).join("; "), saysUndone(this.picks, decision.undone)].filter(Boolean).join(". "),
      );
    } else this.notYet(decision);
  }

  /** What the red button would do, in a sentence; a choice without one by its verb and the label of its last pick, which may begin with it. @param {import("../protocol.js").Offer} offer */
  saysWhole(offer) {
    const choice = offer.choices?.find((one) => one.text === offer.choice);
    const label = this.picks.questions.labels.get(offer.path.at(-1) ?? "");
    if (!this.picks.quick || !label || (choice && choice.says !== choice.text)) return choice?.says ?? "";
    if (
      this.picks.questions.offerAt(offer.path.slice(0, -1))?.picks.some((pick) => pick.pick === offer.path.at(-1) && pick.key === "Enter")
    )
      return label; // as this very button said it before
    const verb = offer.choice?.split(" ")[0] ?? "";
    return label.split(/\W/)[0]?.toLowerCase() === verb.toLowerCase() ? label : `${verb}: ${label}`;
  }

  /** A new decision, whose first offer is under way: what stood there for the one before is gone. @param {import("../protocol.js").Decision} decision */
  begin(decision) {
    this.show({
      title: decision.title || gettext("Your choice"),
      ask: decision.prompt,
      aside: decision.secret ? gettext("secret until all are sealed") : "",
      clause: decision.clause,
    });
    this.notYet(decision);
    this.note.show(decision, this.picks.moment);
  }

  /** There is nothing yet that the red button could do. @param {import("../protocol.js").Decision} decision */
  notYet(decision) {
    if (this.picks.quick && !this.picks.finish)
      this.setMain("", "", null, false); // every press plays: there is nothing to confirm
    else this.setMain(decision.secret ? gettext("Seal the move") : gettext("Confirm"), decision.secret ? "lock" : "", null, false);
  }

  mainPress() {
    if (this.onMain) this.onMain();
    else if (this.picks.asking && this.picks.busy)
      this.picks.confirm(); // what it means is known once the answer has come
    else if (this.picks.asking) this.refuse(gettext("The choice is not complete: pick something that glows."));
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

  /** @param {string} cap @returns {boolean} whether a line has that cap */
  pressCap(cap) {
    const button = this.picks.offer?.picks.find((pick) => pick.key.toLowerCase() === cap.toLowerCase() && split(pick.pick)[0] === "button");
    if (button) {
      this.picks.add(button.pick);
      return true;
    }
    return this.lines.pressCap(cap);
  }
}

/** What a press does, and whether it plays at once or asks once more. @param {{plays?: boolean, risk?: boolean} | null | undefined} one @param {string} what */
function saysPress(one, what) {
  if (one?.plays) return gettext("At once: %(what)s", { what });
  return one?.risk ? gettext("Asks once more: %(what)s", { what }) : what;
}
