// @ts-check
/** The table's page: fetches the board, opens the wire, and ties keys and presses to the session. */
import "../page/theme.js";
import { Board } from "../board/board.js";
import { Layers } from "../board/layers.js";
import { setUpPicture } from "../board/picture.js";
import { focusHand } from "../cards/trays.js";
import { showEdges } from "../page/edges.js";
import { part, refill } from "../page/elements.js";
import { showLost } from "../page/notices.js";
import { socketAddress, Wire } from "../page/socket.js";
import { gettext } from "../page/words.js";
import { unfoldChronicle } from "../papers/chronicle.js";
import { openTab, setUpDrawer } from "../papers/drawer.js";
import { Meanings } from "../papers/meaning.js";
import { openClausesInPlace } from "../papers/rules.js";
import { setUpReplay } from "../replay/replay.js";
import { listenToKeys } from "./keys.js";
import { Session } from "./session.js";

const { table = "", game = "", replay } = document.body.dataset;

async function setUp() {
  openClausesInPlace(game);
  new Meanings(game);
  setUpDrawer();
  for (const box of document.querySelectorAll(".beside, .question, .duel-body, .herepaper")) showEdges(/** @type {HTMLElement} */ (box));
  const board = new Board(await (await fetch(`/tables/${table}/board.json`)).json());
  const layers = new Layers(board, game);
  setUpPicture(board);
  part("zoom-in").addEventListener("click", () => board.camera.zoom(1.4));
  part("zoom-out").addEventListener("click", () => board.camera.zoom(1 / 1.4));
  part("zoom-fit").addEventListener("click", () => board.camera.overview());
  if (replay) setUpReplay(board, table, game);
  else play(board, layers);
  document.body.dataset.ready = "";
}

/** @param {Board} board @param {Layers} layers */
function play(board, layers) {
  const wire = new Wire(socketAddress(`/ws/tables/${table}`));
  const session = new Session(board, wire);
  wire.on("open", () => {
    showLost(false);
    board.chart.again();
    session.sit(session.viewer);
  });
  wire.on("lost", () => showLost(true));
  if (document.getElementById("letters")) correspond(wire, session);
  if (document.getElementById("turns")) goOn(wire, session);
  if (document.getElementById("free")) offerSeats(wire, session);
  if (document.getElementById("agreeing")) agree(wire, session);
  listenToKeys({
    board,
    confirm: () => session.acts.confirm(),
    drop: () => session.acts.drop(),
    undo: () => session.acts.undo(),
    redo: () => session.acts.redo(),
    cap: (key) => session.prompt.pressCap(key),
    count: (value) => session.acts.count(value),
    glowing: (by) => walkGlow(board, session, by),
    pick: () => {
      const at = board.screenReader.at ?? "";
      const chosen = session.picks.quick && session.picks.offer?.choice && session.glow.held.has(at); // only Enter is wanting
      if (session.picks.asking && !chosen) board.onPress(board.spaces.get(at) ?? null, { clientX: 0, clientY: 0, detail: 1 });
      else session.acts.confirm();
    },
    log: () => {
      openTab("log");
      unfoldChronicle();
      part("chronicle").focus();
    },
    layer: (key) => layers.press(key),
    rule: () => session.spread.reader.openClause() || session.here.openClause() || ruleInFocus(),
    escape: () => session.acts.escape(),
    hand: () => {
      if (!part("tab-hand").hidden) openTab("hand");
      focusHand();
    },
    open: () => board.screenReader.at && session.spread.stacks.walk(board.screenReader.at),
    say: () => board.screenReader.at && session.here.read(board.screenReader.at),
    note: () => session.notes.open((document.activeElement === board.frame && board.screenReader.at) || board.hovered || ""),
    back: () => part("look-back").hidden || part("look-back").click(),
    possible: () => session.prompt.possible.turn(),
    write: () => {
      openTab("choose");
      session.prompt.slip.focus();
    },
  });
}

/** Where people have accounts they write to each other: nothing of that is run elsewhere. @param {Wire} wire @param {Session} session */
async function correspond(wire, session) {
  const { Letters } = await import("../letters/letters.js");
  const letters = new Letters(wire, table, () => session.state);
  session.onSit = (viewer) => viewer !== letters.viewer && letters.forget(viewer);
}

/** Whoever has an account may be waited for at other tables too. @param {Wire} wire @param {Session} session */
async function goOn(wire, session) {
  const { Turns } = await import("../turns/turns.js");
  new Turns(wire, table, () => session.state);
}

/** Where people have accounts a seat can be free: whoever looks on may take it. @param {Wire} wire @param {Session} session */
async function offerSeats(wire, session) {
  const { FreeSeats } = await import("../seats/free.js");
  new FreeSeats(wire, table, session);
}

/** Where people have clocks they agree on pauses and on more time. @param {Wire} wire @param {Session} session */
async function agree(wire, session) {
  const { Agreeing } = await import("../seats/agreeing.js");
  new Agreeing(wire, session);
}

/** @param {Board} board @param {Session} session @param {number} by */
function walkGlow(board, session, by) {
  const cards = session.spread.glowing();
  /** @type {(string | HTMLElement)[]} */
  const glowing = [...session.glow.picks.keys(), ...cards];
  if (!glowing.length) return;
  const card = cards.find((one) => one === document.activeElement);
  const at = glowing.indexOf(card ?? board.screenReader.at ?? "");
  const next = glowing[(at + by + glowing.length + (at < 0 && by < 0 ? 1 : 0)) % glowing.length];
  if (next instanceof HTMLElement) next.focus();
  else {
    board.frame.focus();
    board.screenReader.focus(next);
  }
}

/** The rule of the line or paper that has the focus; of the question, if none has. */
function ruleInFocus() {
  const near = document.activeElement?.closest("li, section");
  const link = near?.querySelector("[data-clause]") ?? part("ask").querySelector("[data-clause]");
  /** @type {HTMLElement | null} */ (link)?.click();
}

setUp().catch((error) => {
  refill(part("drawing"), gettext("The board could not be loaded. Reload the page."));
  throw error;
});
