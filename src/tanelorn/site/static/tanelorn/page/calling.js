// @ts-check
/** Calling whoever waits back to the table: a soft sound, and a notice of the desktop while the page is hidden; both off until wished. */
import { part } from "./elements.js";
import { showNote, TITLE } from "./notices.js";
import { gettext } from "./words.js";

const KEY = "tanelorn-calls";
const NOTES = [523.25, 659.25]; // hertz: a third, going up
const [APART, LASTS, LOUD] = [0.16, 0.7, 0.07]; // seconds, and of 1

/** @typedef {{sound?: boolean, notice?: boolean}} Wish */

/** @returns {Wish} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {Wish} wish */
function keep(wish) {
  try {
    localStorage.setItem(KEY, JSON.stringify(wish));
  } catch {
    // a browser that keeps nothing
  }
}

/** @returns {(words: string) => void} calls, as far as it is wished */
export function setUpCalls() {
  const wish = kept();
  /** @type {AudioContext | null} */
  let player = null;
  const sound = /** @type {HTMLInputElement} */ (part("call-sound"));
  const notice = /** @type {HTMLInputElement} */ (part("call-notice"));
  const ring = () => {
    player ??= new AudioContext();
    player.resume();
    for (const [at, note] of NOTES.entries()) strike(player, note, at * APART);
  };
  sound.checked = wish.sound === true;
  notice.checked = wish.notice === true && "Notification" in window && Notification.permission === "granted";
  sound.addEventListener("change", () => {
    wish.sound = sound.checked;
    keep(wish);
    if (sound.checked) ring(); // so this is what it sounds like
  });
  notice.addEventListener("change", async () => {
    if (notice.checked && !(await allowed())) {
      notice.checked = false;
      showNote(gettext("This browser does not let the page give notices. Its own settings can allow them."));
    }
    wish.notice = notice.checked;
    keep(wish);
  });
  return (words) => {
    if (sound.checked) ring();
    if (notice.checked && document.hidden) tell(words);
  };
}

/** @returns {Promise<boolean>} */
async function allowed() {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}

/** @param {string} words */
function tell(words) {
  const told = new Notification(TITLE, { body: words, tag: document.body.dataset.table });
  told.onclick = () => {
    focus();
    told.close();
  };
}

/** One soft note. @param {AudioContext} player @param {number} note @param {number} later */
function strike(player, note, later) {
  const begins = player.currentTime + later;
  const [tone, loudness] = [player.createOscillator(), player.createGain()];
  tone.frequency.value = note;
  loudness.gain.setValueAtTime(0, begins);
  loudness.gain.linearRampToValueAtTime(LOUD, begins + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0001, begins + LASTS);
  tone.connect(loudness).connect(player.destination);
  tone.start(begins);
  tone.stop(begins + LASTS);
}
