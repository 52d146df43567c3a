// @ts-check
/**
 * What is here: a small card about the space that the pointer or the keyboard rests on, or that is pressed and held. The server tells
 * what the viewer knows of it; each space is asked about once a state, and only when the pointer has come to rest.
 */
import { beside } from "../board/beside.js";
import { clauseLink, emblem, html, part, plain, refill, sentence } from "../page/elements.js";
import { onLongPress } from "../page/longpress.js";
import { murmur } from "../page/notices.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").About} About */
/** @typedef {import("../protocol.js").Remark} Remark */
/** @typedef {Pick<import("../page/socket.js").Wire, "on" | "send">} Answering what is asked: the wire to a table, or a game that was played */

const REST = 250; // milliseconds that the pointer rests on a space before it is asked about
const GRACE = 220; // and that it may be away from it, on its way to a clause
const CLEAR = { pointer: 14, finger: 34, key: 14 }; // pixels around what is pointed at
const MOST_CLEAR = 64; // and around the middle of a space that is pointed at

export class Here {
  /** @param {import("../board/board.js").Board} board @param {Answering} wire @param {(seat: number) => number} colourOf */
  constructor(board, wire, colourOf) {
    this.board = board;
    this.wire = wire;
    this.colourOf = colourOf;
    this.paper = part("here");
    /** What a press on a space would be now. @type {(space: string) => string} */
    this.reach = () => "";
    /** Where what glows lies, in pixels of the board's frame: the card keeps clear of it. @type {() => number[][]} */
    this.lit = () => [];
    /** Whether something moves that must be seen first. @type {() => boolean} */
    this.busy = () => false;
    /** Write a note of one's own on a space; null for who has none. @type {((space: string) => void) | null} */
    this.onNote = null;
    /** What one has noted there. @type {(space: string) => string} */
    this.noted = () => "";
    /** A space has been rested on. @type {(space: string) => void} */
    this.onRest = () => {};
    /** A finger holds a space, or "" once it is let go of. @type {(space: string) => void} */
    this.onHold = () => {};
    /** @type {Map<string, About>} what is known of spaces since the last state */
    this.known = new Map();
    /** @type {Map<number, string>} the spaces that are asked about, by the number of the question */
    this.asked = new Map();
    this.number = 0; // counts down: the questions about a choice count up
    /** @type {{space: string, by: "pointer" | "finger" | "key"} | null} what is shown, or will be once it is known */
    this.wish = null;
    this.aloud = ""; // a space that is read aloud once it is known
    this.pointer = { x: 0, y: 0 };
    this.pointed = this.pointer; // where the pointer was when it came to rest
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.opening = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.closing = undefined;
    this.listen();
  }

  listen() {
    const { frame } = this.board;
    this.wire.on("about", (about) => this.heard(about));
    this.wire.on("refused", (refusal) => this.asked.delete(refusal.n ?? 0));
    this.wire.on("lost", () => this.asked.clear());
    frame.addEventListener("pointermove", ({ clientX, clientY }) => (this.pointer = { x: clientX, y: clientY }));
    frame.addEventListener("wheel", () => this.close(), { passive: true });
    frame.addEventListener("blur", () => this.wish?.by === "key" && this.close());
    onLongPress(frame, (event) => this.hold(event));
    document.addEventListener("pointerdown", (event) => this.pressElsewhere(/** @type {Element} */ (event.target)), true);
    this.paper.addEventListener("pointerenter", () => clearTimeout(this.closing));
    this.paper.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.leave());
    const sizes = new ResizeObserver(() => this.place()); // what lies under a counter opens a little later, a clause when it is pressed
    for (const paper of [this.paper, part("stack")]) sizes.observe(paper);
  }

  /** The pointer is over a space now, or over none. @param {string} space */
  point(space) {
    clearTimeout(this.opening);
    if (space && this.wish?.space === space) {
      clearTimeout(this.closing);
      return;
    }
    this.leave();
    if (space && !this.board.camera.fingers.size) this.opening = setTimeout(() => this.want(space, "pointer"), REST);
  }

  /** The keyboard is at a space now. @param {string} space */
  focus(space) {
    if (!this.board.frame.matches(":focus-visible")) return;
    this.close();
    this.opening = setTimeout(() => this.want(space, "key"), REST);
  }

  /** @param {PointerEvent} event */
  hold(event) {
    const { camera } = this.board;
    if (event.pointerType === "mouse" || camera.dragged || camera.fingers.size > 1) return false;
    const space = this.board.spaceAt(camera.point(event));
    this.pointer = { x: event.clientX, y: event.clientY };
    if (space) {
      this.want(space.id, "finger");
      this.onHold(space.id);
    }
    return space !== null;
  }

  /** @param {Element} target */
  pressElsewhere(target) {
    if (!target.closest("#here, .clause")) this.close();
  }

  /** @param {string} space @param {"pointer" | "finger" | "key"} by */
  want(space, by) {
    if (this.busy()) return;
    this.close();
    this.wish = { space, by };
    this.pointed = this.pointer;
    this.onRest(space);
    const known = this.known.get(space);
    if (known) this.show(known);
    else this.ask(space);
  }

  /** Read a space aloud. @param {string} space */
  read(space) {
    this.aloud = space;
    const known = this.known.get(space);
    if (known) this.say(known);
    else this.ask(space);
  }

  /** @param {string} space */
  ask(space) {
    if ([...this.asked.values()].includes(space)) return;
    this.number -= 1;
    if (this.wire.send({ type: "about", n: this.number, space })) this.asked.set(this.number, space);
  }

  /** @param {About} about */
  heard(about) {
    if (!this.asked.delete(about.n ?? 0)) return; // of a former state, or of one who sat here before
    this.known.set(about.space, about);
    if (this.aloud === about.space) this.say(about);
    if (this.wish?.space === about.space) this.show(about);
  }

  /** Nothing that was known is known any more; what is open is asked about anew. @param {boolean} [stays] the same viewer sits here */
  forget(stays = true) {
    this.known.clear();
    this.asked.clear();
    if (!stays) this.close();
    else if (this.wish) this.ask(this.wish.space);
  }

  /** @param {About} about */
  show(about) {
    const now = this.reach(about.space);
    const standing = this.board.rested;
    refill(
      this.paper,
      html("h2", {}, about.title, html("span", { class: "right" }, about.kind)),
      now ? html("p", { class: "now" }, now) : null,
      html("ul", {}, ...about.remarks.map((remark) => this.line(remark, remark.piece !== "" && remark.piece === standing))),
      this.note(about.space),
    );
    const first = this.paper.hidden;
    this.paper.setAttribute("aria-label", about.title);
    this.paper.hidden = false;
    this.place();
    if (first && this.wish?.by === "key") murmur(inWords(about, now));
  }

  /** @param {string} space */
  note(space) {
    const write = this.onNote;
    if (!write) return null;
    const words = this.noted(space);
    const press = () => {
      this.close();
      write(space);
    };
    return html("button", { class: "jot", type: "button", onclick: press }, words || gettext("Write a note here"));
  }

  /** @param {Remark} remark @param {boolean} meant whether it tells of the counter that is pointed at */
  line({ label, text, clause, seat }, meant) {
    return html(
      "li",
      { class: meant ? "meant" : null },
      html("b", {}, seat >= 0 ? emblem(this.colourOf(seat), 12) : null, label),
      html("span", {}, text, clause ? " " : null, clauseLink(clause)),
    );
  }

  /** @param {About} about */
  say(about) {
    this.aloud = "";
    murmur(inWords(about, this.reach(about.space)));
  }

  /** Beside what is pointed at, clear of what glows and of what lies under a counter. */
  place() {
    if (this.paper.hidden || !this.wish) return;
    const { frame, camera } = this.board;
    const { x, y, reach } = this.anchor(this.wish);
    const { offsetWidth: width, offsetHeight: height } = this.paper;
    const open = frame.offsetHeight - camera.covered; // what a battle leaves of the board
    const high = open > height ? open : frame.offsetHeight;
    const room = { left: frame.offsetLeft, top: frame.offsetTop, width: frame.offsetWidth, height: high };
    const best = beside(
      { x: frame.offsetLeft + x, y: frame.offsetTop + y, reach },
      { width, height },
      room,
      this.lit(),
      boxOf(part("stack")),
    );
    this.paper.style.left = `${best.left}px`;
    this.paper.style.top = `${best.top}px`;
  }

  /** The space itself if the pointer is about its middle, else the pointer. @param {{space: string, by: "pointer" | "finger" | "key"}} wish */
  anchor({ space, by }) {
    const { frame, camera, spaces } = this.board;
    const { left, top } = frame.getBoundingClientRect();
    const pointer = { x: this.pointed.x - left, y: this.pointed.y - top, reach: CLEAR[by] };
    const [spot, known] = [this.board.spot(space), spaces.get(space)];
    if (!spot || !known) return pointer;
    const drawn = Math.max(this.board.reachOf(known), this.board.counter * this.board.growth);
    const reach = Math.max(CLEAR[by], Math.min(MOST_CLEAR, drawn * camera.scale));
    const middle = { x: camera.x + spot.x * camera.scale, y: camera.y + spot.y * camera.scale, reach };
    return by === "key" || Math.hypot(pointer.x - middle.x, pointer.y - middle.y) < reach ? middle : pointer;
  }

  leave() {
    clearTimeout(this.closing);
    if (this.wish?.by === "pointer") this.closing = setTimeout(() => this.hide(), GRACE);
  }

  close() {
    clearTimeout(this.opening);
    this.hide();
  }

  hide() {
    clearTimeout(this.closing);
    const held = this.wish?.by === "finger";
    this.wish = null;
    if (held) this.onHold("");
    if (this.paper.hidden) return;
    this.paper.hidden = true;
    refill(this.paper); // it may be what one knows who no longer sits here
  }

  /** The first clause of the open card. @returns {boolean} whether there is one */
  openClause() {
    const link = /** @type {HTMLElement | null} */ (this.paper.querySelector("[data-clause]"));
    link?.click();
    return link !== null;
  }
}

/** The card as it is read aloud. @param {About} about @param {string} now */
function inWords(about, now) {
  const lines = about.remarks.map(({ label, text }) => sentence(plain(`${label}: ${text}`)));
  return [`${about.title}, ${about.kind}.`, now, ...lines].filter(Boolean).join(" ");
}

/** @param {HTMLElement} paper @returns {import("../board/beside.js").Box | null} */
function boxOf(paper) {
  if (paper.hidden) return null;
  return { left: paper.offsetLeft, top: paper.offsetTop, width: paper.offsetWidth, height: paper.offsetHeight };
}
