// @ts-check
/**
 * One person's time at the table: takes each state from the server, plays what is new, and then asks, waits,
 * hands the screen over, or tells how it ended.
 */
import { calculation, sealedSlip } from "./accounts.js";
import { Chronicle } from "./chronicle.js";
import { html, icon, listed, part, plain, refill } from "./elements.js";
import { Glow } from "./glow.js";
import { keepDrafts } from "./keeper.js";
import { showEnding } from "./ending.js";
import { handedOver, hideHandover, showHandover } from "./handover.js";
import { drawMark, layerOf } from "./marks.js";
import { setUpMenu } from "./menu.js";
import { announce, forgetRefusal, forgetRefusedLine, showNote, showRefusal } from "./notices.js";
import { showEnvelopes, showPapers, showSeats } from "./papers.js";
import { Picks } from "./picks.js";
import { Pieces } from "./pieces.js";
import { Prompt } from "./prompt.js";
import { isReveal, Reveal } from "./reveal.js";
import { saysSpace } from "./spoken.js";

/** @typedef {import("./protocol.js").State} State */
/** @typedef {import("./protocol.js").Event} Event */

const SPECTATOR = -1;

export class Session {
  /** @param {import("./board.js").Board} board @param {import("./socket.js").Wire} wire */
  constructor(board, wire) {
    this.board = board;
    this.wire = wire;
    this.wished = new URLSearchParams(location.search).get("seat");
    this.viewer = this.wished === null ? SPECTATOR : Number(this.wished);
    /** @type {State | null} */
    this.state = null;
    this.asked = ""; // what was announced last
    this.pieces = new Pieces(board);
    this.glow = new Glow(board, this.pieces);
    const colourOf = (/** @type {number} */ seat) => this.pieces.colourOf(seat);
    this.reveal = new Reveal(board, colourOf);
    this.chronicle = new Chronicle(colourOf, (places) => this.glow.warm(places));
    this.picks = new Picks(wire);
    this.picks.nameOf = (id) => board.nameOf(id);
    this.prompt = new Prompt(this.picks, this.glow, showRefusal);
    keepDrafts(this.picks, wire);
    this.menu = setUpMenu((text) => this.say("aside", { text }), () => this.wire.send({ type: "time", moment: this.state?.moment }));
    /** @type {{before: import("./protocol.js").Scene, events: Event[]} | null} a reveal that waits for "next" */
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
    board.onPress = (space, event, piece) => this.press(space, event, piece);
    board.onNote = (note) => showNote(note);
    board.onHover = (space) => {
      this.prompt.warmLine(space?.id ?? null);
      board.frame.style.cursor = space && (this.glow.picks.has(space.id) || this.glow.held.has(space.id)) ? "pointer" : "";
    };
    board.onGrowth = () => this.redraw();
    part("undo").addEventListener("click", () => this.undo());
    part("redo").addEventListener("click", () => this.redo());
  }

  /** @param {number} viewer */
  sit(viewer) {
    if (viewer !== this.viewer) this.picks.begin(-1, -1); // a line that was lost and found keeps the draft
    this.viewer = viewer;
    this.wire.send({ type: "sit", viewer });
  }

  /** @param {string} type @param {Record<string, any>} [more] */
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
    const fresh = before && state.from >= this.chronicle.events.length ? state.events : [];
    this.state = state;
    if (state.from === 0) this.chronicle.clear();
    if (before && isReveal(fresh)) this.openReveal(before, fresh);
    else if (before && fresh.some((event) => event.shows?.length)) this.pass(fresh);
    else this.settle();
  }

  /** A small thing that happened: shown in passing, without a pause. @param {Event[]} events */
  async pass(events) {
    this.settle();
    if (!this.shown) await this.reveal.play(events, { speed: 2 });
    if (!this.shown) this.showMarks();
  }

  /** @param {import("./protocol.js").Scene} before @param {Event[]} events */
  async openReveal(before, events) {
    if (this.shown) {
      // the last one was not waved on: what happened since belongs to it
      this.shown.events.push(...events);
      events = this.shown.events;
      before = this.shown.before;
    }
    this.shown = { before, events };
    this.picks.begin(-1, -1);
    this.glow.show([], []);
    part("envelopes").hidden = true;
    this.prompt.say({
      title: this.titleOf(events), ask: "", main: "Next", sign: "play", act: () => this.next(),
    });
    refill(part("buttons"), html("button", {
      class: "btn", type: "button", onclick: () => this.shown && this.openReveal(this.shown.before, []),
    }, icon("play", 15), "Play it again"));
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
      list.parentElement?.scrollTo({ top: 0 }); // to be read from the head
      this.showPlain();
    }
  }

  /** The heading under which these events stand. @param {Event[]} events */
  titleOf(events) {
    const first = events.findIndex((event) => event.shows?.length);
    const before = [...this.chronicle.events.slice(0, this.state?.from), ...events.slice(0, first + 1)];
    const heading = before.findLast((event) => event.heading);
    return heading ? `${plain(heading.text)} revealed` : "Revealed";
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
    this.decide(state);
    this.showMarks();
  }

  /** Everything that is no question: log, papers, seats. */
  showPlain() {
    const { state } = this;
    if (!state) return;
    const { events } = this.chronicle;
    if (events.length !== state.from + state.events.length || state.from === 0) this.chronicle.add(state.events, state.from);
    showPapers(state.scene);
    showSeats(state.scene, this.viewer, state.thinking);
    if (!this.shown) showEnvelopes(state);
    this.menu.offer(this.decision?.asides ?? [], state.time ? state.scene.seats.filter((seat) => seat.turn && seat.state !== "sealed") : []);
    this.showUndo();
    this.nameSpaces();
  }

  showUndo() {
    const undo = part("undo");
    const can = this.picks.path.length > 0 || Boolean(this.state?.undo.can);
    undo.classList.toggle("off", !can);
    undo.hidden = Boolean(this.state?.over || this.shown);
    undo.title = can ? "Undo (U)" : (this.state?.undo.why ?? "");
    part("redo").hidden = !this.state?.redo.can;
  }

  /** @param {State} state */
  decide(state) {
    const mine = this.decision;
    const here = (state.waiting ?? []).find((seat) => seat !== this.viewer);
    if (state.over) this.tellEnd(state);
    else if (mine && !mine.sealed) this.askMe(state, mine);
    else if (here !== undefined && this.wished === null) this.callFor(state, here);
    else this.waitFor(state, mine);
  }

  /** @param {State} state @param {import("./protocol.js").Decision} mine */
  askMe(state, mine) {
    hideHandover();
    const words = `${state.moment} ${mine.seat} ${mine.prompt}`;
    if (words !== this.asked) announce(`Your turn. ${plain(mine.prompt)}`);
    if (words !== this.asked) this.board.camera.centre(this.pieces.placesOf(mine.seat));
    this.asked = words;
    this.colourPrompt(mine.seat);
    this.glow.seat = mine.seat;
    this.picks.begin(mine.seat, state.moment, mine.draft);
    if (this.picks.offer) this.showChoice();
    else this.prompt.begin(mine);
  }

  /** Somebody else at this screen must decide. @param {State} state @param {number} seat */
  callFor(state, seat) {
    this.picks.begin(-1, -1);
    const people = state.screen.length > 1 || (this.viewer >= 0 && this.viewer !== seat);
    if (!people) {
      this.sit(seat);
      return;
    }
    const chip = state.scene.seats.find((one) => one.seat === seat);
    if (!chip || handedOver()) return;
    this.prompt.say({ title: "Hand over", ask: `${chip.name} is next.` });
    showHandover(chip, () => this.sit(seat));
    if (this.viewer !== SPECTATOR) this.sit(SPECTATOR); // nothing of the seat before stays in the page
  }

  /** @param {State} state @param {import("./protocol.js").Decision | null} mine */
  waitFor(state, mine) {
    hideHandover();
    this.picks.begin(-1, -1);
    const name = (/** @type {number} */ seat) => state.scene.seats.find((one) => one.seat === seat)?.name ?? "";
    const others = state.scene.seats.filter((seat) => seat.turn && seat.seat !== this.viewer && seat.state !== "sealed");
    const names = [...new Set([...others.map((seat) => seat.name), ...state.thinking.map(name)])];
    const waiting = listed(names);
    const verb = `${state.thinking.length ? "think" : "decide"}${names.length === 1 ? "s" : ""}`;
    this.colourPrompt(this.viewer);
    if (mine?.sealed) {
      this.prompt.say({ title: "Your move is sealed", ask: waiting ? `Waiting for **${waiting}**.` : "", aside: "nobody sees it yet" });
      if (mine.sealedText) refill(part("slip"), ...sealedSlip(mine.sealedText));
    } else {
      const title = this.viewer === SPECTATOR ? "You are watching" : "Not your turn";
      this.prompt.say({ title, ask: waiting ? `**${waiting}** ${verb}.` : "" });
    }
    this.glow.show([], []);
    this.showUndo();
  }

  /** @param {State} state */
  tellEnd(state) {
    hideHandover();
    this.picks.begin(-1, -1);
    this.glow.show([], []);
    this.colourPrompt(state.scene.outcome?.winners[0] ?? SPECTATOR);
    const title = showEnding(this.prompt, state.scene);
    if (this.asked !== title) announce(title);
    this.asked = title;
    this.showUndo();
  }

  /** @param {number} seat */
  colourPrompt(seat) {
    const colour = this.state?.scene.seats.find((one) => one.seat === seat)?.colour;
    this.prompt.paper.style.setProperty("--sc", colour ? `var(--seat${colour})` : "var(--rule-2)");
  }

  /** The picks changed: the question, the glow, the draft's arrows. */
  showChoice() {
    const { picks } = this;
    const mine = this.decision;
    if (!mine || !picks.offer || this.shown) return;
    this.glow.show(picks.open(), picks.held, picks.targets);
    this.prompt.showOffer(mine);
    this.showMarks();
    this.showUndo();
    this.nameSpaces();
  }

  showMarks() {
    this.reveal.clear();
    const marks = this.picks.asking && this.picks.offer ? (this.picks.offer.marks ?? []) : (this.state?.scene.marks ?? []);
    for (const mark of marks) {
      const drawn = drawMark(mark, this.board, this.pieces.colourOf(mark.seat ?? this.viewer));
      if (!drawn) continue;
      if (mark.draft) drawn.classList.add("draft");
      this.board.layers[layerOf(mark)].append(drawn);
    }
  }

  redraw() {
    if (this.pieces.scene) this.pieces.show(this.pieces.scene);
    if (this.picks.offer) this.glow.show(this.picks.open(), this.picks.held, this.picks.targets);
    if (this.shown) this.reveal.showAll(this.shown.events);
    else this.showMarks();
  }

  /**
   * @param {import("./protocol.js").Space | null} space @param {{detail: number, shiftKey?: boolean}} event
   * @param {import("./protocol.js").Piece | null} [piece] the counter that was pressed
   */
  press(space, event, piece) {
    forgetRefusal();
    if (this.reveal.playing) {
      this.reveal.finish();
      return;
    }
    if (space && this.picks.asking && !this.shown) this.picks.soon(() => this.pressNow(space, event, piece));
  }

  /**
   * @param {import("./protocol.js").Space} space @param {{shiftKey?: boolean}} event @param {import("./protocol.js").Piece | null} [piece]
   */
  pressNow(space, event, piece) {
    const pick = this.glow.byPiece.get(piece?.id ?? "") ?? this.glow.picks.get(space.id);
    const row = this.picks.rows().findLast((one) => this.glow.placeOf(one.subject) === space.id);
    const target = pick && this.picks.targets.some((one) => one.pick === pick.pick);
    if (piece && piece.seat === this.viewer) this.picks.prefer = `button:${piece.kind}`;
    if (this.picks.lined) {
      this.pressLined(space, pick, piece?.id);
      return;
    }
    if (event.shiftKey && row) this.picks.step(row, -1);
    else if (pick && (target || !row)) this.picks.add(pick.pick);
    else if (row) this.picks.step(row, 1);
    else if (pick) this.picks.add(pick.pick);
    else if (this.glow.held.has(space.id)) this.drop();
    else this.why(space);
  }

  /**
   * On a slip of lines: what may follow, else a line to be taken up, else nothing.
   * @param {import("./protocol.js").Space} space @param {import("./protocol.js").Pick | undefined} pick @param {string} [piece]
   */
  pressLined(space, pick, piece) {
    const lines = this.picks.offer?.lines ?? [];
    const line = lines.find((one) => piece && one.pick === `piece:${piece}`) ?? lines.find((one) => this.glow.placeOf(one.pick ?? "") === space.id);
    if (pick) this.picks.add(pick.pick);
    else if (line?.pick && line.pick === this.picks.heldLine) this.picks.letGo();
    else if (line?.pick) this.picks.takeUp(line.pick);
    else this.why(space);
  }

  /** Why a space does not glow: the server's reason, if it gave one. @param {import("./protocol.js").Space} space */
  why(space) {
    const refused = this.picks.offer?.refused?.find((one) => one.picks?.some((pick) => this.glow.placeOf(pick) === space.id));
    if (refused) showRefusal(refused.why, refused.clause);
    else if (this.picks.held.length) this.picks.add(`space:${space.id}`); // the server knows why not, and its clause
    else showRefusal(`${space.name} cannot be picked now.`, this.decision?.clause);
  }

  /** A refusal that speaks of a pick by its id says its name instead. @param {string} why */
  named(why) {
    return why.replace(/\b(?:space|piece|card|count|button):[\w-]+/g, (pick) =>
      this.picks.labels.get(pick) ?? this.board.nameOf(pick.slice(pick.indexOf(":") + 1)));
  }

  confirm() {
    this.prompt.mainPress();
  }

  drop() {
    if (this.reveal.playing) this.reveal.finish();
    forgetRefusal();
    forgetRefusedLine();
    this.picks.soon(() => this.picks.drop());
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
    const row = this.picks.openRow();
    if (!row) return false;
    this.picks.setCount(row, value);
    return true;
  }

  nameSpaces() {
    const busy = new Set([...this.glow.picks.keys(), ...this.glow.held, ...(this.pieces.scene?.pieces ?? []).map((piece) => piece.space)]);
    this.board.ears.name((id) => this.says(id), busy);
  }

  /** A space in words. @param {string} id */
  says(id) {
    const events = this.shown?.events ?? null;
    return saysSpace(id, this, events ? events.flatMap((event) => event.shows ?? []) : (this.state?.scene.marks ?? []));
  }
}
