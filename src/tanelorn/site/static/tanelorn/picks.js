// @ts-check
/**
 * A choice in the making: the path of picks and the server's offer for it. Draws nothing and knows no rules.
 *
 * When only counts may follow, the least is taken at once and can be changed by its stepper, by a number
 * key, or by clicking the same thing again. So one click on a target is already one piece.
 */
import { split } from "./glow.js";

/** @typedef {import("./protocol.js").Offer} Offer */
/** @typedef {import("./protocol.js").Pick} Pick */
/** @typedef {{at: number, label: string, subject: string, value: number, legal: number[]}} CountRow */

export class Picks extends EventTarget {
  /** @param {import("./socket.js").Wire} wire */
  constructor(wire) {
    super();
    this.wire = wire;
    this.seat = -1;
    this.moment = -1;
    /** @type {string[]} */
    this.path = [];
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Map<string, string>} labels of picks, as the offers taught them */
    this.labels = new Map();
    /** @type {Map<string, number[]>} legal counts, by the path before the count */
    this.counts = new Map();
    this.asked = "";
    this.playSoon = false;
  }

  get asking() {
    return this.seat >= 0;
  }

  /** Begin a decision, or none. @param {number} seat @param {number} moment */
  begin(seat, moment) {
    const same = seat === this.seat && moment === this.moment;
    if (same && this.offer) return;
    this.seat = seat;
    this.moment = moment;
    this.path = [];
    this.offer = null;
    this.labels.clear();
    this.counts.clear();
    if (seat >= 0) this.ask([]);
    else this.changed();
  }

  /** @param {string[]} path */
  ask(path) {
    this.asked = path.join("\n");
    this.wire.send({ type: "offer", seat: this.seat, moment: this.moment, path });
  }

  /** @param {Offer} offer */
  take(offer) {
    this.offer = offer;
    this.path = offer.path;
    for (const pick of offer.picks) this.labels.set(pick.pick, pick.label);
    const counts = offer.picks.filter((pick) => split(pick.pick)[0] === "count");
    if (counts.length && counts.length === offer.picks.length && !offer.choice) {
      const legal = counts.map((pick) => Number(split(pick.pick)[1])).sort((a, b) => a - b);
      this.counts.set(this.path.join("\n"), legal);
      const least = legal.find((count) => count > 0) ?? legal[0];
      this.ask([...this.path, `count:${least}`]);
      return;
    }
    if (this.playSoon) {
      this.playSoon = false;
      if (offer.choice) this.play();
    }
    this.changed();
  }

  /** The server would not have that path: what stood before still stands. */
  refused() {
    this.playSoon = false;
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Pick | string} pick */
  add(pick) {
    this.ask([...this.path, typeof pick === "string" ? pick : pick.pick]);
  }

  /** Choose a line that stands for a whole path, and play it at once if asked to. @param {string[]} path @param {boolean} [play] */
  choose(path, play = false) {
    if (play && this.offer?.choice && path.join("\n") === this.path.join("\n")) {
      this.play();
      return;
    }
    this.playSoon = play;
    this.ask(path);
  }

  /** Take back the last pick; a count goes with what it counts. */
  drop() {
    if (!this.path.length) return false;
    const counted = split(this.path[this.path.length - 1])[0] === "count";
    this.ask(this.path.slice(0, counted ? -2 : -1));
    return true;
  }

  clear() {
    if (this.path.length) this.ask([]);
  }

  /** @param {string} text the whole choice in the game's notation */
  read(text) {
    this.wire.send({ type: "read", seat: this.seat, moment: this.moment, text });
  }

  play() {
    const text = this.offer?.choice;
    if (!text) return false;
    return this.wire.send({ type: "play", seat: this.seat, moment: this.moment, text });
  }

  /** Every count of the path, with what it counts. @returns {CountRow[]} */
  rows() {
    /** @type {CountRow[]} */
    const rows = [];
    this.path.forEach((pick, at) => {
      const [kind, id] = split(pick);
      if (kind !== "count" || at === 0) return;
      const subject = this.path[at - 1];
      const legal = this.counts.get(this.path.slice(0, at).join("\n")) ?? [];
      rows.push({ at, subject, label: this.labels.get(subject) ?? split(subject)[1], value: Number(id), legal });
    });
    return rows;
  }

  /** @param {CountRow} row @param {number} value nothing at all when it is 0 */
  setCount(row, value) {
    const path = [...this.path];
    if (value <= 0) path.splice(row.at - 1, 2);
    else path[row.at] = `count:${value}`;
    this.ask(path);
  }

  /** The count that a click on this pick again, or a number key, would change. @param {string} [subject] */
  openRow(subject) {
    const rows = this.rows();
    if (subject) return rows.find((row) => row.subject === subject) ?? null;
    const last = rows.at(-1);
    return last && last.at === this.path.length - 1 ? last : null;
  }
}
