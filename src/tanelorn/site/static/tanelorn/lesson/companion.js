// @ts-check
/** The companion of a guided game: says what to look at, waits until it is done, explains what the rules made of it. */
import { key } from "../choices/offers.js";
import { clauseLink, html, part, prose, refill } from "../page/elements.js";
import { LOW, SMALL, UPRIGHT } from "../page/small.js";
import { gettext } from "../page/words.js";
import { openTab } from "../papers/drawer.js";

/** @typedef {import("../protocol.js").Companion} Said */

const EDGE = 20; // pixels at the head of the papers: the margin of a paper, where what has been scrolled away fades out

export class Companion {
  /** @param {import("../table/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.sheet = document.getElementById("companion"); // only a guided game has one
    this.said = ""; // what was said last
    this.wanted = ""; // the choice that the step asks for
    this.shown = ""; // the one that was last shown
    /** @type {string | null} the picks that it was found to be */
    this.laid = null;
    /** @type {string[]} spaces that are spoken of */
    this.places = [];
    session.picks.addEventListener("change", () => this.tellShown());
    for (const page of [SMALL, LOW, UPRIGHT])
      page.addEventListener("change", () => {
        this.stand();
        this.comeIntoView();
      });
    if (this.sheet) new ResizeObserver(() => this.lookThere()).observe(session.board.frame); // the board was fitted anew
  }

  /** Whether it explains what is asked. */
  get speaks() {
    return Boolean(this.sheet && !this.sheet.hidden);
  }

  /** Say where to press once the choice that was to be shown lies ready. */
  tellShown() {
    if (!this.sheet) return;
    const { offer, busy, path, waiting } = this.session.picks;
    const read = Boolean(offer) && !busy && !waiting.length; // else the text itself may still wait to be read
    const lies = Boolean(this.wanted) && this.shown === this.wanted && read;
    if (lies) this.laid ??= key(path);
    const ready = lies && this.laid === key(path); // not once something else was picked
    this.sheet.dataset.ready = String(ready);
    const button = this.sheet.querySelector("[data-show]");
    if (button) button.textContent = ready ? gettext("Now press the red button") : gettext("Show me");
  }

  /** Make the picks of a choice, so that only the red button is wanting; once they are made, lead there. @param {string} text */
  showChoice(text) {
    if (this.sheet?.dataset.ready === "true") {
      part("main").focus(); // who reads "Now press the red button" on a button may well press that one
      return;
    }
    this.session.news.waveOn(); // the question stands behind what was revealed
    this.shown = text;
    this.laid = null;
    this.session.picks.read(text);
  }

  /** Have the question read from the companion's words, which stand above it; false if there are none. */
  comeIntoView() {
    if (!this.sheet || this.sheet.hidden) return false;
    this.sheet.scrollIntoView({ block: "start" });
    return true;
  }

  /** @param {import("../protocol.js").State} state */
  show(state) {
    const { sheet } = this;
    if (!sheet) return;
    const said = state.companion;
    sheet.hidden = !said;
    this.stand();
    this.wanted = said?.show ?? "";
    this.ring(said?.at ?? []);
    if (!said) return;
    if (sheet.dataset.moment !== String(state.moment)) {
      this.shown = "";
      this.tellShown(); // at once: the red button means something else by now, though the words may be the same
    }
    sheet.dataset.moment = String(state.moment);
    const words = JSON.stringify(said);
    if (words === this.said) return;
    this.said = words;
    sheet.dataset.stage = said.stage;
    refill(part("companion-title"), said.title);
    refill(part("companion-step"), said.stage === "over" ? "" : gettext("%(number)s of %(all)s", { number: said.number, all: said.steps }));
    refill(part("companion-words"), ...this.words(said));
    refill(part("companion-acts"), ...this.acts(said, state));
    this.tellShown();
    this.lookThere();
    openTab("choose"); // on a small page it speaks there alone
    if (said.stage === "done") part("companion-acts").querySelector("button")?.focus({ preventScroll: true }); // Enter goes on
    this.comeIntoView();
    requestAnimationFrame(() => this.lookAtPaper(state)); // when the papers have been drawn
  }

  /** Bring a paper or a gauge that is named to the head of the others, without moving what is asked; a title of one word, such
   *  as “Turn”, is too common to be a name. @param {import("../protocol.js").State} state */
  lookAtPaper({ scene }) {
    const words = `${part("companion-title").textContent} ${part("companion-words").textContent}`.toLowerCase();
    const named = [...scene.papers, ...scene.gauges].find(({ title }) => title.includes(" ") && words.includes(title.toLowerCase()));
    const beside = part("beside");
    beside.classList.toggle("named", named !== undefined);
    const head = [...beside.querySelectorAll(":is(#papers, #gauges) h2")].find(({ textContent }) =>
      textContent?.startsWith(named?.title ?? "\n"),
    );
    if (head) beside.scrollTop += head.getBoundingClientRect().top - beside.getBoundingClientRect().top - EDGE;
  }

  /** Stand above the question, on an upright page at the head of its paper, or on a small page above the battle that covers it. */
  stand() {
    const { sheet } = this;
    if (!sheet) return;
    const [prompt, question] = [part("prompt"), part("question")]; // a battle has the question in its window
    const asked = UPRIGHT.matches && prompt.contains(question) ? question : prompt;
    const over = question.parentElement === part("duel-question") ? part("duel-question") : asked;
    if (sheet.nextElementSibling !== over) over.before(sheet);
  }

  /** @param {Said} said */
  words(said) {
    if (said.stage === "done" && said.means)
      return [html("p", { class: "means" }, ...prose(said.means), " ", said.clause ? clauseLink(said.clause) : "")];
    if (said.stage === "elsewhere") return [html("p", {}, ...prose(said.otherwise))];
    return [html("p", {}, ...prose(said.look), " ", said.clause ? clauseLink(said.clause) : "")];
  }

  /** @param {Said} said @param {import("../protocol.js").State} state */
  acts(said, state) {
    const { wire, acts, news, viewer } = this.session;
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, main = false, show = "") =>
      html("button", { type: "button", class: main ? "btn main" : "btn", "data-show": show || null, onclick }, words);
    const on = (/** @type {string} */ act) => () => {
      news.waveOn();
      wire.send({ type: "lesson", act, step: said.number });
    };
    const made = [];
    if (said.stage === "done") made.push(button(gettext("Go on"), on("on"), true));
    if (said.show) made.push(button(gettext("Show me"), () => this.showChoice(said.show), false, said.show));
    if (said.stage === "elsewhere") {
      if (state.undo.can && viewer >= 0) made.push(button(gettext("Take it back"), () => acts.undo()));
      made.push(button(gettext("Begin this step again"), () => this.again(said)));
    }
    made.push(button(said.stage === "over" ? gettext("Close") : gettext("Play on freely"), on("free")));
    return made;
  }

  /** @param {Said} said */
  again(said) {
    const form = /** @type {HTMLFormElement} */ (part("companion-again"));
    form.action = said.again;
    /** @type {HTMLInputElement} */ (part("companion-number")).value = String(said.number);
    form.submit();
  }

  /** Ring what is to be looked at: spaces, or where pieces stand. @param {string[]} at */
  ring(at) {
    const { board, glow, pieces } = this.session;
    this.places = at.map((id) => (board.spaces.has(id) ? id : pieces.spaceOf(id))).filter((place) => place !== null);
    board.layers.look?.replaceChildren(...this.places.flatMap((place) => [glow.area(place, "lookat0"), glow.area(place, "lookat")]));
  }

  /** Bring what is spoken of into the window of the board. */
  lookThere() {
    const { board } = this.session;
    const there = this.places.map((place) => board.spaces.get(place)).filter((space) => space !== undefined);
    if (there.length) board.camera.revealAll(there);
  }
}
