// @ts-check
/** The keys of the table, and the list of them. */
import { ScreenReader } from "../board/screenreader.js";
import { part } from "../page/elements.js";

/**
 * @typedef {{
 *   board: import("../board/board.js").Board, confirm: () => void, drop: () => void, undo: () => void, redo: () => void,
 *   cap: (key: string) => boolean, count: (value: number) => boolean, glowing: (by: number) => void,
 *   pick: () => void, log: () => void, rule: () => void, say: () => void, write: () => void, back: () => void, note: () => void, possible: () => void,
 *   layer: (key: string) => boolean, escape: () => void, hand: () => void, open: () => void,
 * }} Doings
 */

/** @param {Doings} table */
export function listenToKeys(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.body.classList.contains("covered")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (press(event, table)) event.preventDefault();
  });
  part("keys-button").addEventListener("click", showKeys);
  part("keys-close").addEventListener("click", () => keyList().close());
}

/** @param {KeyboardEvent} event @param {Doings} table @returns {boolean} whether the key meant something */
function press(event, table) {
  const { key } = event;
  const onBoard = document.activeElement === table.board.frame;
  if (document.querySelector("dialog[open]")) return false;
  if (ScreenReader.isArrow(key)) return arrow(event, table, onBoard);
  if (key === "Enter") {
    const onControl = /** @type {HTMLElement} */ (event.target).closest("button, a, summary");
    if (onControl && !event.shiftKey) return false;
    if (onBoard && !event.shiftKey && table.board.screenReader.at) table.pick();
    else table.confirm();
    return true;
  }
  if (key === " ") {
    if (onBoard) table.open();
    return onBoard;
  }
  if (key >= "1" && key <= "9" && table.count(Number(key))) return true;
  const doing = doings(table)[key.length === 1 && !event.shiftKey ? key.toLowerCase() : key];
  if (table.cap(key) || (!event.shiftKey && table.layer(key.toLowerCase()))) return true;
  if (!doing) return false;
  doing();
  return true;
}

/** @param {KeyboardEvent} event @param {Doings} table @param {boolean} onBoard */
function arrow(event, table, onBoard) {
  if (event.shiftKey) {
    const step = 80;
    table.board.camera.pan(
      event.key === "ArrowLeft" ? step : event.key === "ArrowRight" ? -step : 0,
      event.key === "ArrowUp" ? step : event.key === "ArrowDown" ? -step : 0,
    );
    return true;
  }
  if (!onBoard) return false;
  table.board.screenReader.walk(event.key);
  return true;
}

/** @param {Doings} table @returns {Record<string, () => void>} */
function doings(table) {
  const { camera } = table.board;
  return {
    ".": () => table.glowing(1),
    ",": () => table.glowing(-1),
    "+": () => camera.zoom(1.3),
    "=": () => camera.zoom(1.3),
    "-": () => camera.zoom(1 / 1.3),
    0: () => camera.overview(),
    Backspace: table.drop,
    Escape: table.escape,
    u: table.undo,
    U: table.redo,
    l: table.log,
    v: () => table.board.bare.turn(),
    h: table.hand,
    r: table.rule,
    R: table.rule,
    i: table.say,
    w: table.write,
    q: table.possible,
    L: table.back,
    n: table.note,
    N: table.note,
    "?": showKeys,
  };
}

/** @returns {HTMLDialogElement} */
function keyList() {
  return /** @type {HTMLDialogElement} */ (part("keys"));
}

function showKeys() {
  keyList().showModal();
}
