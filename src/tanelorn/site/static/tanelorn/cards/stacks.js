// @ts-check
/**
 * What lies under a banner or counter, on a small paper beside it: opened by resting on it, by press and hold, by the
 * space bar, or by a press where that would pick nothing. It stays open while cards of it are picked.
 */

import { beside } from "../board/beside.js";
import { html, icon, part, refill } from "../page/elements.js";
import { onLongPress } from "../page/longpress.js";
import { SMALL } from "../page/small.js";
import { gettext } from "../page/words.js";
import { cardAt, drawCard } from "./cards.js";

/** @typedef {import("../protocol.js").Stack} Stack */
/** @typedef {import("../protocol.js").Piece} Piece */

const REST = 380; // milliseconds that the mouse rests on a banner before it opens
const GRACE = 260; // and that it may be away, on its way to the paper
const EDGE = 10;
const ACROSS = 5; // cards in a row

export class Stacks {
  /** @param {import("../board/board.js").Board} board @param {import("../pieces/pieces.js").Pieces} pieces @param {(seat: number) => number} colourOf */
  constructor(board, pieces, colourOf) {
    this.board = board;
    this.pieces = pieces;
    this.colourOf = colourOf;
    this.paper = part("stack");
    /** @type {Stack[]} */
    this.stacks = [];
    /** @type {string | null} the piece whose stack is open */
    this.at = null;
    this.where = ""; // the space in which it lay when it was opened
    this.pinned = false; // opened by a press: resting elsewhere does not close it
    this.waved = ""; // closed by the player: not opened again by itself
    this.drawn = "";
    /** @type {() => void} */
    this.onDrawn = () => {};
    /** Spaces that glow: the paper lies clear of them. @type {() => Iterable<string>} */
    this.lit = () => [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    this.paper.addEventListener("pointerenter", () => clearTimeout(this.later));
    this.paper.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && this.leave());
    board.onRest = (piece) => this.rest(piece);
    board.onView = () => this.place();
    onLongPress(board.frame, (event) => this.hold(event));
    document.addEventListener("pointerdown", (event) => this.pressElsewhere(/** @type {Element} */ (event.target)));
  }

  /** @param {Stack[]} stacks */
  show(stacks) {
    this.stacks = stacks;
    const moved = this.at !== null && this.where !== (this.pieces.spaceOf(this.at) ?? "");
    if (moved)
      this.close(); // it has marched off with what was open
    else if (this.at !== null) this.draw();
  }

  /** @param {string | null | undefined} piece */
  of(piece) {
    return this.stacks.find((stack) => stack.piece === piece) ?? null;
  }

  /** The piece under which a card lies. @param {string} card its pick */
  holderOf(card) {
    return this.stacks.find((stack) => stack.cards.some((one) => one.id === card))?.piece ?? null;
  }

  /** @param {string} piece @param {{pinned?: boolean, focus?: boolean}} [how] */
  open(piece, { pinned = true, focus = false } = {}) {
    clearTimeout(this.later);
    if (!this.of(piece)) return false;
    this.at = piece;
    this.where = this.pieces.spaceOf(piece) ?? "";
    this.pinned = pinned;
    this.waved = "";
    this.draw();
    if (focus)
      /** @type {HTMLElement | null} */ (this.paper.querySelector(".card.can") ?? this.paper.querySelector(".card") ?? this.paper)?.focus();
    return true;
  }

  /** @param {boolean} [waved] closed by the player @returns {boolean} whether one was open */
  close(waved = false) {
    clearTimeout(this.later);
    if (this.at === null) return false;
    if (waved) this.waved = this.at;
    const focused = this.paper.contains(document.activeElement);
    this.at = null;
    this.pinned = false;
    this.drawn = "";
    this.paper.hidden = true;
    refill(this.paper);
    if (focused) this.board.frame.focus();
    return true;
  }

  /** Look under the pieces of a space, one after the other, by the keyboard. @param {string} space */
  walk(space) {
    const here = (this.pieces.scene?.pieces ?? []).filter((piece) => piece.space === space && this.of(piece.id)).map((piece) => piece.id);
    const next = here[here.indexOf(this.at ?? "") + 1];
    if (next) return this.open(next, { focus: here.length === 1 });
    return this.close(true);
  }

  draw() {
    const stack = this.of(this.at);
    const home = this.at && this.pieces.placeOf(this.at);
    if (!stack || !home) {
      this.close();
      return;
    }
    const face = JSON.stringify(stack);
    if (face !== this.drawn) {
      this.drawn = face;
      const focused = cardAt(document.activeElement)?.card.id;
      this.paper.classList.toggle("remembered", Boolean(stack.note));
      this.paper.setAttribute("aria-label", [stack.title, stack.note].filter(Boolean).join(", "));
      refill(
        this.paper,
        html(
          "h2",
          {},
          stack.title,
          stack.note ? html("span", { class: "right" }, stack.note) : null,
          html(
            "button",
            { class: "shut", type: "button", "aria-label": gettext("Close the stack"), onclick: () => this.close(true) },
            icon("disband", 14),
          ),
        ),
        ...(stack.cards.length
          ? rowsOf(stack.cards).map((cards) => this.list(cards))
          : [html("p", { class: "empty" }, gettext("Nothing is known about it."))]),
      );
      this.paper.hidden = false;
      if (focused) /** @type {HTMLElement | null} */ (this.paper.querySelector(`[data-card="${CSS.escape(focused)}"]`))?.focus();
      this.onDrawn();
    }
    this.place();
  }

  /** @param {import("../protocol.js").Card[]} cards */
  list(cards) {
    return html(
      "ul",
      { class: "cards small", style: `--across:${Math.min(ACROSS, cards.length)}` },
      ...cards.map((card) => html("li", {}, drawCard(card, "small", this.colourOf(card.seat)))),
    );
  }

  /** Beside its piece, on the side where it hides least of what glows; on a phone the style sheet lays it at the foot. */
  place() {
    const home = this.at && this.pieces.placeOf(this.at);
    if (!home || this.paper.hidden) return;
    if (SMALL.matches) {
      this.paper.style.left = this.paper.style.top = "";
      return;
    }
    const { camera } = this.board;
    const frame = this.board.frame;
    const reach = 30 * home.size * camera.scale;
    const x = frame.offsetLeft + camera.x + home.x * camera.scale;
    const y = frame.offsetTop + camera.y + home.y * camera.scale;
    const { offsetWidth: width, offsetHeight: height } = this.paper;
    const open = frame.offsetHeight - camera.covered; // what a battle leaves of the board
    const room = open > height + 2 * EDGE ? open : frame.offsetHeight;
    const ground = { left: frame.offsetLeft, top: frame.offsetTop, width: frame.offsetWidth, height: room };
    const best = beside({ x, y, reach }, { width, height }, ground, this.glowing());
    this.paper.style.left = `${best.left}px`;
    this.paper.style.top = `${best.top}px`;
  }

  /** Where the spaces that glow are, as the paper is placed. */
  glowing() {
    const { camera, frame, spaces } = this.board;
    return [...this.lit()]
      .map((id) => spaces.get(id))
      .filter((space) => space !== undefined)
      .map((space) => [frame.offsetLeft + camera.x + space.x * camera.scale, frame.offsetTop + camera.y + space.y * camera.scale]);
  }

  /** Whether the paper lies over something that glows. */
  covers() {
    if (this.paper.hidden) return false;
    const { offsetLeft: left, offsetTop: top, offsetWidth: width, offsetHeight: height } = this.paper;
    return this.glowing().some(([x, y]) => x > left && x < left + width && y > top && y < top + height);
  }

  /** The mouse rests on a piece, or on none. @param {Piece | null} piece */
  rest(piece) {
    if (piece?.id && piece.id === this.at) clearTimeout(this.later);
    else if (piece?.id && this.of(piece.id) && !this.pinned) {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.open(piece.id, { pinned: false }), REST);
    } else this.leave();
  }

  leave() {
    clearTimeout(this.later);
    if (!this.pinned && !this.paper.contains(document.activeElement)) this.later = setTimeout(() => this.close(), GRACE);
  }

  /** @param {PointerEvent} event */
  hold(event) {
    if (this.board.camera.dragged || this.board.camera.fingers.size > 1) return false;
    const piece = this.pieces.at(this.board.camera.point(event));
    return Boolean(piece?.id) && this.open(piece?.id ?? "");
  }

  /** A press on the board or the table closes it; one on the question or the battle belongs to the same choice. @param {Element} target */
  pressElsewhere(target) {
    if (this.at === null || target.closest("#stack, #reader, #prompt, #duel, #trays, #board")) return;
    this.close(true);
  }
}

/** Counters first, then what they hold. @param {import("../protocol.js").Card[]} cards */
function rowsOf(cards) {
  const counters = cards.filter((card) => card.counter);
  return [counters, cards.filter((card) => !card.counter)].filter((list) => list.length);
}
