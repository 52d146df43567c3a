// @ts-check
/**
 * One person's time at the table: holds what the page is made of, takes each state from the server and shows it; then it is
 * somebody's turn. What happened is shown by `News`, a choice in the making by `Choosing`, what a person does is in `Acts`.
 */
import { leadTab } from "../battle/tabbing.js";
import { keepDrafts } from "../choices/drafts.js";
import { Picks } from "../choices/picks.js";
import { Companion } from "../lesson/companion.js";
import { setUpCalls } from "../page/calling.js";
import { part } from "../page/elements.js";
import { keepLink, keptLinks, lackingLinks } from "../page/links.js";
import { callBack, forgetRefusal, forgetRefusedLine, showNote, showRefusal } from "../page/notices.js";
import { nextState } from "../page/pictures.js";
import { gettext } from "../page/words.js";
import { Chronicle, leadTo } from "../papers/chronicle.js";
import { Here } from "../papers/here.js";
import { Notes } from "../papers/notes.js";
import { showEnvelopes, showPapers, showSeats } from "../papers/papers.js";
import { Spread } from "../papers/spread.js";
import { Glow } from "../pieces/glow.js";
import { Pieces } from "../pieces/pieces.js";
import { Reveal } from "../pieces/reveal.js";
import { Trail } from "../pieces/trail.js";
import { setUpMenu } from "../question/menu.js";
import { Prompt } from "../question/prompt.js";
import { Standing } from "../question/standing.js";
import { gameTried, setUpTrial } from "../question/trial.js";
import { SPECTATOR, Turn } from "../question/turn.js";
import { Acts } from "./acts.js";
import { Choosing } from "./choosing.js";
import { News } from "./news.js";
import { Presses } from "./presses.js";
import { saysReach, saysSpace } from "./spoken.js";

/** @typedef {import("../protocol.js").State} State */

const WEIGHT = 20; // a space of the way that is shown is to be seen rather than so many that only glow

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
    this.compared = false; // whether the kept links have been compared since the line was found
    this.sitting = false; // whether it has asked to sit, and was not answered yet
    this.missed = false; // whether a change was missed, and the whole is on its way
    /** Somebody sits down: nothing of another seat's stays in the page. */
    this.onSit = (/** @type {number} */ _viewer) => {};
    this.pieces = new Pieces(board);
    this.glow = new Glow(board, this.pieces);
    this.spread = new Spread(board, this.pieces);
    this.trail = new Trail(board, this.pieces);
    const colourOf = (/** @type {number} */ seat) => this.pieces.colourOf(seat);
    this.here = new Here(board, wire, colourOf);
    this.notes = new Notes(board, wire);
    this.notes.onChange = () => this.nameSpaces();
    this.reveal = new Reveal(board, colourOf);
    this.chronicle = new Chronicle(board, colourOf, (places) => this.glow.warm(places));
    if (!gameTried()) this.chronicle.lead = (line) => leadTo(this.lookBack(line));
    this.picks = new Picks(wire);
    this.picks.nameOf = (id) => board.nameOf(id);
    this.prompt = new Prompt(this.picks, this.glow, showRefusal);
    this.news = new News(this);
    this.choosing = new Choosing(this);
    this.acts = new Acts(this);
    this.turn = new Turn(this);
    this.companion = new Companion(this);
    this.standing = new Standing(this.picks, (type, more) => this.say(type, more));
    this.prompt.note.silent = () => this.companion.speaks;
    this.prompt.possible.reveal = (place) => {
      const spot = board.spot(place);
      if (spot) board.camera.reveal(spot.x, spot.y);
    };
    this.prompt.possible.onTry = () => this.say("try", { bound: this.wished !== null });
    const { advice } = this.prompt.possible;
    advice.onAsk = () => this.say("advise");
    wire.on("advice", (told) => advice.hear(told));
    for (const unanswered of /** @type {const} */ (["refused", "lost"])) wire.on(unanswered, () => advice.forget());
    setUpTrial();
    this.call = setUpCalls();
    this.setUpBoard();
    this.setUpSpread();
    this.setUpHere();
    keepDrafts(this.picks, wire);
    this.menu = setUpMenu(
      (text) => this.say("aside", { text }),
      () => this.wire.send({ type: "time", moment: this.state?.moment }),
    );
    this.picks.addEventListener("change", () => this.choosing.show());
    this.listen();
    part("undo").addEventListener("click", () => this.acts.undo());
    part("redo").addEventListener("click", () => this.acts.redo());
  }

  /** What the server says. */
  listen() {
    const { wire, picks } = this;
    wire.on("open", () => {
      this.compared = false;
    });
    wire.on("state", (state) => {
      this.missed = false;
      this.take(state);
    });
    wire.on("changed", (changed) => this.follow(changed));
    wire.on("offer", (offer) => {
      forgetRefusedLine();
      picks.heard(offer);
    });
    wire.on("refused", (refusal) => {
      this.acts.asked = false;
      if (this.sitting && this.viewer >= 0 && refusal.n === undefined) this.sit(SPECTATOR); // the seat is somebody else's by now
      if (picks.refused(refusal.n)) showRefusal(this.named(refusal.why), refusal.clause, refusal.remedy);
    });
    wire.on("tried", ({ address }) => location.assign(address));
    wire.on("trouble", (trouble) => showRefusal(trouble.why, trouble.clause, trouble.remedy));
  }

  /** The board is pressed, pointed at, made larger. */
  setUpBoard() {
    const { board, glow, prompt, choosing } = this;
    const presses = new Presses(this);
    glow.onWarm = (places) => choosing.follow(places.length === 1 ? places[0] : "");
    board.screenReader.onFocus = (id) => {
      choosing.point(id);
      this.here.focus(id);
      this.chronicle.filter.look(id);
    };
    board.onPress = (space, event, piece) => presses.press(space, event, piece);
    board.onNote = (note) => showNote(note);
    board.onHover = (space) => {
      choosing.point(space?.id ?? "");
      this.here.point(space?.id ?? "");
      prompt.lines.warm(space?.id ?? null);
      board.frame.style.cursor = space && (glow.picks.has(space.id) || glow.held.has(space.id)) ? "pointer" : "";
    };
    board.onGrowth = () => this.redraw();
  }

  /** What lies beside the board is picked as what stands on it. */
  setUpSpread() {
    const { spread, glow, prompt, picks } = this;
    glow.holderOf = (pick) => (spread.lies(pick) ? null : spread.stacks.holderOf(pick));
    spread.reader.whyNot = (card) => picks.offer?.refused.find((one) => one.picks.includes(card)) ?? null;
    spread.stacks.lit = () => glow.picks.keys();
    prompt.lines.shown = (pick) => spread.shows(pick);
    prompt.lines.titleOf = (pick) => titleOf(this.pieces.scene, pick);
    prompt.inRow = () => spread.duel.open;
    spread.onPick = (card) => {
      forgetRefusal();
      picks.soon(() => (spread.held.includes(card) ? picks.letGoOf(card) : picks.add(card))); // one pressed twice at once is held by then
    };
    spread.onPoint = (pick) => prompt.tell(pick);
    leadTab();
    spread.duel.onFold = () => {
      this.companion.stand();
      this.choosing.show();
    };
  }

  /** What is told about a space that is pointed at. */
  setUpHere() {
    const { here, board, glow, picks, reveal, spread } = this;
    here.reach = (space) => saysReach(space, { glow, picks });
    here.lit = () => [...spread.stacks.glowing(), ...this.trail.points().flatMap((point) => Array(WEIGHT).fill(point))];
    here.noted = (space) => this.notes.kept.marks[space] ?? "";
    here.onRest = (space) => this.chronicle.filter.look(space);
    here.onHold = (space) => this.choosing.point(space);
    here.busy = () => reveal.playing || document.body.classList.contains("covered");
    const placed = board.onView;
    board.onView = () => {
      placed();
      here.place();
    };
  }

  /** @param {number} viewer */
  sit(viewer) {
    if (viewer !== this.viewer) this.picks.begin(-1, -1); // a line that was lost and found keeps the draft
    this.here.forget(viewer === this.viewer);
    this.chronicle.filter.sitAs(viewer);
    this.notes.sit(viewer);
    if (viewer !== this.viewer) this.standing.show([], null, false);
    this.onSit(viewer);
    this.here.onNote = viewer < 0 ? null : (space) => this.notes.open(space);
    this.viewer = viewer;
    part("look-back").setAttribute("href", this.lookBack());
    this.missed = false;
    this.sitting = true;
    const known = this.state?.viewer === viewer ? this.state : null; // the page is told what has changed since
    this.wire.send({ type: "sit", viewer, stream: known?.stream, number: known?.number });
  }

  /**
   * Where the game so far is seen as this viewer saw it, from its end or from a line of the chronicle; who is bound to a seat comes back to it.
   * @param {number} [line]
   */
  lookBack(line) {
    const as = this.wished === null ? "viewer" : "seat";
    return `/tables/${document.body.dataset.table}/replay?${as}=${this.viewer}&${line === undefined ? "n=end" : `line=${line}`}`;
  }

  /** @param {import("../protocol.js").Ask} type @param {Record<string, any>} [more] */
  say(type, more = {}) {
    return Boolean(this.state) && this.wire.send({ type, seat: this.viewer, moment: this.state?.moment, ...more });
  }

  get decision() {
    return this.state?.decisions.find((one) => one.seat === this.viewer) ?? null;
  }

  /** What has changed since the last state; where that was another one, the whole is asked for. @param {import("../protocol.js").Changed} changed */
  follow(changed) {
    if (changed.viewer !== this.viewer) return; // this is meant for the one who sat here before
    const state = nextState(this.state, changed);
    if (state) this.take(state);
    else if (!this.missed) this.missed = this.wire.send({ type: "sit", viewer: this.viewer });
  }

  /** @param {State} state */
  take(state) {
    if (state.viewer !== this.viewer) {
      // meant for the one who sat here before, or this page has lost its seat
      if (state.viewer === SPECTATOR && !state.over && !state.screen.includes(this.viewer)) this.sit(SPECTATOR);
      return;
    }
    this.sitting = false;
    const before = this.state?.viewer === state.viewer ? this.state.scene : null;
    const asked = this.decision !== null;
    const waited = this.decision?.sealed !== false && !this.state?.over;
    const events = this.chronicle.hear(state);
    this.state = state;
    this.holdTo(state);
    this.acts.asked = false;
    callBack(!state.over && this.decision?.sealed === false);
    this.here.forget();
    if (state.notes) this.notes.show(state.notes);
    this.standing.show(state.standing, this.decision, state.viewer !== SPECTATOR && !state.over);
    if (before) this.news.come(state, before, events, asked);
    else this.settle();
    if (before && waited) this.callFor(state);
  }

  /** Keep the link that the site gives for what this seat did last; on coming back see that the record still has all that it gave. @param {State} state */
  async holdTo({ link, viewer }) {
    if (viewer === SPECTATOR || gameTried()) return;
    const { table = "" } = document.body.dataset;
    const last = keptLinks(table).at(-1);
    const came = !this.compared;
    this.compared = true;
    if (came && last !== undefined && last !== link) {
      const lacks = await lackingLinks(table);
      if (lacks?.length) {
        part("unlinked-link").textContent = lacks[lacks.length - 1];
        part("unlinked").hidden = false;
      }
    }
    keepLink(table, link);
  }

  /** Something has come that was waited for. @param {State} state */
  callFor(state) {
    if (state.over) this.call(gettext("The game is over."));
    else if (this.decision?.sealed === false) this.call(gettext("It is your turn."));
    else if (this.news.shown) this.call(gettext("Something was decided."));
  }

  /** Draw the state as it stands and ask what is to be asked. */
  settle() {
    const { state } = this;
    if (!state || this.news.shown) return;
    this.pieces.show(state.scene);
    this.showPlain();
    this.turn.show(state, this.decision);
    this.choosing.showMarks();
  }

  /** Everything that is no question: log, papers, seats. */
  showPlain() {
    const { state } = this;
    const { shown } = this.news;
    if (!state) return;
    this.chronicle.tell();
    this.companion.show(state);
    showPapers(state.scene);
    this.spread.show(state.scene, shown ? shown.duel : undefined);
    this.menu.offer(
      this.decision?.asides ?? [],
      state.time ? state.scene.seats.filter((seat) => seat.turn && seat.state !== "sealed") : [],
    );
    showSeats(state.scene, this.viewer, state.thinking, state.clocks); // when the tools beside them have found their room
    if (!shown) showEnvelopes(state);
    this.showUndo();
    this.nameSpaces();
  }

  showUndo() {
    const undo = part("undo");
    const can = this.picks.path.length > 0 || Boolean(this.state?.undo.can);
    undo.classList.toggle("off", !can);
    undo.hidden = Boolean(this.state?.over || this.news.shown || this.viewer === SPECTATOR); // who watches takes nothing back
    undo.title = can ? gettext("Undo (U)") : (this.state?.undo.why ?? "");
    part("redo").hidden = !this.state?.redo.can;
  }

  redraw() {
    if (this.pieces.scene) this.pieces.show(this.pieces.scene);
    this.notes.draw();
    if (this.picks.offer) this.choosing.showGlow();
    if (this.news.shown) this.reveal.showAll(this.news.shown.events);
    else this.choosing.showMarks();
  }

  /** A refusal that speaks of a pick by its id says its name instead. @param {string} why */
  named(why) {
    return why.replace(
      /\b(?:space|piece|card|count|button):[\w-]+/g,
      (pick) => this.picks.questions.labels.get(pick) ?? this.board.nameOf(pick.slice(pick.indexOf(":") + 1)),
    );
  }

  nameSpaces() {
    const busy = new Set([...this.glow.picks.keys(), ...this.glow.held, ...(this.pieces.scene?.pieces ?? []).map((piece) => piece.space)]);
    this.board.screenReader.name((id) => this.says(id), busy);
  }

  /** A space in words. @param {string} id */
  says(id) {
    const events = this.news.shown?.events ?? null;
    const said = saysSpace(id, this, events ? events.flatMap((event) => event.shows) : (this.state?.scene.marks ?? []));
    return [said, this.notes.says(id)].filter(Boolean).join(" ");
  }
}
