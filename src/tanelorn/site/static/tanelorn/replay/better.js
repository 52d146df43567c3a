// @ts-check
/**
 * What would have been better: of the choices after which most was lost a bot says what it would have done, one after the
 * other, by what their seat knew then.
 */
import { emblem, html, part, plain, refill } from "../page/elements.js";
import { gettext, ngettext } from "../page/words.js";
import { percent } from "../question/advice.js";

/** @typedef {import("../protocol.js").Frame} Frame */
/** @typedef {import("../protocol.js").Review} Review */
/** @typedef {import("./phases.js").Phase} Phase */
/** @typedef {{at: number, seat: number, lost: number, now: number, phase: Phase}} Choice what a seat lost in the phase of a choice, and at once */

const MOST = 48; // choices that are looked at
const IN_A_PHASE = 6; // of one seat
const TOLD = 8; // that could have been better
const BETTER = 0.01; // what gains less is as good
const LONGEST = 60_000; // milliseconds after which no other choice is looked at

export class Better {
  /** @param {string} table @param {(at: number) => void} go */
  constructor(table, go) {
    this.table = table;
    this.go = go;
    this.sheet = part("better");
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Review[]} */
    this.found = [];
  }

  /** @param {Frame[]} frames @param {Phase[]} phases @param {number} viewer whose choices are looked at; all, if it is no seat */
  show(frames, phases, viewer) {
    this.frames = frames;
    this.choices = worstChoices(frames, phases, viewer);
    this.found = [];
    const ask = html("button", { class: "btn", type: "button", onclick: () => this.look() }, gettext("What was better?"));
    refill(this.sheet, ...(this.choices.length ? [ask] : []));
  }

  /** Have the choices looked at, and list what was better as it is found. */
  async look() {
    const { choices } = this;
    const began = performance.now();
    this.draw(0);
    for (const [number, { at, seat }] of choices.entries()) {
      const answer = await fetch(`/tables/${this.table}/review.json?n=${at + 1}&seat=${seat}`).catch(() => null);
      if (this.choices !== choices) return; // another viewer is shown by now
      if (answer?.ok) this.found.push(await answer.json());
      const late = performance.now() - began > LONGEST;
      this.draw(number + 1, late);
      if (late) return;
    }
  }

  /** @param {number} looked @param {boolean} [late] */
  draw(looked, late = false) {
    const all = this.choices.length;
    const missed = (/** @type {Review} */ { made, lines }) => lines[0].expected - made.expected;
    const worst = this.found.filter((one) => missed(one) >= BETTER).sort((a, b) => missed(b) - missed(a));
    const better = worst.slice(0, TOLD).sort((a, b) => a.n - b.n || a.seat - b.seat);
    const done = looked === all || late;
    const bar = html("progress", { max: all, value: looked, "aria-label": gettext("Choices looked at") });
    const list = html("ul", { class: "turning", "aria-label": gettext("What was better") }, ...better.map((one) => this.row(one)));
    const says = html("p", { class: "for", role: "status" }, done ? summary(this.found.length, better.length) : gettext("A bot thinks …"));
    refill(this.sheet, html("h3", {}, gettext("What was better")), list, ...(done ? [] : [bar]), says);
  }

  /** @param {Review} review */
  row({ n, seat, made, lines: [best] }) {
    const { scene, title } = this.frames[n - 2]; // before the choice
    const chip = scene.seats.find((one) => one.seat === seat);
    const head = html("b", {}, chip ? emblem(chip.colour, 12) : null, ` ${plain(title).split(" · ")[0]} · ${chip?.name ?? ""}`);
    const was = html("span", {}, gettext("chosen: %(choice)s, %(share)s", { choice: made.says, share: percent(made.expected) }));
    const is = html("span", {}, gettext("better: %(choice)s, %(share)s", { choice: best.says, share: percent(best.expected) }));
    return html("li", {}, html("button", { type: "button", class: "plain", onclick: () => this.go(n - 2) }, head, was, is));
  }
}

/**
 * The choices in whose phases their seats lost most, those first that cost most at once. @param {Frame[]} frames @param {Phase[]} phases
 * @param {number} viewer @returns {Choice[]}
 */
export function worstChoices(frames, phases, viewer) {
  if (!frames.at(-1)?.prospects.length) return [];
  /** @type {Choice[]} */
  const choices = [];
  for (const phase of phases) {
    const [before, after] = [frames[Math.max(0, phase.from - 1)].prospects, frames[phase.to].prospects];
    for (let at = Math.max(1, phase.from); at <= phase.to; at += 1)
      for (const seat of frames[at].chose.filter((one) => viewer < 0 || one === viewer)) {
        const now = frames[at - 1].prospects[seat] - frames[at].prospects[seat];
        choices.push({ at, seat, lost: before[seat] - after[seat], now, phase });
      }
  }
  choices.sort((a, b) => b.lost - a.lost || b.now - a.now || a.at - b.at);
  /** @type {Map<string, number>} */
  const taken = new Map();
  const few = choices.filter(({ phase, seat }) => {
    const key = `${phase.from} ${seat}`;
    taken.set(key, (taken.get(key) ?? 0) + 1);
    return (taken.get(key) ?? 0) <= IN_A_PHASE;
  });
  return few.slice(0, MOST);
}

/** @param {number} looked choices @param {number} better those that are listed */
function summary(looked, better) {
  const count = { count: looked };
  if (!better)
    return ngettext(
      "A bot has looked at %(count)s choice, by what the seat knew then, and found nothing better.",
      "A bot has looked at the %(count)s choices after which most was lost, by what their seats knew then, and found nothing better.",
      looked,
      count,
    );
  return ngettext(
    "A bot has looked at %(count)s choice, by what the seat knew then. The number is the share of the game that it expects for the seat.",
    "A bot has looked at the %(count)s choices after which most was lost, by what their seats knew then. The number is the share of the game that it expects for the seat.",
    looked,
    count,
  );
}
