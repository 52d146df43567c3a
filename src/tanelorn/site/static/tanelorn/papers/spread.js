// @ts-check
/** What lies beside the board to be read and picked: trays, an open stack, the battle window, and a card opened large. */

import { DuelWindow } from "../battle/duel.js";
import { cardAt, markCard } from "../cards/cards.js";
import { Reader } from "../cards/reader.js";
import { Stacks } from "../cards/stacks.js";
import { showTrays } from "../cards/trays.js";
import { part } from "../page/elements.js";
import { SMALL } from "../page/small.js";
import { showGauges } from "./gauges.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {import("../protocol.js").Scene} Scene */

export class Spread {
  /** @param {import("../board/board.js").Board} board @param {import("../pieces/pieces.js").Pieces} pieces */
  constructor(board, pieces) {
    const colourOf = (/** @type {number} */ seat) => pieces.scene?.seats.find((one) => one.seat === seat)?.colour ?? 0;
    this.colourOf = colourOf;
    this.reader = new Reader();
    this.stacks = new Stacks(board, pieces, colourOf);
    this.duel = new DuelWindow(board, colourOf);
    this.roots = ["trays", "hand", "stack", "duel"].map(part);
    /** @type {Map<string, Pick>} what can be picked now */
    this.picks = new Map();
    /** @type {string[]} what was picked */
    this.held = [];
    /** @type {Record<string, string>} the cards of the trays, and of the battle, that could be picked last */
    this.asked = {};
    /** A card was pressed that can be picked, or that is held. @type {(card: string) => void} */
    this.onPick = () => {};
    /** A card that can be picked is pointed at, or none. @type {(pick: Pick | null) => void} */
    this.onPoint = () => {};
    this.stacks.onDrawn = this.duel.onDrawn = () => this.mark();
    for (const root of this.roots) {
      if (root.id !== "hand") this.reader.follow(root); // a card that rises from a hand can be read already
      root.addEventListener("click", (event) => this.press(event));
      for (const over of ["pointerover", "focusin"]) {
        root.addEventListener(over, ({ target }) => this.onPoint(this.picks.get(cardAt(target)?.card.id ?? "") ?? null));
      }
      for (const away of ["pointerleave", "focusout"]) root.addEventListener(away, () => this.onPoint(null));
    }
  }

  /** @param {Scene} scene @param {import("../protocol.js").Duel | null} [duel] another battle than the scene's: one that is still looked at */
  show(scene, duel = scene.duel ?? null) {
    showTrays(scene.trays, this.colourOf, () => this.mark());
    showGauges(scene.gauges);
    this.stacks.show(scene.stacks);
    this.duel.show(duel);
    if (this.reader.of && !this.reader.of.isConnected) this.reader.close();
    this.mark();
  }

  /** What may be picked, and what is held. @param {Pick[]} picks @param {string[]} held */
  offer(picks, held) {
    this.picks = new Map(picks.map((pick) => [pick.pick, pick]));
    this.held = held;
    this.mark();
    this.bringAsked();
    this.openByItself();
    this.stacks.place();
    if (this.isDone() && this.stacks.covers()) this.stacks.close();
  }

  /** Where none of the cards that are newly asked is in sight in its box, the first of them is brought there. */
  bringAsked() {
    for (const [root, box] of [
      ["trays", "beside"],
      ["duel", "duel-body"],
    ]) {
      const cards = /** @type {HTMLElement[]} */ ([...part(root).querySelectorAll(".card.can")]);
      const asked = cards.map((card) => card.dataset.card).join(" ");
      if (asked === this.asked[root]) continue; // what is looked at meanwhile stays where it is
      this.asked[root] = asked;
      const room = part(box).getBoundingClientRect();
      const seen = cards.some((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return top >= room.top && bottom <= room.bottom;
      });
      const listed = root === "duel" && SMALL.matches; // at the head of the question, which is read first
      if (!seen && !listed) cards[0]?.scrollIntoView({ block: "center" });
    }
  }

  mark() {
    for (const root of this.roots) {
      for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-card]"))) {
        const id = element.dataset.card ?? "";
        markCard(element, this.picks.get(id) ?? null, this.held.includes(id));
      }
      root.classList.toggle("asking", root.querySelector(".card.can, .card.held") !== null); // what else lies there is pale
    }
  }

  /** Whether a pick lies open on the page, so that it need not be listed too. @param {string} pick */
  shows(pick) {
    return !SMALL.matches && this.lies(pick); // on a phone one tab at a time is seen
  }

  /** Whether a card in a tray or in the open battle stands for a pick. @param {string} pick */
  lies(pick) {
    const roots = [part("trays"), part("hand"), ...(this.duel.open ? [part("duel")] : [])];
    return roots.some((root) => root.querySelector(`[data-card="${CSS.escape(pick)}"]`) !== null);
  }

  /** The cards that can be picked and are seen. */
  glowing() {
    return /** @type {HTMLElement[]} */ (this.roots.flatMap((root) => [...root.querySelectorAll(".card.can")])).filter((card) =>
      card.checkVisibility(),
    );
  }

  /** Where all that can be picked lies under one banner, that banner is opened; on a small page it is closed where nothing can be picked under it, for it covers the list. */
  openByItself() {
    const { stacks } = this;
    if (SMALL.matches || !this.held.length) {
      stacks.waved = "";
      if (SMALL.matches && this.isDone()) stacks.close();
      return;
    }
    const holders = new Set(
      [...this.picks.keys()]
        .filter((pick) => !this.shows(pick))
        .map((pick) => stacks.holderOf(pick))
        .filter((one) => one !== null),
    );
    const [only] = holders;
    if (holders.size === 1 && only && stacks.waved !== only && stacks.at !== only) stacks.open(only);
  }

  /** Whether something may be picked, but nothing that lies on the open paper. */
  isDone() {
    return this.picks.size > 0 && ![...this.picks.keys()].some((pick) => this.stacks.holderOf(pick) === this.stacks.at);
  }

  /** @param {MouseEvent} event */
  press(event) {
    const found = cardAt(event.target);
    if (!found) return;
    const { id } = found.card;
    if (this.picks.has(id) || this.held.includes(id)) {
      this.reader.close();
      this.onPick(id);
    } else if (this.reader.of !== found.element || !this.reader.pinned) this.reader.open(found.element, found.card, true);
  }

  /**
   * A press on the board that picks nothing opens what lies there. @param {import("../protocol.js").Space} space
   * @param {import("../protocol.js").Piece | null | undefined} piece @param {import("../pieces/glow.js").Glow} glow @param {boolean} byKey
   */
  pressBoard(space, piece, glow, byKey) {
    const { stacks } = this;
    const pile = piece?.id && piece.high > 1 && stacks.of(piece.id) ? piece.id : "";
    if (pile && glow.byPiece.has(pile)) {
      stacks.open(pile); // its topmost counter is picked; the others lie open to follow
      return false;
    }
    const here = glow.picks.get(space.id)?.pick ?? "";
    if (pile && !here.startsWith("space:")) return stacks.at === pile && stacks.pinned ? stacks.close(true) : stacks.open(pile);
    const picked = (piece?.id && glow.byPiece.has(piece.id)) || glow.picks.has(space.id) || glow.held.has(space.id);
    if (picked) {
      if (piece?.id !== stacks.at) stacks.close();
      return false;
    }
    if (byKey) return stacks.walk(space.id);
    if (!piece?.id || !stacks.of(piece.id)) {
      stacks.close(true);
      return false;
    }
    if (stacks.at === piece.id && stacks.pinned) return stacks.close(true);
    return stacks.open(piece.id);
  }

  /** Close what lies uppermost. @returns {boolean} whether anything was open */
  close() {
    return this.reader.close() || this.stacks.close(true);
  }
}
