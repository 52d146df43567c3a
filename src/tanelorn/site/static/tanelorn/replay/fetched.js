// @ts-check
/** The frames of a replay as they are told: one after the other, while the game is being played again. */

import { html, refill } from "../page/elements.js";
import { gettext, ngettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Frame} Frame */

const SOON = 1000; // milliseconds after which somebody wonders how long it may take
const SAID = 3000; // between two words to whoever only hears the page

/**
 * Fetch frames, and tell how much of the game they have come to, from 0 to 1. What was refused says `why`; it is empty where the
 * line broke.
 * @param {string} address @param {(share: number) => void} heard
 * @returns {Promise<{ why?: undefined, late: string, frames: Frame[] } | { why: string }>}
 */
export async function fetched(address, heard) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || !answer.body) return { why: (await answer?.json().catch(() => null))?.why ?? "" };
  const [unfold, reader] = [unfolding(), answer.body.pipeThrough(new TextDecoderStream()).getReader()];
  /** @type {{ late: string, last: number, frames: Frame[] } | null} */
  let told = null;
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: "", done: true }));
    if (done || value === undefined) return { why: "" }; // its last line never came
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "]}" && told) return told;
      if (!told) told = JSON.parse(`${line}]}`);
      else told.frames.push(unfold(JSON.parse(line.replace(/,$/, ""))));
    }
    if (told?.frames.length) heard(told.last ? (told.frames.at(-1)?.n ?? 0) / told.last : 1);
  }
}

/** How much of a game has been played again, and how long the rest may take: told once somebody has waited a moment. */
export class Waiting {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.bar = /** @type {HTMLProgressElement} */ (html("progress", { max: "1", hidden: true, "aria-hidden": "true" }));
    this.words = html("span", { role: "status" }, gettext("The game is being played again …"));
    refill(place, this.words, this.bar);
    this.began = performance.now();
    this.said = this.began + SOON - SAID;
  }

  /** @param {number} share of the game that has been played again */
  at(share) {
    const now = performance.now();
    this.bar.value = share;
    if (now < this.said + SAID) return;
    this.said = now;
    this.bar.hidden = false;
    const left = Math.ceil(((now - this.began) / 1000) * (1 / Math.max(share, 0.01) - 1));
    const words = ngettext("about %(left)s second left", "about %(left)s seconds left", left, { left });
    this.words.textContent = `${gettext("The game is being played again …")} ${words}`;
  }
}

/**
 * Read frames as the server writes them short: a field of a scene that is left out is as it was in the frame before, a number in a
 * list stands for what lay at that place of it. @returns {(frame: any) => Frame}
 */
function unfolding() {
  /** @type {Record<string, any>} */
  let before = {};
  return (frame) => {
    const scene = { ...before };
    for (const [name, value] of Object.entries(frame.scene)) {
      scene[name] = Array.isArray(value) ? value.map((one) => (typeof one === "number" ? before[name][one] : one)) : value;
    }
    before = scene;
    return { ...frame, scene };
  };
}
