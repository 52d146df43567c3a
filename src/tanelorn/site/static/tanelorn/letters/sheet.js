// @ts-check
/** A letter as it lies on the table: from whom, to whom, when, and what it says. */
import { emblem, html, icon, listed } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { isOwn } from "./threads.js";

/** @typedef {import("../protocol.js").Letter} Letter */
/** @typedef {import("../protocol.js").Seat} Seat */

const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** What everybody but certain seats is called, as whom a letter is for. @type {Record<string, string>} */
export const AUDIENCES = {
  table: gettext("the whole table"),
  everybody: gettext("everybody"),
  watchers: gettext("those who look on"),
};

/** @param {Seat[]} seats @param {number} seat */
export function nameOf(seats, seat) {
  return seats.find((one) => one.seat === seat)?.name ?? "";
}

/** @param {Letter} letter @param {Seat[]} seats @param {number} viewer */
export function writerOf(letter, seats, viewer) {
  if (isOwn(letter, viewer)) return gettext("you");
  return letter.seat >= 0 ? nameOf(seats, letter.seat) : letter.who;
}

/** For whom a letter is, in words. @param {import("./threads.js").Thread} thread @param {Seat[]} seats */
export function saysFor({ audience, seats: to }, seats) {
  return AUDIENCES[audience] ?? listed(to.map((seat) => nameOf(seats, seat)));
}

/**
 * @param {Letter} letter @param {Seat[]} seats @param {number} viewer
 * @param {(() => void) | null} more opens what can be done about it
 */
export function sheetOf(letter, seats, viewer, more) {
  const seat = seats.find((one) => one.seat === letter.seat);
  const writer = writerOf(letter, seats, viewer);
  const words = letter.hidden
    ? html("p", { class: "gone" }, gettext("A moderator has hidden this letter."))
    : html("p", { dir: "auto" }, letter.text);
  const button = {
    type: "button",
    class: "about",
    onclick: more,
    "aria-label": gettext("Mute, block or report: letter of %(name)s", { name: writer }),
  };
  return html(
    "li",
    { class: isOwn(letter, viewer) ? "letter mine" : "letter", style: seat ? `--sc:var(--seat${seat.colour})` : null },
    html(
      "header",
      {},
      seat ? emblem(seat.colour, 15) : icon("eye", 15),
      html("b", {}, html("bdi", {}, writer)),
      html("time", { datetime: new Date(letter.at).toISOString() }, when.format(letter.at)),
      more && html("button", button, icon("more", 16)),
    ),
    words,
  );
}
