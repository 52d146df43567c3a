// @ts-check
/** A choice in the making as it is seen: what glows on the board and beside it, the way there, the draft's arrows and the next one, the question. */
import { split } from "../choices/offers.js";
import { drawMark, isLasting, layerOf } from "../pieces/marks.js";
import { Ahead } from "./ahead.js";

export class Choosing {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.ahead = new Ahead(session);
    this.picked = 0; // how many picks had been made when it was shown last
  }

  /** Whether there is something to choose, and nothing that must be looked at first. */
  get open() {
    const { picks, news } = this.session;
    return Boolean(picks.asking && picks.offer && !news.shown);
  }

  /** The picks changed. */
  show() {
    const { picks, trail, board, prompt, decision } = this.session;
    this.ahead.clear();
    if (!decision || !picks.offer) trail.know([], []);
    if (!decision || !picks.offer || this.session.news.shown) return;
    if (picks.path.length > this.picked) board.bare.end();
    this.picked = picks.path.length;
    trail.know(picks.open(), picks.path);
    this.showGlow();
    this.follow(board.hovered ?? "");
    if (picks.wasRead || (picks.quick && picks.offer.choice)) this.bringIntoSight(picks.path);
    prompt.showOffer(decision);
    this.showMarks();
    this.session.showUndo();
    this.session.nameSpaces();
  }

  /** What may be picked glows, on the board and beside it. */
  showGlow() {
    const { picks, pieces, glow, spread, decision } = this.session;
    const open = this.open ? picks.open() : [];
    const inHand = this.open ? pieces.held.map(({ piece }) => `piece:${piece.id}`) : [];
    const targets = inHand.length && !picks.held.length ? open.filter((pick) => split(pick.pick)[0] === "space") : picks.targets;
    const lit = open.length || inHand.length;
    glow.about = this.open ? (decision?.about ?? "") : "";
    glow.show(open, lit ? [...picks.held, ...inHand] : [], lit ? targets : []);
    const again = new Set(picks.targets.map((target) => target.pick)); // a mage who casts may be cast upon: pressed once more, not put down
    const held = picks.asking && !this.session.news.shown ? picks.held : [];
    spread.offer(
      open,
      held.filter((pick) => !again.has(pick)),
    );
  }

  /** Show the way to what is pointed at, on the board or in a list, and what would be written there; else the way that has been picked. @param {string} place */
  follow(place) {
    const { picks, trail, glow } = this.session;
    const last = picks.path.findLast((pick) => trail.ways.has(trail.placeOf(pick))) ?? "";
    trail.show(trail.ways.has(place) && glow.picks.has(place) ? place : trail.placeOf(last));
    this.ahead.point(glow.picks.get(place)?.pick ?? "");
  }

  /** A space is pointed at: the way to it, and what a press on it would do. @param {string} id */
  point(id) {
    this.follow(id);
    this.session.prompt.tell(this.session.glow.picks.get(id));
  }

  /** What was written, or waits for Enter, may lie beyond the window. @param {string[]} path */
  bringIntoSight(path) {
    const { board, glow } = this.session;
    const place = path.map((pick) => glow.near(pick)).findLast(Boolean);
    const spot = place ? board.spot(place) : null;
    if (spot) board.camera.reveal(spot.x, spot.y);
  }

  /** The marks that lie on the board; those of the choice in the making in their place. */
  showMarks() {
    const { state, picks, pieces, board, reveal } = this.session;
    reveal.clear();
    const lie = state?.scene.marks ?? [];
    const marks = picks.asking && picks.offer ? [...lie.filter(isLasting), ...picks.offer.marks] : lie;
    for (const mark of marks) {
      const drawn = drawMark(mark, board, pieces.colourOf(mark.seat));
      if (!drawn) continue;
      if (mark.draft) drawn.classList.add("draft");
      board.layers[layerOf(mark)].append(drawn);
    }
  }
}
