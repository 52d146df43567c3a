// @ts-check
/**
 * A choice in the making: the path of picks and the server's offer for it. Draws nothing and knows no rules.
 *
 * Counts: when only counts may follow, the least is taken at once; a stepper, a number key or a click on the
 * same thing changes it. So one click on a target is already one piece.
 *
 * Looking ahead: after "from Mu, to Shalomar, 2" the server offers Mu again as a first pick. The page asks what
 * would follow it and shows those targets too, so that what is held stays held (`base` is that longer path).
 *
 * One thing at a time: what is pressed while an answer is under way waits for it (`soon`), so that nothing pressed quickly
 * on a slow line is lost or taken for something else. Another decision, or a refusal, forgets what waits. Every question has
 * a number, which its answer bears: an answer that comes late, to what is no longer asked, is none.
 */
import { countsOf, key, kindOf, onBoard, onlyCounts, rests, split } from "./offers.js";

/** @typedef {import("../protocol.js").Offer} Offer */
/** @typedef {import("../protocol.js").Pick} Pick */

const PATIENCE = 5000; // a look ahead that is not answered is given up
const LONGEST_LINE = 8; // picks that a line of a slip takes at the most

export class Picks extends EventTarget {
  /** @param {import("../page/socket.js").Wire} wire */
  constructor(wire) {
    super();
    this.wire = wire;
    this.seat = -1;
    this.moment = -1;
    /** @type {string[]} */
    this.path = [];
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {string[]} what is held: the path, or a pick more */
    this.base = [];
    /** @type {Pick[]} what may follow the base */
    this.targets = [];
    this.counted = false; // whether each target would be followed by a count
    /** @type {Map<string, string>} labels of picks, as the offers taught them */
    this.labels = new Map();
    /** @type {Map<string, Offer>} every offer of this decision, by its path */
    this.known = new Map();
    /** @type {Map<number, (offer: Offer | null) => void>} looks ahead, by the number of the question */
    this.awaited = new Map();
    this.asked = "";
    this.number = 0; // of the last question
    this.expected = 0; // the number whose answer is awaited
    this.busy = false; // an answer is under way, or what follows from it is being found
    /** @type {({type: import("../protocol.js").Ask} & Record<string, any>) | null} what was sent last; sent again where the line was lost before the answer */
    this.sent = null;
    this.cut = false; // the line was lost
    this.quick = false; // the choices are small acts, one after the other
    wire.on("lost", () => (this.cut = true));
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

  get asking() {
    return this.seat >= 0;
  }

  /** Whether the choice is written on a slip of several lines. */
  get lined() {
    return Boolean(this.offer?.lines?.length);
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
      if (this.cut && this.busy && this.sent) this.wire.send(this.sent);
      this.cut = false;
      return;
    }
    this.dispatchEvent(new Event("leave"));
    this.seat = seat;
    this.moment = moment;
    this.path = [];
    this.offer = null;
    this.base = [];
    this.targets = [];
    this.heldFrom = 0;
    this.unread = [];
    this.prefer = "";
    this.labels.clear();
    this.known.clear();
    this.awaited.clear();
    this.waiting = [];
    this.sent = null;
    this.expected = 0;
    this.playSoon = this.cut = false;
    if (seat >= 0) this.ask(draft);
    else this.settled();
  }

  /** @param {string[]} path */
  ask(path) {
    this.asked = key(path);
    this.busy = true;
    const known = this.known.get(this.asked);
    this.expected = 0;
    if (known) this.take(known);
    else this.send({ type: "offer", path });
  }

  /** @param {{type: import("../protocol.js").Ask} & Record<string, any>} message */
  send(message) {
    this.busy = true;
    this.expected = this.number += 1;
    this.sent = { seat: this.seat, moment: this.moment, n: this.expected, ...message };
    this.wire.send(this.sent);
  }

  /** Whether the choice is on its way: it cannot be sealed twice. */
  get played() {
    return this.busy && this.sent?.type === "play";
  }

  /** Do it now, or once the answer that is under way has come. @param {() => void} act */
  soon(act) {
    if (this.busy) this.waiting.push(act);
    else act();
  }

  /** Look ahead without going there. @param {string[]} path @returns {Promise<Offer | null>} */
  async look(path) {
    const known = this.known.get(key(path));
    if (known) return known;
    return new Promise((done) => {
      const n = this.number += 1;
      this.awaited.set(n, done);
      this.wire.send({ type: "offer", seat: this.seat, moment: this.moment, n, path });
      setTimeout(() => done(null), PATIENCE);
    });
  }

  /** @param {Offer} offer */
  heard(offer) {
    const looked = this.awaited.get(offer.n ?? 0);
    if (!looked && offer.n !== this.expected) return; // no longer asked for
    if (this.asked === "read" && !looked) {
      this.unread = (offer.refused ?? []).slice((offer.refused ?? []).length - (offer.unread ?? 0));
      this.wasRead = true;
    }
    if (offer.unread) offer = { ...offer, refused: offer.refused?.slice(0, -offer.unread) };
    this.known.set(key(offer.path), offer);
    for (const pick of offer.picks) if (split(pick.pick)[0] !== "count") this.labels.set(pick.pick, pick.label);
    if (looked) {
      this.awaited.delete(offer.n ?? 0);
      looked(offer);
      return;
    }
    this.expected = 0;
    if (this.asked === "read" && !offer.lines?.length && kindOf(offer.path.at(-1)) === "button") {
      // a text is a finished choice; open it again before its last button, so that it can be changed
      this.ask(offer.path.slice(0, -1));
    } else {
      this.take(offer);
    }
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
    await this.lookAhead(offer);
    if (this.offer === offer) this.settled();
  }

  /** @param {Offer} offer */
  async lookAhead(offer) {
    if (offer.lines?.length) {
      await this.findHeld(offer);
      return;
    }
    const { path } = offer;
    let base = path;
    let targets = onBoard(offer);
    const again = path.at(-3);
    if (path.length >= 3 && kindOf(path.at(-1)) === "count" && offer.picks.some((pick) => pick.pick === again)) {
      const next = await this.look([...path, again ?? ""]);
      if (next && onBoard(next).length) {
        base = next.path;
        targets = onBoard(next);
      }
    }
    await Promise.all(path.map((pick, at) => (kindOf(pick) === "count" ? this.look(path.slice(0, at)) : null)));
    let counted = false;
    if (base.length && targets.length && kindOf(base.at(-1)) !== "button") {
      const next = await this.look([...base, targets[0].pick]);
      counted = next !== null && onlyCounts(next);
    }
    if (this.offer === offer) Object.assign(this, { base, targets, counted });
  }

  /**
   * On a slip of lines the path rests where every line can be taken up; what follows the last rest is the line that is
   * being written. @param {Offer} offer
   */
  async findHeld(offer) {
    let from = offer.path.length;
    /** @type {Offer | null} */
    let before = offer;
    while (before && !rests(before) && from > 0 && offer.path.length - from < LONGEST_LINE) {
      from -= 1;
      before = await this.look(offer.path.slice(0, from));
    }
    if (this.offer !== offer) return;
    this.heldFrom = before && rests(before) ? from : offer.path.length;
    this.base = offer.path;
    this.targets = rests(offer) ? [] : onBoard(offer);
    this.counted = false;
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
    const looked = this.awaited.get(n);
    if (looked) {
      this.awaited.delete(n);
      looked(null);
    }
    if (n !== this.expected) return false;
    this.expected = 0;
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

  /** Pick it; one that plays the choice that it completes does so at once. @param {string} pick */
  add(pick) {
    this.soon(() => {
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
    return this.labels.get(pick) ?? this.nameOf(split(pick)[1]);
  }
}
