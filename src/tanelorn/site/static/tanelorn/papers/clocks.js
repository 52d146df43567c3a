// @ts-check
/** Clocks beside the seats: those that run count down. */
import { html } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Clock} Clock */

const SECOND = 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const SOON = 60; // seconds: from then on it is told that time is short

/** The clock of a seat, or nothing where there is none. @param {Clock[]} clocks @param {number} seat */
export function clockOf(clocks, seat) {
  const clock = clocks.find((one) => one.seat === seat);
  if (!clock) return null;
  const traits = clock.due ? { "data-due": clock.due } : { "data-left": clock.left };
  const face = html("span", { class: "clock", role: "timer", ...traits });
  show(face);
  return face;
}

/** When the player of a seat is or will be on vacation, "" if they are not. @param {Clock[]} clocks @param {number} seat */
export function awayOf(clocks, seat) {
  const [from, until] = clocks.find((one) => one.seat === seat)?.away ?? [];
  if (from === undefined || until === undefined || until <= Date.now()) return "";
  const day = (/** @type {number} */ at) =>
    new Date(at).toLocaleDateString(document.documentElement.lang, { day: "numeric", month: "short" });
  const last = day(until - 1);
  if (from <= Date.now()) return gettext("on vacation until %(last)s", { last });
  return gettext("on vacation from %(first)s to %(last)s", { first: day(from), last });
}

/** @param {HTMLElement} face */
function show(face) {
  const { due, left } = face.dataset;
  const seconds = due ? Math.max(0, Math.round((Number(due) - Date.now()) / SECOND)) : Number(left);
  const words = span(seconds);
  if (face.textContent !== words) face.textContent = words;
  face.classList.toggle("runs", Boolean(due));
  face.classList.toggle("short", Boolean(due) && seconds < SOON);
}

/** A length of time, in two numbers. @param {number} seconds */
export function span(seconds) {
  const hours = Math.floor(seconds / HOUR);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (seconds >= 2 * DAY) return gettext("%(days)s d %(hours)s h", { days: Math.floor(seconds / DAY), hours: hours % 24 });
  const minutes = Math.floor((seconds % HOUR) / 60);
  return hours ? `${hours}:${two(minutes)} h` : `${minutes}:${two(seconds % 60)}`;
}

setInterval(() => {
  for (const face of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".clock[data-due]"))) show(face);
}, SECOND);
