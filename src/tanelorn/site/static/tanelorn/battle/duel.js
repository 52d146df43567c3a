// @ts-check
/**
 * The battle window: over the lower part of the board, a sheet on a phone. While it is open the question's buttons stand in it, on a
 * phone the whole question at its head; folded to a bar it gives them back, and on a low page it lies beside the drawer that has them. It holds no focus and hides no key.
 */

import { clauseLink, html, icon, part, prose, refill, stillness, svg } from "../page/elements.js";
import { murmur } from "../page/notices.js";
import { LOW, SMALL } from "../page/small.js";
import { gettext } from "../page/words.js";
import { tumble } from "./dice.js";
import { diceOf, half, middleOf, saysDice, tableOf } from "./duelists.js";
import { drawOdds } from "./odds.js";

/** @typedef {import("../protocol.js").Duel} Duel */

const TUMBLING = 700;
const COUNTING = 380;
const TIPPING = 240;
const EASE = "cubic-bezier(.2,.7,.25,1)";

export class DuelWindow {
  /** @param {import("../board/board.js").Board} board @param {(seat: number) => number} colourOf */
  constructor(board, colourOf) {
    this.board = board;
    this.colourOf = colourOf;
    this.window = part("duel");
    /** @type {Duel | null} */
    this.duel = null;
    this.drawn = "";
    this.folded = false;
    this.answers = document.getElementById("prompt") !== null; // the replay asks nothing
    /** What changes when it opens, folds or closes. @type {() => void} */
    this.onFold = () => {};
    /** @type {() => void} */
    this.onDrawn = () => {};
    /** @type {(() => void) | null} ends all motion */
    this.stop = null;
    part("duel-fold").addEventListener("click", (event) => {
      event.stopPropagation();
      this.fold(!this.folded);
    });
    part("duel-head").addEventListener("click", (event) => {
      if (this.folded && !(/** @type {Element} */ (event.target).closest("[data-clause]"))) this.fold(false);
    });
    new ResizeObserver(() => this.cover()).observe(this.window);
    for (const page of [SMALL, LOW])
      page.addEventListener("change", () => {
        this.lend();
        this.onFold(); // what is listed beside it differs too
      });
  }

  /** Whether it is there to be read and pressed. */
  get open() {
    return this.duel !== null && !this.folded;
  }

  /** @param {Duel | null} duel */
  show(duel) {
    const face = JSON.stringify(duel);
    if (face === this.drawn) return;
    const other = duel?.title !== this.duel?.title || duel?.space !== this.duel?.space;
    this.stop?.();
    this.drawn = face;
    this.duel = duel;
    if (other) this.folded = false; // another battle is looked at first
    this.window.hidden = !duel;
    if (duel) this.draw(duel);
    else for (const id of ["duel-title", "duel-segments", "duel-halves", "duel-table", "duel-chances", "duel-odds"]) refill(part(id));
    this.markSpace();
    this.lend();
    this.cover();
    if (duel && other) this.lookAt();
    this.onDrawn();
    if (other) this.onFold();
  }

  /** @param {Duel} duel */
  draw(duel) {
    refill(part("duel-title"), icon("sword", 22), html("span", {}, duel.title));
    refill(part("duel-note"), duel.note ? html("i", {}, duel.note) : null, " ", clauseLink(duel.clause));
    refill(
      part("duel-segments"),
      ...duel.segments.map((tab) => html("li", { class: tab.state, "aria-current": tab.state === "now" ? "step" : null }, tab.title)),
    );
    refill(
      part("duel-halves"),
      half(duel.sides[0], this.colourOf, "left", diceOf(duel, 0)),
      middleOf(duel),
      half(duel.sides[1], this.colourOf, "right", diceOf(duel, 1)),
    );
    refill(part("duel-table"), tableOf(duel));
    refill(part("duel-chances"), duel.chances ? drawOdds(duel.chances, this.colourOf) : null);
    refill(part("duel-odds"), ...prose(duel.odds), ...duel.clauses.flatMap((clause) => [" ", clauseLink(clause)]));
    refill(
      part("duel-short"),
      ...duel.sides.map((side) => html("span", {}, side.title, " ", html("b", { class: "num" }, side.total ?? "–"))),
    );
  }

  /** @param {boolean} folded @returns {boolean} whether that changed anything */
  fold(folded) {
    if (!this.duel || folded === this.folded) return false;
    this.folded = folded;
    this.lend();
    this.cover();
    this.onFold();
    return true;
  }

  /** The buttons of the question stand where the eyes are: in the window while it is open, on the prompt otherwise. */
  lend() {
    const { open } = this;
    this.window.classList.toggle("folded", this.folded);
    part("duel-fold").setAttribute("aria-expanded", String(open));
    part("duel-fold").setAttribute("aria-label", this.folded ? gettext("Open the battle") : gettext("Fold the battle"));
    document.body.classList.toggle("dueling", open);
    if (!this.answers) return;
    const had = /** @type {HTMLElement | null} */ (document.activeElement);
    const whole = open && SMALL.matches && !LOW.matches;
    const buttons = open && !SMALL.matches;
    const prompt = part("prompt");
    move(part("question"), whole ? part("duel-question") : prompt, "first");
    move(part("acts"), whole ? this.window : prompt);
    const stand = document.getElementById("stand"); // not in a trial, nor in a lesson
    if (stand && stand.nextElementSibling !== part("acts")) part("acts").before(stand);
    move(part("buttons"), buttons ? part("duel-foot") : part("question"));
    move(part("main"), buttons ? part("duel-foot") : part("acts"));
    if (had !== document.activeElement) had?.focus();
  }

  /** How much of the board lies under it: so far may the board be pushed up. */
  cover() {
    const board = this.board.frame.getBoundingClientRect();
    const top = this.duel ? this.window.getBoundingClientRect().top : board.bottom;
    const covered = Math.round(Math.max(0, board.bottom - top));
    if (covered === this.board.camera.covered) return;
    this.board.camera.cover(covered);
    if (this.open) this.lookAt();
  }

  /** Bring the place of the battle into what is left of the board. */
  lookAt() {
    const space = this.board.spaces.get(this.duel?.space ?? "");
    if (space) this.board.camera.reveal(space.x, space.y);
  }

  markSpace() {
    const space = this.board.spaces.get(this.duel?.space ?? "");
    const shape = !space
      ? null
      : space.outline
        ? svg("path", { d: space.outline, class: "fought" })
        : svg("circle", { cx: space.x, cy: space.y, r: this.board.reachOf(space), class: "fought" });
    this.board.layers.battle.replaceChildren(...(shape ? [shape] : []));
  }

  /** Throw the dice that the window shows: they tumble, the totals count, who lost tips over. Any input ends it. @param {Duel | null} [before] */
  roll(before = null) {
    const { duel } = this;
    if (!duel) return;
    murmur(saysDice(duel));
    if (stillness.matches || !this.open) return;
    this.stop?.();
    const ends = [...this.window.querySelectorAll("[data-die]")].map((place) =>
      tumble(/** @type {Element} */ (place.firstElementChild), Number(/** @type {HTMLElement} */ (place).dataset.die)),
    );
    const totals = [...this.window.querySelectorAll(".total")].map((element, at) =>
      countUp(/** @type {HTMLElement} */ (element), before?.sides[at]?.total ?? null, duel.sides[at].total ?? null),
    );
    const tips = [...this.window.querySelectorAll(".beaten .fighter .card")].map((card) =>
      card.animate([{ transform: "none", opacity: 1 }, {}], {
        delay: TUMBLING + COUNTING,
        duration: TIPPING,
        easing: EASE,
        fill: "backwards",
      }),
    );
    const signs = [...this.window.querySelectorAll(".end")].map((sign) =>
      sign.animate([{ opacity: 0 }, {}], { delay: TUMBLING + COUNTING, duration: TIPPING, fill: "backwards" }),
    );
    const stop = () => {
      this.stop = null;
      for (const event of ["pointerdown", "keydown"]) removeEventListener(event, stop, true);
      for (const end of [...ends, ...totals]) end();
      for (const motion of [...tips, ...signs]) motion.finish();
    };
    this.stop = stop;
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, stop, true);
  }
}

/** @param {HTMLElement} element @param {HTMLElement} place @param {"first" | "last"} [where] */
function move(element, place, where = "last") {
  if (element.parentElement === place) return;
  if (where === "first") place.prepend(element);
  else place.append(element);
}

/** A total counts from what it was to what it is, once the dice lie. Returns what ends it. @param {HTMLElement} element @param {number | null} from @param {number | null} to */
function countUp(element, from, to) {
  if (to === null || from === null || from === to) return () => {};
  const began = performance.now() + TUMBLING;
  let frame = 0;
  const step = (/** @type {number} */ now) => {
    const done = Math.min(1, Math.max(0, (now - began) / COUNTING));
    element.textContent = String(Math.round(from + (to - from) * done));
    if (done < 1) frame = requestAnimationFrame(step);
  };
  step(performance.now());
  return () => {
    cancelAnimationFrame(frame);
    element.textContent = String(to);
  };
}
