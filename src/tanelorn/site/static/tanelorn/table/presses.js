// @ts-check
/** A press on the board: what it picks, takes up, puts down or opens, or why it does nothing. */
import { countRows, stepCount } from "../choices/counting.js";
import { forgetRefusal, showRefusal } from "../page/notices.js";
import { gettext } from "../page/words.js";

export class Presses {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.picks = session.picks;
    this.glow = session.glow;
  }

  /**
   * @param {import("../protocol.js").Space | null} space @param {{detail: number, shiftKey?: boolean}} event
   * @param {import("../protocol.js").Piece | null} [piece] the counter that was pressed
   */
  press(space, event, piece) {
    forgetRefusal();
    if (this.session.reveal.playing) {
      this.session.reveal.finish();
      return;
    }
    if (this.picks.asking && this.picks.busy && !this.session.news.shown) {
      this.picks.soon(() => this.press(space, event, piece)); // what it means is known once the answer has come
      return;
    }
    if (space && this.session.spread.pressBoard(space, piece, this.glow, !event.detail || !piece)) return;
    if (space && this.picks.asking && !this.session.news.shown) this.picks.soon(() => this.pressNow(space, event, piece));
  }

  /**
   * @param {import("../protocol.js").Space} space @param {{shiftKey?: boolean}} event @param {import("../protocol.js").Piece | null} [piece]
   */
  pressNow(space, event, piece) {
    const pick = this.glow.byPiece.get(piece?.id ?? "") ?? this.glow.picks.get(space.id);
    const row = countRows(this.picks).findLast((one) => this.glow.placeOf(one.subject) === space.id);
    const target = pick && this.picks.targets.some((one) => one.pick === pick.pick);
    if (piece && piece.seat === this.session.viewer) this.picks.prefer = `button:${piece.kind}`;
    if (this.picks.lined) {
      this.pressLined(space, pick, piece?.id);
      return;
    }
    if (event.shiftKey && row) stepCount(this.picks, row, -1);
    else if (pick && (target || !row)) this.picks.add(pick.pick);
    else if (row) stepCount(this.picks, row, 1);
    else if (pick) this.picks.add(pick.pick);
    else if (this.glow.held.has(space.id)) this.session.acts.drop();
    else this.why(space);
  }

  /**
   * On a slip of lines: what may follow, else a line to be taken up, else nothing.
   * @param {import("../protocol.js").Space} space @param {import("../protocol.js").Pick | undefined} pick @param {string} [piece]
   */
  pressLined(space, pick, piece) {
    const lines = this.picks.offer?.lines ?? [];
    const line =
      lines.find((one) => piece && one.pick === `piece:${piece}`) ?? lines.find((one) => this.glow.placeOf(one.pick) === space.id);
    if (pick) this.picks.add(pick.pick);
    else if (line?.pick && line.pick === this.picks.heldLine) this.picks.letGo();
    else if (line?.pick) this.picks.takeUp(line.pick);
    else this.why(space);
  }

  /** Why a space does not glow: the server's reason, if it gave one. @param {import("../protocol.js").Space} space */
  why(space) {
    const refused = this.picks.offer?.refused.find((one) => one.picks.some((pick) => this.glow.placeOf(pick) === space.id));
    if (refused) showRefusal(refused.why, refused.clause);
    else if (this.picks.held.length)
      this.picks.add(`space:${space.id}`); // the server knows why not, and its clause
    else showRefusal(gettext("%(space)s cannot be picked now.", { space: space.name }), this.session.decision?.clause);
  }
}
