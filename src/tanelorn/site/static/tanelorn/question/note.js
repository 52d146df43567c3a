// @ts-check
/** What a question is for, told once of each kind to each person, until they want no more of it. A guided game's companion speaks instead. */
import { part } from "../page/elements.js";

/** @typedef {import("../protocol.js").Decision} Decision */

const WISH = "tanelorn-notes"; // "off" if none are wanted
const TOLD = "tanelorn-told"; // the kinds of question that have been told of, each `game/kind`

/** @returns {Set<string>} */
function told() {
  return new Set((localStorage.getItem(TOLD) ?? "").split(" ").filter(Boolean));
}

export function notesWanted() {
  return localStorage.getItem(WISH) !== "off";
}

/** @param {boolean} wanted */
export function wishNotes(wanted) {
  if (wanted) localStorage.removeItem(WISH);
  else localStorage.setItem(WISH, "off");
}

/** Have every kind of question told of once more. */
export function tellNotesAgain() {
  localStorage.removeItem(TOLD);
  wishNotes(true);
}

export class Note {
  constructor() {
    this.kind = ""; // the kind of question that stands there
    this.moment = -1; // and the moment at which it was put
    /** Whether somebody else explains what is asked. @type {() => boolean} */
    this.silent = () => false;
    part("note-away").addEventListener("click", () => this.putAway());
    part("note-none").addEventListener("click", () => {
      wishNotes(false);
      this.putAway();
    });
  }

  /** Tell of a question of a new kind; once something has been picked, make way for what is still to be picked.
   *  @param {Decision} decision @param {number} moment @param {boolean} [begun] */
  show(decision, moment, begun = false) {
    const kind = `${document.body.dataset.game}/${decision.kind}`;
    if (kind === this.kind && moment === this.moment) {
      part("note").hidden = begun;
      return;
    }
    this.leave();
    if (!decision.note || this.silent() || !notesWanted() || told().has(kind)) return;
    this.kind = kind;
    this.moment = moment;
    part("note-words").textContent = decision.note;
    part("note").hidden = begun;
  }

  /** What it tells of has been decided, or is another's to decide: it is not told again. */
  leave() {
    if (this.kind) localStorage.setItem(TOLD, [...told().add(this.kind)].join(" "));
    this.kind = "";
    part("note").hidden = true;
  }

  putAway() {
    const { moment } = this;
    this.leave();
    this.moment = moment;
    part("possible-button").focus();
  }
}
