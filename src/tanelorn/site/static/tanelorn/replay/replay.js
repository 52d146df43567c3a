// @ts-check
/** The replay: the same board with a scrubber. First, back, play, next, and a slider with the phases marked. */

import { thrown } from "../battle/duelists.js";
import { emblem, html, icon, part, plain, refill } from "../page/elements.js";
import { forgetRefusal, showNote } from "../page/notices.js";
import { passOf } from "../page/socket.js";
import { gettext } from "../page/words.js";
import { Chronicle, leadTo } from "../papers/chronicle.js";
import { Here } from "../papers/here.js";
import { showPapers, showSeats } from "../papers/papers.js";
import { Spread } from "../papers/spread.js";
import { Glow } from "../pieces/glow.js";
import { drawMark, isLasting, layerOf } from "../pieces/marks.js";
import { Pieces } from "../pieces/pieces.js";
import { Reveal } from "../pieces/reveal.js";
import { Better } from "./better.js";
import { Course } from "./course.js";
import { setUpEndPicture } from "./endpicture.js";
import { fetched, Waiting } from "./fetched.js";
import { Past } from "./past.js";
import { markPhase, phasesOf, showPhases, stepPhase } from "./phases.js";
import { setUpPlayOn } from "./playon.js";

/** @typedef {import("../protocol.js").Frame} Frame */

const ENTRY = 900; // milliseconds an entry at speed 1
const REFEREE = -2;
const SPECTATOR = -1;
const MANY_SEATS = 4; // more viewers than these are shown by their emblems alone where room is short

/** @param {import("../board/board.js").Board} board @param {string} table @param {string} game */
export function setUpReplay(board, table, game) {
  const replay = new Replay(board, table);
  const wished = new URLSearchParams(location.search);
  const line = wished.get("line");
  const at = wished.get("n") === "end" ? Infinity : Number(wished.get("n") ?? 0);
  replay.load(Number(wished.get("viewer") ?? wished.get("seat") ?? REFEREE), at, line === null ? undefined : Number(line));
  document.body.dataset.game = game;
}

/** Whether the game goes on: then a seat's own game is told to who sits there, and to nobody else. */
function isOn() {
  return document.body.dataset.ended === undefined;
}

class Replay {
  /** @param {import("../board/board.js").Board} board @param {string} table */
  constructor(board, table) {
    this.board = board;
    this.table = table;
    this.pieces = new Pieces(board);
    this.glow = new Glow(board, this.pieces);
    this.spread = new Spread(board, this.pieces);
    const colourOf = (/** @type {number} */ seat) => this.pieces.colourOf(seat);
    this.reveal = new Reveal(board, colourOf);
    this.course = new Course((at) => this.go(at));
    this.better = new Better(table, (at) => this.go(at));
    setUpEndPicture(
      board,
      () => this.frames,
      () => this.at,
    );
    this.atLast = isOn() ? () => {} : setUpPlayOn(table, () => this.at + 1);
    this.chronicle = new Chronicle(board, colourOf, (places) => this.glow.warm(places));
    this.chronicle.lead = (line) => leadTo(() => this.go(this.frameOf(line)));
    this.here = new Here(
      board,
      new Past(() => `/tables/${table}/about.json?viewer=${this.viewer}&pass=${this.pass}&n=${this.at + 1}`),
      colourOf,
    );
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {import("./phases.js").Phase[]} */
    this.phases = [];
    this.at = 0;
    this.viewer = REFEREE;
    this.pass = "";
    this.running = false;
    /** @type {Waiting | null} */
    this.waiting = null;
    const bound = new URLSearchParams(location.search).get("seat"); // who is bound to a seat goes back to it
    if (bound !== null) part("to-table").setAttribute("href", `/tables/${table}?seat=${Number(bound)}`);
    this.slider = /** @type {HTMLInputElement} */ (part("slider"));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    part("first").addEventListener("click", () => this.go(0));
    part("back").addEventListener("click", () => this.step(-1));
    part("next").addEventListener("click", () => this.step(1));
    part("play").addEventListener("click", () => this.run());
    document.addEventListener("keydown", (event) => this.key(event));
    board.onPress = (space, event, piece) => {
      forgetRefusal();
      if (space) this.spread.pressBoard(space, piece, this.glow, !event.detail);
    };
    board.onNote = (note) => showNote(note);
    this.setUpHere();
    new ResizeObserver(() => this.showTurns()).observe(part("turns"));
    board.onGrowth = () => this.pieces.scene && this.pieces.show(this.pieces.scene);
  }

  /** What is told about a space that is pointed at: as it was at the moment that is shown. */
  setUpHere() {
    const { board, here, spread } = this;
    board.onHover = (space) => here.point(space?.id ?? "");
    board.screenReader.onFocus = (space) => {
      this.chronicle.filter.look(space);
      here.focus(space);
    };
    here.lit = () => spread.stacks.glowing();
    here.onRest = (space) => this.chronicle.filter.look(space);
    here.busy = () => this.running || !this.frames.length;
    const placed = board.onView;
    board.onView = () => {
      placed();
      here.place();
    };
  }

  /** @param {number} viewer @param {number} at @param {number} [line] of the chronicle, at whose moment to begin */
  async load(viewer, at, line) {
    const pass = viewer >= 0 && isOn() ? await passOf(this.table, viewer) : "";
    const waiting = new Waiting(part("position"));
    this.waiting = waiting;
    const told = await fetched(`/tables/${this.table}/frames.json?viewer=${viewer}&pass=${pass}`, (share) => waiting.at(share));
    if (this.waiting !== waiting) return; // another viewer was asked for meanwhile
    if (told.why !== undefined) {
      part("position").textContent = "";
      part("replay-why").textContent = told.why || gettext("This replay is not available now.");
      return;
    }
    part("replay-why").textContent = told.late;
    this.viewer = viewer;
    this.pass = pass;
    this.here.forget(false);
    this.chronicle.filter.sitAs(viewer);
    this.frames = told.frames;
    this.slider.max = String(this.frames.length - 1);
    this.phases = phasesOf(this.frames);
    this.showViewers();
    this.showTurns();
    this.course.show(this.frames, this.phases);
    this.better.show(this.frames, this.phases, viewer);
    this.go(line === undefined ? Math.min(at, this.frames.length - 1) : this.frameOf(line));
  }

  /** The last moment at which a line of the chronicle was told; the end, if there is no such line. @param {number} line */
  frameOf(line) {
    const told = this.frames.findLastIndex(({ since, events }) => since <= line && line < since + events.length);
    return told < 0 ? this.frames.length - 1 : told;
  }

  /** To the next phase or the one before. @param {number} by */
  step(by) {
    return this.go(stepPhase(this.phases, this.at, by), by > 0);
  }

  /** @param {number} at @param {boolean} [moving] */
  async go(at, moving = false) {
    if (at < 0 || at >= this.frames.length) return;
    if (!moving) this.stop();
    this.reveal.finish();
    this.reveal.clear();
    const step = at === this.at + 1;
    this.at = at;
    this.here.forget(!this.running);
    const frame = this.frames[at];
    this.pieces.scene ??= frame.scene; // the seats' colours, before anything is drawn
    if (!step) {
      this.chronicle.clear();
      this.chronicle.add(this.told(at), 0);
    }
    this.chronicle.add(frame.events, frame.since);
    this.slider.value = String(at);
    const entry = gettext("entry %(number)s of %(all)s", { number: at + 1, all: this.frames.length });
    this.slider.setAttribute("aria-valuetext", `${entry}, ${plain(frame.title)}`);
    part("position").textContent = `${entry} · ${plain(frame.title)}`;
    const address = new URL(location.href);
    address.searchParams.set("n", String(at));
    address.searchParams.delete("line");
    history.replaceState(null, "", address);
    markPhase(this.phases, at);
    this.course.mark(at);
    this.atLast(at === this.frames.length - 1);
    showPapers(frame.scene);
    showSeats(frame.scene, this.viewer, []);
    this.showSpread(frame, step ? this.frames[at - 1].scene.duel : null, step && moving);
    if (step && moving) await this.reveal.play(frame.events, { speed: 1.3 });
    if (this.at !== at) return;
    this.pieces.show(frame.scene);
    this.reveal.showAll(frame.events); // now that the counters stand where the arrows end
    for (const mark of frame.scene.marks.filter(isLasting)) {
      const drawn = drawMark(mark, this.board, this.pieces.colourOf(mark.seat));
      if (drawn) this.board.layers[layerOf(mark)].append(drawn);
    }
  }

  /** The chronicle before a moment; what was taken back is not in it. @param {number} at */
  told(at) {
    /** @type {import("../protocol.js").Event[]} */
    const lines = [];
    for (const { since, events } of this.frames.slice(0, at)) lines.splice(since, Infinity, ...events);
    return lines;
  }

  /** @param {Frame} frame @param {import("../protocol.js").Duel | null | undefined} before @param {boolean} moving */
  showSpread(frame, before, moving) {
    const dice = thrown(before, frame.scene.duel, frame.events);
    this.spread.show(frame.scene, dice?.duel ?? frame.scene.duel ?? null);
    if (dice && moving) this.spread.duel.roll(before);
  }

  async run() {
    if (this.running) {
      this.stop();
      return;
    }
    if (this.at === this.frames.length - 1) await this.go(0);
    this.running = true;
    this.showPlay();
    while (this.running && this.at < this.frames.length - 1) {
      const began = performance.now();
      await this.go(this.at + 1, true);
      const left = ENTRY - (performance.now() - began);
      if (left > 0) await new Promise((done) => setTimeout(done, left));
    }
    this.stop();
  }

  stop() {
    this.running = false;
    this.showPlay();
  }

  showPlay() {
    const button = part("play");
    button.setAttribute("aria-label", this.running ? gettext("pause") : gettext("play"));
    refill(button, icon(this.running ? "pause" : "play", 18));
  }

  showViewers() {
    const seats = this.frames[0]?.scene.seats ?? [];
    const button = (/** @type {number} */ viewer, /** @type {Node | null} */ sign, /** @type {string} */ name) =>
      html(
        "button",
        {
          type: "button",
          class: viewer === this.viewer ? "on" : "",
          "aria-pressed": String(viewer === this.viewer),
          onclick: () => this.load(viewer, this.at),
          "aria-label": name,
          title: name,
        },
        sign,
        html("span", {}, name),
      );
    if (isOn()) {
      this.showWayBack(seats.find((one) => one.seat === this.viewer));
      return;
    }
    part("viewers").classList.toggle("many", seats.length > MANY_SEATS);
    refill(
      part("viewers"),
      button(REFEREE, icon("eye", 18), gettext("Everything")),
      ...seats.map((seat) => button(seat.seat, emblem(seat.colour, 14), seat.name)),
      button(SPECTATOR, null, gettext("Spectator")),
    );
  }

  /** While the game is on it is seen by one viewer, whose question waits. @param {import("../protocol.js").SeatChip} [seat] */
  showWayBack(seat) {
    const words = gettext("Seen by %(viewer)s", { viewer: seat ? seat.name : gettext("spectators") });
    refill(
      part("viewers"),
      html("span", { class: "seen" }, seat && emblem(seat.colour, 14), words),
      html(
        "a",
        { class: "on", href: /** @type {HTMLAnchorElement} */ (part("to-table")).href },
        icon("back", 16),
        gettext("Back to the game"),
      ),
    );
  }

  showTurns() {
    showPhases(this.phases, this.frames.length - 1);
    markPhase(this.phases, this.at);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input[type=search], textarea, select, dialog")) return;
    const doings = /** @type {Record<string, () => void>} */ ({
      ".": () => this.go(this.at + 1, true),
      ",": () => this.go(this.at - 1),
      " ": () => this.run(),
      Home: () => this.go(0),
      End: () => this.go(this.frames.length - 1),
      "+": () => this.board.camera.zoom(1.3),
      "-": () => this.board.camera.zoom(1 / 1.3),
      0: () => this.board.camera.overview(),
      v: () => this.board.bare.turn(),
      L: () => part("to-table").click(),
      i: () => this.board.screenReader.at && this.here.read(this.board.screenReader.at),
      r: () => this.here.openClause(),
      Escape: () => {
        this.here.close();
        if (!this.spread.close()) this.spread.duel.fold(true);
      },
      "?": () => /** @type {HTMLDialogElement} */ (part("keys")).showModal(),
    });
    if (target !== this.board.frame) {
      doings.ArrowRight = () => this.step(1);
      doings.ArrowLeft = () => this.step(-1);
    }
    const doing = doings[event.key];
    if (!doing || (event.key === " " && target.closest("button"))) return;
    event.preventDefault();
    doing();
  }
}
