// @ts-check
/** Who writes to whom: letters by the people that they are between, and what of them is unread. */

/** @typedef {import("../protocol.js").Letter} Letter */
/** @typedef {{audience: import("../protocol.js").Audience, seats: number[]}} Thread letters to the same people; `seats` besides one's own, if they are for seats alone */

/** @param {Letter} letter @param {number} viewer @returns {Thread} */
export function threadOf(letter, viewer) {
  if (letter.audience !== "seats") return { audience: letter.audience, seats: [] };
  const seats = [...new Set([letter.seat, ...letter.to])].filter((seat) => seat !== viewer);
  return { audience: "seats", seats: seats.sort((a, b) => a - b) };
}

/** Whether a letter is a viewer's own: their seat's, or that of the person who looks on. @param {Letter} letter @param {number} viewer */
export function isOwn(letter, viewer) {
  return viewer < 0 ? letter.mine : letter.seat === viewer;
}

/** @param {Thread} thread */
export function keyOf({ audience, seats }) {
  return audience === "seats" ? `seats ${seats.join(" ")}` : audience;
}

/**
 * All that can be written in or read in: what a reader may write to, then what has been written besides.
 * @param {{audiences: import("../protocol.js").Audience[], seats: number[]}} terms @param {Letter[]} letters @param {number} viewer
 * @returns {Thread[]}
 */
export function threadsOf(terms, letters, viewer) {
  /** @type {Map<string, Thread>} */
  const found = new Map();
  const add = (/** @type {Thread} */ thread) => found.has(keyOf(thread)) || found.set(keyOf(thread), thread);
  for (const audience of terms.audiences) if (audience !== "seats") add({ audience, seats: [] });
  for (const seat of terms.seats) add({ audience: "seats", seats: [seat] });
  for (const letter of letters) add(threadOf(letter, viewer));
  return [...found.values()];
}

/** How far each thread has been read, by this browser, at this table, as this viewer. */
export class Seen {
  /** @param {string} table @param {number} viewer */
  constructor(table, viewer) {
    this.viewer = viewer;
    this.key = `tanelorn-letters ${table} ${viewer}`;
    /** @type {Record<string, number>} when the last letter that was read was sent, by thread */
    this.until = {};
    try {
      this.until = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      // a browser that keeps nothing
    }
  }

  /** @param {Thread} thread @param {Letter[]} letters those of the thread */
  unread(thread, letters) {
    const until = this.until[keyOf(thread)] ?? 0;
    return letters.filter((letter) => !isOwn(letter, this.viewer) && letter.at > until).length;
  }

  /** @param {Thread} thread @param {Letter[]} letters those of the thread */
  read(thread, letters) {
    const last = letters.at(-1);
    if (!last || this.until[keyOf(thread)] === last.at) return;
    this.until[keyOf(thread)] = last.at;
    try {
      localStorage.setItem(this.key, JSON.stringify(this.until));
    } catch {
      // a browser that keeps nothing
    }
  }
}
