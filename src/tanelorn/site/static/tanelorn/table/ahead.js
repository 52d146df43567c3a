// @ts-check
/**
 * What would be written if what is pointed at were picked: its arrow, its line of support with the move that it supports, a retreat.
 * Only where orders are written: there the server is asked for that offer, as it is when one looks ahead, and its new marks are drawn.
 */
import { drawMark } from "../pieces/marks.js";

/** @typedef {import("../protocol.js").Mark} Mark */

const REST = 90; // milliseconds that a target is pointed at before the server is asked

export class Ahead {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.pick = ""; // what is pointed at
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
  }

  /** A pick is pointed at, or none. @param {string} pick */
  point(pick) {
    if (pick === this.pick) return;
    this.clear();
    const { picks } = this.session;
    const target = picks.held.length > 0 && picks.targets.some((one) => one.pick === pick);
    if (!picks.offer?.written || !target) return;
    this.pick = pick;
    this.resting = setTimeout(() => this.look(pick), REST);
  }

  clear() {
    clearTimeout(this.resting);
    this.pick = "";
    this.session.board.layers.ahead.replaceChildren();
  }

  /** @param {string} pick */
  async look(pick) {
    const { picks } = this.session;
    const { offer } = picks;
    if (!offer || picks.busy) return;
    const next = await picks.questions.look(picks.pathTo(pick));
    if (next && this.pick === pick && picks.offer === offer) this.draw(next.marks, offer.marks, pick);
  }

  /** @param {Mark[]} marks @param {Mark[]} before what is drawn already @param {string} pick */
  draw(marks, before, pick) {
    const { board, pieces, trail } = this.session;
    const known = new Set(before.map((mark) => JSON.stringify(mark)));
    const sails = trail.ways.has(trail.placeOf(pick)); // the way over the sea is drawn, not an arrow across it
    const fresh = marks.filter((mark) => !known.has(JSON.stringify(mark)) && !(sails && mark.kind === "arrow"));
    for (const mark of fresh.flatMap((one) => [...helpedBy(one, marks, pieces.seatIn(one.via)), one])) {
      const drawn = drawMark(mark, board, pieces.colourOf(mark.seat));
      if (drawn) board.layers.ahead.append(drawn);
    }
    for (const line of /** @type {NodeListOf<SVGElement>} */ (board.layers.ahead.querySelectorAll("[stroke-dasharray]"))) {
      const dashes = (line.getAttribute("stroke-dasharray") ?? "").split(/[ ,]+/).map(Number);
      line.style.setProperty("--dash", `${dashes.reduce((sum, dash) => sum + dash, 0)}px`); // a whole dash on, it looks the same
    }
  }
}

/** The move that is supported or convoyed, where no order of one's own draws it. @param {Mark} mark @param {Mark[]} marks @param {number} seat whose it would be @returns {Mark[]} */
function helpedBy(mark, marks, seat) {
  const { via, to, kind } = mark;
  if ((kind !== "support" && kind !== "convoy") || !via || !to || via === to) return [];
  if (marks.some((one) => one.kind === "arrow" && one.at === via && one.to === to)) return [];
  return [{ ...mark, kind: "arrow", at: via, seat, via: "", piece: "", draft: true }];
}
