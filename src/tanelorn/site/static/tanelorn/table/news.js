// @ts-check
/**
 * What has happened since the last state: small things are played in passing; what two seats did at once, or was fought, is
 * played and then waits on a paper until it is waved on.
 */
import { isDecided, thrown } from "../battle/duelists.js";
import { html, icon, part, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { calculation } from "../papers/accounts.js";
import { areOrders, headingOf, isReveal } from "../pieces/reveal.js";
import { passesOn } from "../question/handover.js";

/** @typedef {import("../protocol.js").Event} Event */
/** @typedef {import("../protocol.js").Duel} Duel */
/** @typedef {import("../protocol.js").Scene} Scene */

export class News {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {{before: Scene, events: Event[], duel: Duel | null} | null} what waits to be waved on */
    this.shown = null;
  }

  /**
   * A state has come, with these events since the scene before it.
   * @param {import("../protocol.js").State} state @param {Scene} before @param {Event[]} events @param {boolean} asked whether this viewer was
   */
  come(state, before, events, asked) {
    const { spread, viewer, wished } = this.session;
    const dice = thrown(before.duel, state.scene.duel, events, viewer);
    const told = dice && !state.scene.duel; // its events bear the whole result, and take precedence over the picture before them
    const unseen = !asked && !told && isDecided(before.duel, state.scene.duel, viewer) ? before.duel : null;
    const passes = dice && (!dice.stays || (wished === null && passesOn(state)));
    if (unseen) this.open(before, events, unseen);
    else if (isReveal(events) || passes) this.open(before, events, dice?.duel);
    else if (events.some((event) => event.shows.length)) this.pass(events);
    else this.session.settle();
    if (dice && spread.duel.duel === dice.duel) spread.duel.roll(before.duel);
  }

  /** A small thing that happened: shown in passing, without a pause. @param {Event[]} events */
  async pass(events) {
    this.session.settle();
    if (!this.shown) await this.session.reveal.play(events, { speed: 2 });
    if (!this.shown) this.session.choosing.showMarks();
  }

  /** @param {Scene} before @param {Event[]} events @param {Duel | null} [fought] the battle whose dice have fallen */
  async open(before, events, fought = null) {
    const { session } = this;
    if (this.shown && areOrders(this.shown.events) && areOrders(events)) this.shown = null; // the chronicle keeps those of another turn
    const duel = fought ?? this.shown?.duel ?? before.duel ?? null;
    if (this.shown) {
      // the last one was not waved on: what happened since belongs to it
      this.shown.events.push(...events);
      events = this.shown.events;
      before = this.shown.before;
    }
    this.shown = { before, events, duel };
    session.board.bare.end();
    session.picks.begin(-1, -1);
    session.choosing.showGlow();
    session.spread.duel.show(duel);
    part("envelopes").hidden = true;
    const told = session.chronicle.events.slice(0, session.state?.from);
    const title = fought && !isReveal(events) ? fought.title : headingOf([...told, ...events], events);
    session.prompt.say({ title, ask: "", main: gettext("Next"), sign: "play", act: () => this.next() });
    const moves = events.some((event) => event.shows.length) || duel !== before.duel;
    const again = { class: "btn", type: "button", onclick: () => this.playAgain() };
    if (moves) refill(part("buttons"), html("button", again, icon("play", 15), gettext("Play it again")));
    await this.play(before, events);
  }

  /** Play the events over the scene before them, each told as it is played. @param {Scene} before @param {Event[]} events */
  async play(before, events) {
    const { pieces, reveal } = this.session;
    const list = part("lines");
    pieces.show(before);
    await reveal.play(events, {
      onEvent: (event) => {
        if (!event.heading) list.append(calculation(event, pieces.colourOf(event.seat)));
        list.lastElementChild?.scrollIntoView({ block: "nearest" });
      },
    });
    if (!this.session.state || !this.shown) return;
    pieces.show(this.session.state.scene);
    reveal.showAll(this.shown.events); // now that the counters stand where the arrows end
    for (const one of [list.parentElement, part("duel-body")]) one?.scrollTo({ top: 0 }); // to be read from the head
    this.session.showPlain();
  }

  playAgain() {
    if (!this.shown) return;
    const { before, duel } = this.shown;
    this.open(before, [], duel);
    if (duel !== before.duel) this.session.spread.duel.roll(before.duel);
  }

  /** The first press ends the motion, the second goes on. */
  next() {
    const { reveal } = this.session;
    const wasPlaying = reveal.playing;
    reveal.finish();
    if (!wasPlaying) this.waveOn();
  }

  /** Go on at once, in the midst of motion too. */
  waveOn() {
    if (!this.shown) return;
    this.shown = null;
    this.session.reveal.drop();
    this.session.settle();
  }
}
