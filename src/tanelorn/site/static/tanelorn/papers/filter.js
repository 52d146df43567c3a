// @ts-check
/** Which lines of the chronicle are read: all, those that tell of battles, of the viewer's own seat, or of a place. */
import { html, part, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Event} Event */
/** @typedef {"all" | "battles" | "mine" | "place"} Wish */

const FOUGHT = ["battle", "fight"];
const SPECTATOR = -1;

export class Filter {
  /** @param {import("../board/board.js").Board} board @param {() => void} onChange */
  constructor(board, onChange) {
    this.board = board;
    this.battles = new Set(board.data.battles);
    this.onChange = onChange;
    this.viewer = SPECTATOR; // whose lines are "mine"
    this.place = ""; // the space that was last pointed at or selected
    /** @type {Wish} */
    this.wish = "all";
    this.buttons = /** @type {Record<Wish, HTMLElement>} */ (
      Object.fromEntries([
        ["all", this.button("all", gettext("All"))],
        ["battles", this.button("battles", gettext("Battles"))],
        ["mine", this.button("mine", gettext("Mine"))],
        ["place", this.button("place", gettext("This place"))],
      ])
    );
    refill(part("log-filter"), ...Object.values(this.buttons));
    this.sitAs(SPECTATOR);
  }

  /** @param {Wish} wish @param {string} name */
  button(wish, name) {
    return html("button", { type: "button", "aria-pressed": String(wish === this.wish), onclick: () => this.choose(wish) }, name);
  }

  /** @param {Wish} wish */
  choose(wish) {
    this.wish = wish;
    for (const [name, button] of Object.entries(this.buttons)) button.setAttribute("aria-pressed", String(name === wish));
    this.onChange();
  }

  /** A space is looked at: rested on, selected, or reached by the keyboard. @param {string} space */
  look(space) {
    if (!space || space === this.place) return;
    this.place = space;
    this.buttons.place.textContent = gettext("At %(place)s", { place: this.board.nameOf(space) });
    if (this.wish === "place") this.onChange();
  }

  /** Who sits down next begins with all lines and no place. @param {number} viewer */
  sitAs(viewer) {
    this.buttons.mine.hidden = viewer < 0; // who only looks on has no lines of their own
    if (viewer === this.viewer) return;
    this.viewer = viewer;
    this.place = "";
    this.buttons.place.textContent = gettext("This place");
    this.choose("all");
  }

  /** @param {Event} event */
  passes(event) {
    if (this.wish === "all") return true;
    if (event.heading && !event.places.length) return false; // it is read with what stands below it
    if (this.wish === "battles") return this.isFought(event);
    return this.wish === "mine" ? event.seat === this.viewer : isAbout(event, this.place);
  }

  /** Whether a line tells of a battle: by its clause, or by what it shows. @param {Event} event */
  isFought(event) {
    const repelled = event.shows.some((mark) => mark.kind === "arrow" && mark.failed);
    return this.battles.has(event.clause) || event.fought !== null || repelled || event.shows.some(({ kind }) => FOUGHT.includes(kind));
  }

  /** Why no line is read. */
  get nothing() {
    return this.wish === "place" && !this.place ? gettext("Rest on a place of the board, or press it.") : gettext("No line so far.");
  }
}

/** @param {Event} event @param {string} place */
function isAbout({ places, shows }, place) {
  return place !== "" && (places.includes(place) || shows.some(({ at, to, via }) => [at, to, via].includes(place)));
}
