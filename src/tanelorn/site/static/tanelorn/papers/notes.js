// @ts-check
/** Notes of one's own: a book, and words on spaces of the board, shown to the seat that wrote them and kept on the server. */
import { html, part, refill, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Notes} Kept */

const FIRST = 1_000_000; // the numbers of questions about notes count up from here, out of the way of all others
const SHOWN = 16; // letters of a note that stand on the board; the rest is read where it is pointed at
const [HIGH, LETTER] = [20, 7.2]; // units
const BELOW = { counters: 38, wooden: 52 }; // units from the middle of a space: what stands there keeps its numbers

export class Notes {
  /** @param {import("../board/board.js").Board} board @param {import("../page/socket.js").Wire} wire */
  constructor(board, wire) {
    this.board = board;
    this.wire = wire;
    this.seat = -1;
    /** @type {Kept} */
    this.kept = { book: "", marks: {} };
    this.space = ""; // whose words are written
    this.number = FIRST; // of the last question
    /** Other words stand on the board now. */
    this.onChange = () => {};
    this.layer = svg("g", { class: "jottings" });
    board.layers.flash.after(this.layer);
    this.dialog = /** @type {HTMLDialogElement} */ (part("notes"));
    this.book = /** @type {HTMLTextAreaElement} */ (part("notes-book"));
    this.words = /** @type {HTMLInputElement} */ (part("notes-words"));
    this.button = part("notes-button");
    this.button.addEventListener("click", () => this.open());
    part("notes-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep();
    });
    part("notes-close").addEventListener("click", () => this.dialog.close());
    wire.on("noted", (noted) => {
      if (noted.n !== this.number) return; // of one who sat here before
      this.dialog.close();
      this.show(noted);
      this.onChange();
    });
    wire.on("refused", ({ n, why, remedy }) => n === this.number && this.tell(`${why} ${remedy}`));
    this.sit(-1);
  }

  /** Nothing of another seat's stays in the page. @param {number} seat */
  sit(seat) {
    if (seat === this.seat && seat >= 0) return;
    this.seat = seat;
    this.number += 1; // what is still to be answered is no longer wished
    this.button.hidden = seat < 0;
    this.dialog.close();
    this.book.value = this.words.value = this.space = "";
    this.show({ book: "", marks: {} });
  }

  /** @param {Kept} kept */
  show(kept) {
    this.kept = kept;
    this.draw();
  }

  /** Open the book, and beside it what stands on a space. @param {string} [space] */
  open(space = "") {
    if (this.seat < 0 || this.dialog.open) return;
    this.space = this.board.spaces.has(space) ? space : "";
    this.book.value = this.kept.book;
    this.words.value = this.kept.marks[this.space] ?? "";
    part("notes-here").hidden = !this.space;
    part("notes-space").textContent = gettext("On %(place)s", { place: this.board.nameOf(this.space) });
    part("notes-why").hidden = true;
    this.list();
    this.dialog.showModal();
    (this.space ? this.words : this.book).focus();
  }

  list() {
    refill(
      part("notes-marks"),
      ...Object.entries(this.kept.marks)
        .filter(([space]) => space !== this.space)
        .map(([space, words]) =>
          html(
            "li",
            {},
            html(
              "button",
              { type: "button", class: "plain", onclick: () => this.turnTo(space) },
              html("b", {}, this.board.nameOf(space)),
              ` ${words}`,
            ),
          ),
        ),
    );
  }

  /** @param {string} space */
  turnTo(space) {
    const book = this.book.value;
    this.dialog.close();
    this.open(space);
    this.book.value = book;
  }

  keep() {
    this.number += 1;
    const mark = this.space ? { space: this.space, words: this.words.value } : {};
    const sent = this.wire.send({ type: "note", n: this.number, seat: this.seat, book: this.book.value, ...mark });
    if (!sent) this.tell(gettext("The connection is lost; the notes stand here until it is back."));
  }

  /** @param {string} why */
  tell(why) {
    refill(part("notes-why"), html("span", {}, why));
    part("notes-why").hidden = false;
  }

  /** What is noted on a space, as it is said with it. @param {string} space */
  says(space) {
    const words = this.kept.marks[space];
    return words ? gettext("Your note: %(words)s.", { words }) : "";
  }

  draw() {
    refill(this.layer, ...Object.entries(this.kept.marks).map(([space, words]) => this.slip(space, words)));
  }

  /** A small slip of paper with the first of the words, below what stands on the space. @param {string} space @param {string} words */
  slip(space, words) {
    const spot = this.board.spot(space);
    if (!spot) return null;
    const short = words.length > SHOWN ? `${words.slice(0, SHOWN - 1)}…` : words;
    const wide = short.length * LETTER + 14;
    const below = (this.board.counter ? BELOW.counters : BELOW.wooden) * this.board.growth;
    return svg(
      "g",
      { class: "mark jotting", "data-note": words, transform: `translate(${spot.x} ${spot.y + below}) scale(${this.board.growth})` },
      svg("path", { d: `M${-wide / 2} 0H${wide / 2 - 7}l7 7V${HIGH}H${-wide / 2}z` }),
      svg("text", { y: 14 }, short),
    );
  }
}
