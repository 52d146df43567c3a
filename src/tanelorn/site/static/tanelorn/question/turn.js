// @ts-check
/** Whose turn it is, as the page says it: mine, somebody else's at this screen, somebody else's, or nobody's any more. */

import { listed, part, plain, refill } from "../page/elements.js";
import { announce } from "../page/notices.js";
import { gettext, ngettext } from "../page/words.js";
import { sealedSlip } from "../papers/accounts.js";
import { showEnding } from "./ending.js";
import { handedOver, hideHandover, showHandover } from "./handover.js";

/** @typedef {import("../protocol.js").State} State */
/** @typedef {import("../protocol.js").Decision} Decision */

export const SPECTATOR = -1;

export class Turn {
  /** @param {import("../table/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.announced = ""; // what was announced last
    this.goesOn = SPECTATOR; // the seat whose question was the last thing on the page
  }

  /** @param {State} state @param {Decision | null} mine */
  show(state, mine) {
    const { companion, viewer, wished } = this.session;
    const here = state.waiting.find((seat) => seat !== viewer);
    if (state.over) this.tellEnd(state);
    else if (mine && !mine.sealed) this.askMe(state, mine);
    else if (here !== undefined && wished === null) this.callFor(state, here);
    else if (companion.sheet && viewer === SPECTATOR && state.screen.length === 1)
      this.session.sit(state.screen[0]); // the others wait until the learner has read what is said in between
    else this.waitFor(state, mine);
  }

  /** @param {State} state @param {Decision} mine */
  askMe(state, mine) {
    const { board, companion, glow, picks, pieces, prompt, spread } = this.session;
    hideHandover();
    const words = `${state.moment} ${mine.seat} ${mine.prompt}`;
    const goesOn = picks.quick && this.goesOn === mine.seat; // where the eyes are already
    if (words !== this.announced && !goesOn && !companion.comeIntoView()) part("prompt").scrollIntoView({ block: "nearest" }); // the papers may have been read meanwhile
    if (words !== this.announced)
      announce(goesOn ? plain(mine.prompt) : gettext("Your turn. %(question)s", { question: plain(mine.prompt) }));
    if (words !== this.announced && !spread.duel.open) {
      if (!goesOn) board.camera.centre(pieces.placesOf(mine.seat));
      const where = pieces.held[0]?.place ?? board.spot(mine.about);
      if (where) board.camera.reveal(where.x, where.y);
      companion.lookThere(); // a guided game speaks of places of its own
    }
    this.announced = words;
    this.goesOn = mine.seat;
    this.colourPrompt(state, mine.seat);
    glow.seat = mine.seat;
    picks.begin(mine.seat, state.moment, mine.draft);
    if (picks.offer) this.session.choosing.show();
    else prompt.begin(mine);
  }

  /** Somebody else at this screen must decide. @param {State} state @param {number} seat */
  callFor(state, seat) {
    const { session } = this;
    session.picks.begin(-1, -1);
    const people = state.screen.length > 1 || (session.viewer >= 0 && session.viewer !== seat);
    if (!people) {
      session.sit(seat);
      return;
    }
    const chip = state.scene.seats.find((one) => one.seat === seat);
    if (!chip || handedOver()) return;
    session.prompt.say({ title: gettext("Hand over"), ask: gettext("%(seat)s is next.", { seat: chip.name }) });
    showHandover(chip, () => session.sit(seat));
    if (session.viewer !== SPECTATOR) session.sit(SPECTATOR); // nothing of the seat before stays in the page
  }

  /** @param {State} state @param {Decision | null} mine */
  waitFor(state, mine) {
    const { picks, prompt, viewer } = this.session;
    hideHandover();
    this.goesOn = SPECTATOR;
    picks.begin(-1, -1);
    const name = (/** @type {number} */ seat) => state.scene.seats.find((one) => one.seat === seat)?.name ?? "";
    const others = state.scene.seats.filter((seat) => seat.turn && seat.seat !== viewer && seat.state !== "sealed");
    const names = [...new Set([...others.map((seat) => seat.name), ...state.thinking.map(name)])];
    const waiting = listed(names);
    this.colourPrompt(state, viewer);
    if (mine?.sealed) {
      const ask = waiting ? gettext("Waiting for **%(names)s**.", { names: waiting }) : "";
      prompt.say({ title: gettext("Your move is sealed"), ask, aside: gettext("nobody sees it yet") });
      if (mine.sealedText) refill(part("slip"), ...sealedSlip(mine.sealedText));
    } else {
      const title = viewer === SPECTATOR ? gettext("You are watching") : gettext("Not your turn");
      const ask = waiting ? saysWaiting(waiting, names.length, state.thinking.length > 0) : "";
      prompt.say({ title, ask: state.late || ask });
    }
    this.session.choosing.showGlow();
    this.session.showUndo();
  }

  /** @param {State} state */
  tellEnd(state) {
    hideHandover();
    this.session.picks.begin(-1, -1);
    this.session.choosing.showGlow();
    this.colourPrompt(state, state.scene.outcome?.winners[0] ?? SPECTATOR);
    const title = showEnding(this.session.prompt, state.scene);
    if (this.announced !== title) announce(title);
    this.announced = title;
    this.session.showUndo();
  }

  /** @param {State} state @param {number} seat */
  colourPrompt(state, seat) {
    const colour = state.scene.seats.find((one) => one.seat === seat)?.colour;
    this.session.prompt.paper.style.setProperty("--sc", colour ? `var(--seat${colour})` : "var(--rule-2)");
  }
}

/** "**Mu** thinks.", "**Mu and Ulteria** decide." @param {string} names @param {number} count @param {boolean} thinking */
function saysWaiting(names, count, thinking) {
  return thinking
    ? ngettext("**%(names)s** thinks.", "**%(names)s** think.", count, { names })
    : ngettext("**%(names)s** decides.", "**%(names)s** decide.", count, { names });
}
