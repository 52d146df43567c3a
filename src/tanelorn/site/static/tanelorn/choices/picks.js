// @ts-check
/**
 * A choice in the making: the path of picks and the server's offer for it. Draws nothing and knows no rules.
 *
 * Counts: when only counts may follow, the least is taken at once; a stepper, a number key or a click on the
 * same thing changes it. So one click on a target is already one piece.
 *
 * One thing at a time: what is pressed while an answer is under way waits for it (`soon`), so that nothing pressed quickly
 * on a slow line is lost or taken for something else. Another decision, or a refusal, forgets what waits.
 */
import { lookAhead } from "./ahead.js";
import { countsOf, key, kindOf, onlyCounts, split } from "./offers.js";
import { Questions } from "./questions.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** @typedef {import("../protocol.js").Pick} Pick */

export class Picks extends EventTarget {
  /** @param {import("../page/socket.js").Wire} wire */
  constructor(wire) {
    super();
    this.questions = new Questions(wire);
    /** @type {string[]} */
    this.path = [];
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {string[]} what is held: the path, or a pick more */
    this.base = [];
    /** @type {Pick[]} what may follow the base */
    this.targets = [];
    this.counted = false; // whether each target would be followed by a count
    this.asked = "";
    this.busy = false; // an answer is under way, or what follows from it is being found
    this.quick = false; // the choices are small acts, one after the other
    /** @type {(() => void)[]} presses that wait for the answer */
    this.waiting = [];
    this.playSoon = false;
    this.heldFrom = 0; // on a slip of lines: where in the path the line begins that is being written
    this.prefer = ""; // the button that the last press meant as well: which of two units was pressed
    this.wasRead = false; // the offer answers a text
    /** @type {import("../protocol.js").Refusal[]} what of the last text could not be read */
    this.unread = [];
    /** @type {(id: string) => string} what a thing is called that no offer has named yet */
    this.nameOf = (id) => id;
  }

  get seat() {
    return this.questions.seat;
  }

  get moment() {
    return this.questions.moment;
  }

  get asking() {
    return this.seat >= 0;
  }

  /** Whether the choice is written on a slip of several lines. */
  get lined() {
    return Boolean(this.offer?.lines.length);
  }

  /** The picks of what is being written now, which glow as held. */
  get held() {
    return this.lined ? this.path.slice(this.heldFrom) : this.base;
  }

  /** The pick of the line that is being written, or none. */
  get heldLine() {
    return this.lined ? (this.path[this.heldFrom] ?? "") : "";
  }

  /** Begin a decision, or none. @param {number} seat @param {number} moment @param {string[]} [draft] what was written before */
  begin(seat, moment, draft = []) {
    if (seat === this.seat && moment === this.moment && (this.offer || this.busy)) {
      this.questions.sendAgain(this.busy);
      return;
    }
    this.dispatchEvent(new Event("leave"));
    this.questions.begin(seat, moment);
    this.path = [];
    this.offer = null;
    this.base = [];
    this.targets = [];
    this.heldFrom = 0;
    this.unread = [];
    this.prefer = "";
    this.waiting = [];
    this.playSoon = false;
    if (seat >= 0) this.ask(draft);
    else this.settled();
  }

  /** @param {string[]} path */
  ask(path) {
    this.asked = key(path);
    this.busy = true;
    const known = this.questions.offerAt(path);
    this.questions.forget();
    if (known) this.take(known);
    else this.send({ type: "offer", path, ahead: true });
  }

  /** @param {import("./questions.js").Message} message */
  send(message) {
    this.busy = true;
    this.questions.send(message);
  }

  /** Whether the choice is on its way: it cannot be sealed twice. */
  get played() {
    return this.busy && this.questions.sent?.type === "play";
  }

  /** Do it now, or once the answer that is under way has come. @param {() => void} act */
  soon(act) {
    if (this.busy) this.waiting.push(act);
    else act();
  }

  /** @param {Offer} heard */
  heard(heard) {
    const answer = this.questions.heard(heard);
    if (!answer) return;
    const { offer } = answer;
    const read = this.asked === "read";
    if (read) {
      this.unread = answer.unread;
      this.wasRead = true;
    }
    // a text is a finished choice; open it again before its last button, so that it can be changed: of small acts only that is left
    if (read && !offer.quick && !offer.lines.length && kindOf(offer.path.at(-1)) === "button") this.ask(offer.path.slice(0, -1));
    else this.take(offer);
  }

  /** @param {Offer} offer */
  async take(offer) {
    if (onlyCounts(offer)) {
      const legal = countsOf(offer);
      this.ask([...offer.path, `count:${legal.find((count) => count > 0) ?? legal[0]}`]);
      return;
    }
    const meant = this.prefer;
    this.prefer = "";
    if (meant && offer.picks.some((pick) => pick.pick === meant)) {
      this.ask([...offer.path, meant]);
      return;
    }
    this.asked = key(offer.path);
    this.quick = Boolean(offer.quick);
    this.offer = offer;
    this.path = offer.path;
    if (this.playSoon) {
      this.playSoon = false;
      if (offer.choice) {
        this.play();
        return;
      }
    }
    const ahead = await lookAhead(offer, (path) => this.questions.look(path));
    if (this.offer !== offer) return;
    Object.assign(this, ahead);
    this.settled();
  }

  /** Take a line up to write it anew; a line half written is let go. @param {string} pick */
  takeUp(pick) {
    this.soon(() => this.ask([...this.path.slice(0, this.heldFrom), pick]));
  }

  /** Let go of a line half written. */
  letGo() {
    this.soon(() => this.ask(this.path.slice(0, this.heldFrom)));
  }

  /**
   * The server would not have that: what stood before still stands. Returns whether the refusal is worth telling.
   * @param {number | undefined} n the number of the question, if it was one
   */
  refused(n) {
    if (n === undefined) return true; // something else was asked, such as to call time
    if (!this.questions.refused(n)) return false;
    this.playSoon = false;
    this.waiting = [];
    this.prefer = "";
    if (this.asking && !this.offer && this.asked) {
      this.ask([]); // a draft of former days
      return true;
    }
    this.asked = key(this.path);
    this.settled();
    return true;
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** What was asked is answered: what was pressed meanwhile is next. */
  settled() {
    this.busy = false;
    this.changed();
    while (!this.busy && this.waiting.length) this.waiting.shift()?.();
  }

  /** The path that a pick which glows would make. @param {string} pick */
  pathTo(pick) {
    if (this.targets.some((target) => target.pick === pick)) return [...this.base, pick];
    return [...this.path, pick];
  }

  /** Everything that can be picked now, held or not. @returns {Pick[]} */
  open() {
    const first = this.offer?.picks ?? [];
    if (this.base === this.path) return first;
    return [...this.targets, ...first.filter((pick) => !this.targets.some((target) => target.pick === pick.pick))];
  }

  /**
   * Pick it; one that plays the choice that it completes does so at once. Pressed twice while the first answer is under
   * way it is picked once, unless it may follow itself. @param {string} pick
   */
  add(pick) {
    const waits = this.busy;
    this.soon(() => {
      if (waits && this.path.includes(pick) && !this.open().some((one) => one.pick === pick)) return;
      this.playSoon = Boolean(this.open().find((one) => one.pick === pick)?.plays);
      this.ask(this.pathTo(pick));
    });
  }

  /** Choose a whole path, and play it at once if asked to. @param {string[]} path @param {boolean} [play] */
  choose(path, play = false) {
    this.soon(() => {
      this.playSoon = play;
      this.ask(path);
    });
  }

  /** Put down something that is held, wherever in the path it was picked. @param {string} pick */
  letGoOf(pick) {
    this.soon(() => {
      const at = this.path.lastIndexOf(pick);
      if (at < 0 || at === this.path.length - 1) this.drop();
      else this.ask([...this.path.slice(0, at), ...this.path.slice(at + 1)]);
    });
  }

  /** Take back the last pick; a count goes with what it counts. */
  drop() {
    if (!this.path.length) return false;
    let path = this.path.slice(0, kindOf(this.path.at(-1)) === "count" ? -2 : -1);
    // what was held only to reach the next target is not put down with it
    if (path.length > 1 && kindOf(path.at(-2)) === "count") path = path.slice(0, -1);
    this.ask(path);
    return true;
  }

  /** @param {string} text the choice, or lines of it, in the game's notation */
  read(text) {
    this.soon(() => {
      this.asked = "read";
      const path = this.lined ? this.path.slice(0, this.heldFrom) : []; // lines are added, another choice is written anew
      this.send({ type: "read", path, text });
    });
  }

  play() {
    this.dispatchEvent(new Event("play"));
    this.send({ type: "play", text: this.offer?.choice });
  }

  /** The pick that finishes the choice, if one button does. */
  get finish() {
    return this.offer?.picks.find((pick) => pick.key === "Enter") ?? null;
  }

  /** Play what is chosen, or finish it and play. */
  confirm() {
    this.soon(() => {
      if (this.offer?.choice) this.play();
      else if (this.finish) this.choose([...this.path, this.finish.pick], true);
    });
  }

  /** What a pick is called. @param {string} pick */
  called(pick) {
    return this.questions.labels.get(pick) ?? this.nameOf(split(pick)[1]);
  }
}
