// @ts-check
/** What the page must say beside the question: refusals at the pointer, a lost line, words for screen readers. */
import { clauseLink, html, part, refill } from "./elements.js";
import { gettext } from "./words.js";

const REFUSAL_STAYS = 4000;
export const TITLE = document.title;

/** What the page is about, without the house's name. */
export const SUBJECT = TITLE.replace(/ · Tanelorn$/, "");

/** @type {number | undefined} */
let going;
let pointer = { x: innerWidth / 2, y: innerHeight / 3 };

addEventListener(
  "pointermove",
  (event) => {
    pointer = { x: event.clientX, y: event.clientY };
  },
  { passive: true },
);
addEventListener("pointerdown", (event) => {
  pointer = { x: event.clientX, y: event.clientY };
  const note = document.querySelector("#refusal");
  if (note && !note.contains(/** @type {Node} */ (event.target))) forgetRefusal();
});

/** Beside the pointer for four seconds or until the next key, and in the prompt until the next choice. @param {string} why @param {string} [clause] @param {string} [remedy] */
export function showRefusal(why, clause, remedy) {
  const line = part("refused");
  refill(line, html("span", {}, why, remedy ? ` ${remedy}` : "", " ", clauseLink(clause)));
  line.hidden = false;
  const slip = document.activeElement?.closest("textarea");
  if (!slip) {
    showNote(why, clause);
    return;
  }
  // who writes looks at the slip, not at the pointer: both stay in sight, of a long refusal its beginning
  for (const one of [line, slip]) one.scrollIntoView({ block: "nearest" });
}

/** A few words beside the pointer. @param {string} words @param {string} [clause] */
export function showNote(words, clause) {
  const note = part("refusal");
  refill(note, words, " ", clauseLink(clause));
  note.hidden = false;
  const { width, height } = note.getBoundingClientRect();
  note.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, pointer.x + 14))}px`;
  note.style.top = `${Math.max(8, Math.min(innerHeight - height - 8, pointer.y + 16))}px`;
  clearTimeout(going);
  going = setTimeout(() => (note.hidden = true), REFUSAL_STAYS);
}

export function forgetRefusal() {
  part("refusal").hidden = true;
}

export function forgetRefusedLine() {
  part("refused").hidden = true;
}

/** @param {boolean} lost */
export function showLost(lost) {
  part("lost").hidden = !lost;
}

/** A turn that becomes yours interrupts a voice reader; nothing else does. @param {string} text */
export function announce(text) {
  part("assertive").textContent = text;
}

let yours = false;
let letters = 0;

/** The tab says so while it is your turn, for you may be looking at another one. @param {boolean} mine */
export function callBack(mine) {
  yours = mine;
  entitle();
}

/** It says as well how many letters are unread. @param {number} count */
export function showUnread(count) {
  letters = count;
  entitle();
}

function entitle() {
  const count = letters ? `(${letters}) ` : "";
  document.title = yours ? `${count}● ${gettext("Your turn")} · ${TITLE}` : `${count}${TITLE}`;
}

/** @param {string} text */
export function murmur(text) {
  part("polite").textContent = text;
}
