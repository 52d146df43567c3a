// @ts-check
/**
 * What the server is asked about one decision, and what it has answered. Every question has a number, which its answer bears: an
 * answer that comes late, to what is no longer asked, is none. One question is waited for at a time; looks ahead come and go
 * beside it. What was sent when the line was lost is sent again.
 */
import { key, split } from "./offers.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** @typedef {{type: import("../protocol.js").Ask} & Record<string, any>} Message */

const PATIENCE = 5000; // a look ahead that is not answered is given up

export class Questions {
  /** @param {import("../page/socket.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    this.seat = -1;
    this.moment = -1;
    /** @type {Map<string, Offer>} every offer of this decision, by its path */
    this.known = new Map();
    /** @type {Map<string, string>} labels of picks, as the offers taught them */
    this.labels = new Map();
    /** @type {Map<number, (offer: Offer | null) => void>} looks ahead, by the number of the question */
    this.awaited = new Map();
    this.number = 0; // of the last question
    this.expected = 0; // the number whose answer is awaited
    /** @type {Message | null} what was sent last */
    this.sent = null;
    this.cut = false; // the line was lost
    wire.on("lost", () => (this.cut = true));
  }

  /** Another decision, or none: nothing of the last one is known any more. @param {number} seat @param {number} moment */
  begin(seat, moment) {
    this.seat = seat;
    this.moment = moment;
    this.known.clear();
    this.labels.clear();
    this.awaited.clear();
    this.expected = 0;
    this.sent = null;
    this.cut = false;
  }

  /** Ask, and wait for this answer and no other. @param {Message} message */
  send(message) {
    this.number += 1;
    this.expected = this.number;
    this.sent = { seat: this.seat, moment: this.moment, n: this.expected, ...message };
    if (!this.wire.send(this.sent)) this.cut = true; // asked while the line is lost
  }

  /** The line is back: ask again what is still awaited. @param {boolean} awaited */
  sendAgain(awaited) {
    if (this.cut && awaited && this.sent) this.wire.send(this.sent);
    this.cut = false;
  }

  /** No answer is waited for any more. */
  forget() {
    this.expected = 0;
  }

  /** The offer of a path, if it has been heard. @param {string[]} path */
  offerAt(path) {
    return this.known.get(key(path)) ?? null;
  }

  /** Look ahead without going there. @param {string[]} path @returns {Promise<Offer | null>} */
  async look(path) {
    const known = this.offerAt(path);
    if (known) return known;
    this.number += 1;
    const n = this.number;
    return new Promise((done) => {
      this.awaited.set(n, done);
      this.wire.send({ type: "offer", seat: this.seat, moment: this.moment, n, path });
      setTimeout(() => done(null), PATIENCE);
    });
  }

  /**
   * An offer has come. Returns it, and what of a text could not be read, if it is the answer that is waited for.
   * @param {Offer} heard @returns {{offer: Offer, unread: import("../protocol.js").Refusal[]} | null}
   */
  heard(heard) {
    const looked = this.awaited.get(heard.n ?? 0);
    if (!looked && heard.n !== this.expected) return null;
    const read = heard.refused.length - heard.unread;
    const offer = { ...heard, refused: heard.refused.slice(0, read) };
    for (const one of [offer, ...(heard.then ?? [])]) this.learn(one);
    if (looked) {
      this.awaited.delete(heard.n ?? 0);
      looked(offer);
      return null;
    }
    this.expected = 0;
    return { offer, unread: heard.refused.slice(read) };
  }

  /** @param {Offer} offer */
  learn(offer) {
    this.known.set(key(offer.path), offer);
    for (const pick of offer.picks) if (split(pick.pick)[0] !== "count") this.labels.set(pick.pick, pick.label);
  }

  /** The server would not have a question. Returns whether it is the one that is waited for. @param {number} n its number */
  refused(n) {
    const looked = this.awaited.get(n);
    if (looked) {
      this.awaited.delete(n);
      looked(null);
    }
    if (n !== this.expected) return false;
    this.expected = 0;
    return true;
  }
}
