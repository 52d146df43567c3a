// @ts-check
/** Plays what happened between two states: arrows fly together, battles flash, bolts strike. Never in the way. */
import { plain, stillness } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { drawMark, layerOf } from "./marks.js";

/** @typedef {import("../protocol.js").Event} Event */
/** @typedef {import("../protocol.js").Mark} Mark */

const FLIGHT = 700;
const READING = { arrow: 250, battle: 900, bolt: 900, plus: 350, loss: 550 };
// what was written at once is shown at once
const ORDERS = new Set(["arrow", "support", "convoy", "hold"]);
const TOGETHER = new Set([...ORDERS, "plus", "retreat", "build", "disband"]);
const EASE = "cubic-bezier(.2,.7,.25,1)";

/** Shows worth a pause of their own: what two seats did at once, or what was fought. @param {Event[]} events */
export function isReveal(events) {
  const shows = events.flatMap((event) => event.shows);
  const movers = new Set(shows.filter((mark) => TOGETHER.has(mark.kind) && mark.kind !== "plus").map((mark) => mark.seat));
  return movers.size > 1 || shows.some((mark) => mark.kind === "battle" || mark.kind === "bolt");
}

/** Whether orders of several seats were opened, with which another turn begins to be told. @param {Event[]} events */
export function areOrders(events) {
  const orders = events.flatMap((event) => event.shows).filter((mark) => ORDERS.has(mark.kind));
  return new Set(orders.map((mark) => mark.seat)).size > 1;
}

/** The heading under which events stand: the last before the first of them that is shown. @param {Event[]} all up to these @param {Event[]} events */
export function headingOf(all, events) {
  const first = events.findIndex((event) => event.shows.length);
  const heading = all.slice(0, all.length - events.length + first + 1).findLast((event) => event.heading);
  if (!heading) return gettext("Revealed");
  const title = plain(heading.text);
  return title.endsWith(".") ? title.slice(0, -1) : gettext("%(title)s revealed", { title }); // a sentence says itself what happened
}

export class Reveal {
  /** @param {import("../board/board.js").Board} board @param {(seat: number) => number} colourOf */
  constructor(board, colourOf) {
    this.board = board;
    this.colourOf = colourOf;
    this.run = 0;
  }

  get playing() {
    return this.stop !== undefined;
  }

  /**
   * @param {Event[]} events
   * @param {{onEvent?: (event: Event) => void, speed?: number}} [how]
   * @returns {Promise<boolean>} whether it was played to its end
   */
  async play(events, { onEvent = () => {}, speed = 1 } = {}) {
    this.finish();
    const run = ++this.run;
    let stopped = false;
    /** @type {(value: void) => void} */
    let wake = () => {};
    this.stop = () => {
      stopped = true;
      wake();
    };
    this.clear();
    for (const beat of beats(events)) {
      if (stopped) break;
      for (const mark of beat.shows) this.show(mark, !stillness.matches && speed < 4);
      beat.events.forEach(onEvent);
      const longest = Math.max(0, ...beat.shows.map((mark) => pause(mark)));
      if (longest && !stillness.matches) {
        await new Promise((done) => {
          wake = done;
          setTimeout(done, longest / speed);
        });
      }
    }
    if (run !== this.run) return false;
    if (stopped) this.showAll(events);
    this.stop = undefined;
    return !stopped;
  }

  /** End all motion at once. */
  finish() {
    this.stop?.();
    for (const layer of [this.board.layers.arrows, this.board.layers.flash]) {
      for (const motion of layer.getAnimations({ subtree: true })) motion.finish();
    }
  }

  /** Let go of what is played, and of what it has drawn. */
  drop() {
    this.finish();
    this.run++; // what was played shows nothing any more
    this.stop = undefined;
    this.clear();
  }

  clear() {
    this.board.layers.arrows.replaceChildren();
    this.board.layers.flash.replaceChildren();
  }

  /** @param {Event[]} events */
  showAll(events) {
    this.clear();
    for (const event of events) for (const mark of event.shows) this.show(mark, false);
  }

  /** @param {Mark} mark @param {boolean} moving */
  show(mark, moving) {
    const drawn = drawMark(mark, this.board, this.colourOf(mark.seat));
    if (!drawn) return;
    this.board.layers[layerOf(mark)].append(drawn);
    if (!moving) return;
    const frames =
      mark.kind === "arrow"
        ? [
            { transform: "scale(.12)", opacity: 0 },
            { opacity: 1, offset: 0.25 },
            { transform: "scale(1)", opacity: 1 },
          ]
        : mark.kind === "bolt"
          ? [
              { transform: "translateY(-60px)", opacity: 0 },
              { transform: "none", opacity: 1 },
            ]
          : [
              { transform: "scale(.5)", opacity: 0 },
              { transform: "scale(1)", opacity: 1 },
            ];
    drawn.animate(frames, { duration: mark.kind === "arrow" ? FLIGHT : 240, easing: EASE });
  }
}

/** @param {Mark} mark */
function pause(mark) {
  const reading = READING[/** @type {keyof READING} */ (mark.kind)] ?? 400;
  return mark.kind === "arrow" ? FLIGHT + reading : reading;
}

/**
 * Arrows that follow each other fly at once; everything else has a beat of its own.
 * @param {Event[]} events
 * @returns {{shows: Mark[], events: Event[]}[]}
 */
function beats(events) {
  /** @type {{shows: Mark[], events: Event[], arrows: boolean}[]} */
  const found = [];
  for (const event of events) {
    const { shows } = event;
    const arrows = shows.every((mark) => TOGETHER.has(mark.kind));
    const last = found.at(-1);
    if (last?.arrows && arrows) {
      last.shows.push(...shows);
      last.events.push(event);
    } else {
      found.push({ shows: [...shows], events: [event], arrows });
    }
  }
  return found;
}
