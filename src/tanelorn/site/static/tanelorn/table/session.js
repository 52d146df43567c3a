// @ts-check
/**
 * One person's time at the table: takes each state from the server, plays what is new, and shows what is to be seen;
 * then it is somebody's turn.
 */
import { calculation } from "../papers/accounts.js";
import { Chronicle } from "../papers/chronicle.js";
import { openRow, setCount } from "../choices/counting.js";
import { isDecided, thrown } from "../battle/duelists.js";
import { html, icon, part, refill } from "../page/elements.js";
import { split } from "../choices/offers.js";
import { Glow } from "../pieces/glow.js";
import { keepDrafts } from "../choices/drafts.js";
import { passesOn } from "../question/handover.js";
import { drawMark, isLasting, layerOf } from "../pieces/marks.js";
import { setUpMenu } from "../question/menu.js";
import { forgetRefusal, forgetRefusedLine, showNote, showRefusal } from "../page/notices.js";
import { showEnvelopes, showPapers, showSeats } from "../papers/papers.js";
import { Picks } from "../choices/picks.js";
import { Pieces } from "../pieces/pieces.js";
import { Presses } from "./presses.js";
import { Prompt } from "../question/prompt.js";
import { headingOf, isReveal, Reveal } from "../pieces/reveal.js";
import { saysSpace } from "./spoken.js";
import { Spread } from "../papers/spread.js";
import { Trail } from "../pieces/trail.js";
import { SPECTATOR, Turn } from "../question/turn.js";

/** @typedef {import("../protocol.js").State} State */
/** @typedef {import("../protocol.js").Event} Event */

/** What is printed on a card or counter, wherever it lies. @param {import("../protocol.js").Scene | null} scene @param {string} pick */
function titleOf(scene, pick) {
  const cards = [...(scene?.trays ?? []), ...(scene?.stacks ?? [])].flatMap((one) => one.cards);
  const counter = scene?.pieces.find((piece) => `piece:${piece.id}` === pick);
  return cards.find((card) => card.id === pick)?.title ?? counter?.label ?? "";
}

export class Session {
  /** @param {import("../board/board.js").Board} board @param {import("../page/socket.js").Wire} wire */
  constructor(board, wire) {
    this.board = board;
    this.wire = wire;
    this.wished = new URLSearchParams(location.search).get("seat");
    this.viewer = this.wished === null ? SPECTATOR : Number(this.wished);
    /** @type {State | null} */
    this.state = null;
    this.pieces = new Pieces(board);
    this.glow = new Glow(board, this.pieces);
    this.spread = new Spread(board, this.pieces);
    this.trail = new Trail(board, this.pieces);
    this.glow.onWarm = ([place = ""]) => this.follow(place);
    board.screenReader.onFocus = (id) => this.point(id);
    const colourOf = (/** @type {number} */ seat) => this.pieces.colourOf(seat);
    this.reveal = new Reveal(board, colourOf);
    this.chronicle = new Chronicle(colourOf, (places) => this.glow.warm(places));
    this.picks = new Picks(wire);
    this.picks.nameOf = (id) => board.nameOf(id);
    this.prompt = new Prompt(this.picks, this.glow, showRefusal);
    this.turn = new Turn(this);
    this.setUpSpread();
    keepDrafts(this.picks, wire);
    this.menu = setUpMenu((text) => this.say("aside", { text }), () => this.wire.send({ type: "time", moment: this.state?.moment }));
    /** @type {{before: import("../protocol.js").Scene, events: Event[], duel: import("../protocol.js").Duel | null} | null} a reveal that waits for "next" */
    this.shown = null;
    this.picks.addEventListener("change", () => this.showChoice());
    wire.on("state", (state) => this.take(state));
    wire.on("offer", (offer) => {
      forgetRefusedLine();
      this.picks.heard(offer);
    });
    wire.on("refused", (refusal) => {
      if (this.picks.refused(refusal.n)) showRefusal(this.named(refusal.why), refusal.clause, refusal.remedy);
    });
    wire.on("trouble", (trouble) => showRefusal(trouble.why, trouble.clause, trouble.remedy));
    const presses = new Presses(this);
    board.onPress = (space, event, piece) => presses.press(space, event, piece);
    board.onNote = (note) => showNote(note);
    board.onHover = (space) => {
      this.point(space?.id ?? "");
      this.prompt.warmLine(space?.id ?? null);
      board.frame.style.cursor = space && (this.glow.picks.has(space.id) || this.glow.held.has(space.id)) ? "pointer" : "";
    };
    board.onGrowth = () => this.redraw();
    part("undo").addEventListener("click", () => this.undo());
    part("redo").addEventListener("click", () => this.redo());
  }

  /** What lies beside the board is picked as what stands on it. */
  setUpSpread() {
    const { spread, glow, prompt, picks } = this;
    glow.holderOf = (pick) => (spread.lies(pick) ? null : spread.stacks.holderOf(pick));
    spread.reader.whyNot = (card) => picks.offer?.refused?.find((one) => one.picks?.includes(card)) ?? null;
    spread.stacks.lit = () => glow.picks.keys();
    prompt.shown = (pick) => spread.shows(pick);
    prompt.titleOf = (pick) => titleOf(this.pieces.scene, pick);
    prompt.inRow = () => spread.duel.open;
    spread.onPick = (card, held) => {
      forgetRefusal();
      if (held) picks.letGoOf(card);
      else picks.add(card);
    };
    spread.onPoint = (pick) => prompt.tell(pick);
    spread.duel.onFold = () => this.showChoice();
  }

  /** @param {number} viewer */
  sit(viewer) {
    if (viewer !== this.viewer) this.picks.begin(-1, -1); // a line that was lost and found keeps the draft
    this.viewer = viewer;
    this.wire.send({ type: "sit", viewer });
  }

  /** @param {import("../protocol.js").Ask} type @param {Record<string, any>} [more] */
  say(type, more = {}) {
    if (this.state) this.wire.send({ type, seat: this.viewer, moment: this.state.moment, ...more });
  }

  get decision() {
    return this.state?.decisions.find((one) => one.seat === this.viewer) ?? null;
  }

  /** @param {State} state */
  take(state) {
    if (state.viewer !== this.viewer) return; // meant for the one who sat here before
    const before = this.state?.viewer === state.viewer ? this.state.scene : null;
    const unseen = before && !this.decision && isDecided(before.duel, state.scene.duel, this.viewer) ? before.duel : null;
    const news = this.chronicle.hear(state);
    const fresh = before ? news : [];
    this.state = state;
    const dice = before ? thrown(before.duel, state.scene.duel, fresh, this.viewer) : null;
    if (before && unseen) this.openReveal(before, fresh, unseen);
    else if (before && (isReveal(fresh) || (dice && (!dice.stays || (this.wished === null && passesOn(state)))))) this.openReveal(before, fresh, dice?.duel);
    else if (before && fresh.some((event) => event.shows?.length)) this.pass(fresh);
    else this.settle();
    if (dice && this.spread.duel.duel === dice.duel) this.spread.duel.roll(before?.duel);
  }

  /** A small thing that happened: shown in passing, without a pause. @param {Event[]} events */
  async pass(events) {
    this.settle();
    if (!this.shown) await this.reveal.play(events, { speed: 2 });
    if (!this.shown) this.showMarks();
  }

  /** @param {import("../protocol.js").Scene} before @param {Event[]} events @param {import("../protocol.js").Duel | null} [fought] the battle whose dice have fallen */
  async openReveal(before, events, fought = null) {
    const duel = fought ?? this.shown?.duel ?? before.duel ?? null;
    if (this.shown) {
      // the last one was not waved on: what happened since belongs to it
      this.shown.events.push(...events);
      events = this.shown.events;
      before = this.shown.before;
    }
    this.shown = { before, events, duel };
    this.picks.begin(-1, -1);
    this.showGlow();
    this.spread.duel.show(duel);
    part("envelopes").hidden = true;
    this.prompt.say({
      title: fought && !isReveal(events) ? fought.title : headingOf([...this.chronicle.events.slice(0, this.state?.from), ...events], events), ask: "", main: "Next", sign: "play", act: () => this.next(),
    });
    const moves = events.some((event) => event.shows?.length) || duel !== before.duel;
    const again = { class: "btn", type: "button", onclick: () => this.playAgain() };
    if (moves) refill(part("buttons"), html("button", again, icon("play", 15), "Play it again"));
    const list = part("lines");
    this.pieces.show(before);
    await this.reveal.play(events, {
      onEvent: (event) => {
        if (!event.heading) list.append(calculation(event, this.pieces.colourOf(event.seat ?? -1)));
        list.lastElementChild?.scrollIntoView({ block: "nearest" });
      },
    });
    if (this.state && this.shown) {
      this.pieces.show(this.state.scene);
      this.reveal.showAll(this.shown.events); // now that the counters stand where the arrows end
      for (const one of [list.parentElement, part("duel-body")]) one?.scrollTo({ top: 0 }); // to be read from the head
      this.showPlain();
    }
  }

  playAgain() {
    if (!this.shown) return;
    const { before, duel } = this.shown;
    this.openReveal(before, [], duel);
    if (duel !== before.duel) this.spread.duel.roll(before.duel);
  }

  next() {
    const wasPlaying = this.reveal.playing;
    this.reveal.finish();
    if (wasPlaying) return; // the first press ends the motion, the second goes on
    this.shown = null;
    this.reveal.clear();
    this.settle();
  }

  /** Draw the state as it stands and ask what is to be asked. */
  settle() {
    const { state } = this;
    if (!state || this.shown) return;
    this.pieces.show(state.scene);
    this.showPlain();
    this.turn.show(state, this.decision);
    this.showMarks();
  }

  /** Everything that is no question: log, papers, seats. */
  showPlain() {
    const { state } = this;
    if (!state) return;
    this.chronicle.tell();
    showPapers(state.scene);
    this.spread.show(state.scene, this.shown ? this.shown.duel : undefined);
    this.menu.offer(this.decision?.asides ?? [], state.time ? state.scene.seats.filter((seat) => seat.turn && seat.state !== "sealed") : []);
    showSeats(state.scene, this.viewer, state.thinking); // when the tools beside them have found their room
    if (!this.shown) showEnvelopes(state);
    this.showUndo();
    this.nameSpaces();
  }

  showUndo() {
    const undo = part("undo");
    const can = this.picks.path.length > 0 || Boolean(this.state?.undo.can);
    undo.classList.toggle("off", !can);
    undo.hidden = Boolean(this.state?.over || this.shown || this.viewer === SPECTATOR); // who watches takes nothing back
    undo.title = can ? "Undo (U)" : (this.state?.undo.why ?? "");
    part("redo").hidden = !this.state?.redo.can;
  }

  /** What may be picked glows, on the board and beside it. */
  showGlow() {
    const { picks } = this;
    const open = picks.asking && picks.offer && !this.shown ? picks.open() : [];
    const inHand = picks.asking && picks.offer && !this.shown ? this.pieces.held.map(({ piece }) => `piece:${piece.id}`) : [];
    const targets = inHand.length && !picks.held.length ? open.filter((pick) => split(pick.pick)[0] === "space") : picks.targets;
    const lit = open.length || inHand.length;
    this.glow.about = picks.asking && picks.offer && !this.shown ? (this.decision?.about ?? "") : "";
    this.glow.show(open, lit ? [...picks.held, ...inHand] : [], lit ? targets : []);
    this.spread.offer(open, picks.asking && !this.shown ? picks.held : []);
  }

  /** Show the way to what is pointed at, else to what has been picked. @param {string} place */
  follow(place) {
    const last = this.picks.path.findLast((pick) => split(pick)[0] === "space") ?? "";
    this.trail.show(this.trail.ways.has(place) ? place : split(last)[1]);
  }

  /** A space is pointed at: the way to it, and what a press on it would do. @param {string} id */
  point(id) {
    this.follow(id);
    this.prompt.tell(this.glow.picks.get(id));
  }

  /** The picks changed: the question, the glow, the draft's arrows. */
  showChoice() {
    const { picks } = this;
    const mine = this.decision;
    if (!mine || !picks.offer || this.shown) return;
    this.trail.know(picks.offer.picks, !picks.path.length);
    this.showGlow();
    this.follow(this.board.hovered ?? "");
    if (picks.wasRead || (picks.quick && picks.offer.choice)) this.bringIntoSight(picks.path);
    this.prompt.showOffer(mine);
    this.showMarks();
    this.showUndo();
    this.nameSpaces();
  }

  /** What was written, or waits for Enter, may lie beyond the window. @param {string[]} path */
  bringIntoSight(path) {
    const place = path.map((pick) => this.glow.near(pick)).findLast(Boolean);
    const spot = place ? this.board.spot(place) : null;
    if (spot) this.board.camera.reveal(spot.x, spot.y);
  }

  showMarks() {
    this.reveal.clear();
    const lie = this.state?.scene.marks ?? [];
    const marks = this.picks.asking && this.picks.offer ? [...lie.filter(isLasting), ...(this.picks.offer.marks ?? [])] : lie;
    for (const mark of marks) {
      const drawn = drawMark(mark, this.board, this.pieces.colourOf(mark.seat ?? this.viewer));
      if (!drawn) continue;
      if (mark.draft) drawn.classList.add("draft");
      this.board.layers[layerOf(mark)].append(drawn);
    }
  }

  redraw() {
    if (this.pieces.scene) this.pieces.show(this.pieces.scene);
    if (this.picks.offer) this.showGlow();
    if (this.shown) this.reveal.showAll(this.shown.events);
    else this.showMarks();
  }

  /** A refusal that speaks of a pick by its id says its name instead. @param {string} why */
  named(why) {
    return why.replace(/\b(?:space|piece|card|count|button):[\w-]+/g, (pick) =>
      this.picks.labels.get(pick) ?? this.board.nameOf(pick.slice(pick.indexOf(":") + 1)));
  }

  confirm() {
    if (this.picks.asking && this.picks.busy && !this.shown) this.picks.confirm(); // what it means is known once the answer has come
    else this.prompt.mainPress();
  }

  drop() {
    if (this.reveal.playing) this.reveal.finish();
    forgetRefusal();
    forgetRefusedLine();
    this.picks.soon(() => this.picks.drop());
  }

  /** Close what lies uppermost, else drop the last pick, else fold the battle. */
  escape() {
    if (this.spread.close()) return;
    if (this.reveal.playing) this.reveal.finish();
    forgetRefusal();
    forgetRefusedLine();
    this.picks.soon(() => this.picks.drop() || this.spread.duel.fold(true));
  }

  undo() {
    this.picks.soon(() => {
      if (this.picks.drop()) return;
      if (this.state?.undo.can) this.say("undo");
      else showRefusal(this.state?.undo.why || "There is nothing to take back.");
    });
  }

  redo() {
    if (this.state?.redo.can) this.say("redo");
  }

  /** @param {number} value */
  count(value) {
    const row = openRow(this.picks);
    if (!row) return false;
    setCount(this.picks, row, value);
    return true;
  }

  nameSpaces() {
    const busy = new Set([...this.glow.picks.keys(), ...this.glow.held, ...(this.pieces.scene?.pieces ?? []).map((piece) => piece.space)]);
    this.board.screenReader.name((id) => this.says(id), busy);
  }

  /** A space in words. @param {string} id */
  says(id) {
    const events = this.shown?.events ?? null;
    return saysSpace(id, this, events ? events.flatMap((event) => event.shows ?? []) : (this.state?.scene.marks ?? []));
  }
}
