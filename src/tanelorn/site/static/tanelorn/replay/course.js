// @ts-check
/**
 * How a game went that is over: what each seat could expect at each moment, by a bot's estimate, as lines over the whole
 * length of the game, and the moments at which it turned.
 */
import { html, part, refill, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { percent } from "../question/advice.js";

/** @typedef {import("../protocol.js").Frame} Frame */
/** @typedef {import("./phases.js").Phase} Phase */
/** @typedef {{at: number, seat: number, was: number, is: number, group: string}} Turn a seat's gain from one phase to the next */

const [WIDE, HIGH, EDGE] = [360, 96, 4];
const MOST = 5; // turning points that are told
const LEAST = 0.1; // what less is gained is none

export class Course {
  /** @param {(at: number) => void} go */
  constructor(go) {
    this.go = go;
    this.sheet = part("course");
    /** @type {SVGElement | null} */
    this.now = null;
    this.last = 1;
  }

  /** @param {Frame[]} frames @param {Phase[]} phases */
  show(frames, phases) {
    const seats = frames.at(-1)?.scene.seats ?? [];
    this.sheet.hidden = frames.length < 2 || seats.length < 2 || !frames[0].prospects.length;
    if (this.sheet.hidden) return;
    this.last = frames.length - 1;
    this.now = svg("line", { class: "now", y1: 0, y2: HIGH });
    const turns = turningPoints(frames, phases);
    const name = (/** @type {number} */ seat) => seats.find((one) => one.seat === seat)?.name ?? "";
    const lines = seats.map((seat) =>
      svg("polyline", {
        points: frames.map((frame, at) => `${this.x(at)},${this.y(frame.prospects[seat.seat] ?? 0)}`).join(" "),
        style: `stroke:var(--seat${seat.colour})`,
      }),
    );
    const dots = turns.map((turn) => svg("circle", { cx: this.x(turn.at), cy: this.y(turn.is), r: 4 }));
    const box = { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "lines", role: "img", "aria-label": saysCourse(frames, seats) };
    const picture = svg("svg", box, svg("path", { class: "half", d: `M0 ${this.y(0.5)}H${WIDE}` }), ...lines, ...dots, this.now);
    picture.addEventListener("click", (event) => {
      const { left, width } = picture.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      const share = (clientX - left) / width;
      this.go(Math.round(Math.min(1, Math.max(0, share)) * this.last));
    });
    refill(part("course-lines"), picture);
    refill(
      part("turning"),
      ...turns.map((turn) => {
        const words = [html("b", {}, turn.group), ` ${name(turn.seat)} ${percent(turn.was)} → ${percent(turn.is)}`];
        return html("li", {}, html("button", { type: "button", class: "plain", onclick: () => this.go(turn.at) }, ...words));
      }),
    );
  }

  /** @param {number} at the frame that is shown */
  mark(at) {
    for (const end of ["x1", "x2"]) this.now?.setAttribute(end, String(this.x(at)));
  }

  /** @param {number} at */
  x(at) {
    return EDGE + ((WIDE - 2 * EDGE) * at) / this.last;
  }

  /** @param {number} share */
  y(share) {
    return EDGE + (HIGH - 2 * EDGE) * (1 - share);
  }
}

/** The phases in which a seat gained most, in their order, each with the moment that brought the most. @param {Frame[]} frames @param {Phase[]} phases @returns {Turn[]} */
function turningPoints(frames, phases) {
  /** @type {Turn[]} */
  const turns = [];
  for (const phase of phases) {
    const before = frames[Math.max(0, phase.from - 1)].prospects;
    const after = frames[phase.to].prospects;
    const gains = after.map((share, seat) => share - before[seat]);
    const gained = Math.max(...gains);
    if (gained < LEAST) continue;
    const seat = gains.indexOf(gained);
    let [at, most] = [phase.to, 0];
    for (let one = Math.max(1, phase.from); one <= phase.to; one += 1) {
      const step = frames[one].prospects[seat] - frames[one - 1].prospects[seat];
      if (step > most) [at, most] = [one, step];
    }
    turns.push({ at, seat, was: before[seat], is: after[seat], group: phase.group });
  }
  const greatest = [...turns].sort((a, b) => b.is - b.was - (a.is - a.was)).slice(0, MOST);
  return turns.filter((turn) => greatest.includes(turn));
}

/** The lines in words. @param {Frame[]} frames @param {import("../protocol.js").SeatChip[]} seats */
function saysCourse(frames, seats) {
  const middle = frames[Math.floor(frames.length / 2)].prospects;
  const of = (/** @type {import("../protocol.js").SeatChip} */ { name, seat }) =>
    gettext("%(name)s %(first)s, in the middle %(middle)s, in the end %(last)s", {
      name,
      first: percent(frames[0].prospects[seat]),
      middle: percent(middle[seat]),
      last: percent(frames[frames.length - 1].prospects[seat]),
    });
  return gettext("What each could expect. %(seats)s.", { seats: seats.map(of).join("; ") });
}
