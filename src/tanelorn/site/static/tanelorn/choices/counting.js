// @ts-check
/** The counts of a choice in the making: what each of them counts, and how one is changed. */
import { countsOf, kindOf, split } from "./offers.js";

/** @typedef {import("./picks.js").Picks} Picks */
/** @typedef {{at: number, label: string, subject: string, holder: string, value: number, legal: number[]}} CountRow */

/** Every count of the path, with what it counts. @param {Picks} picks @returns {CountRow[]} */
export function countRows(picks) {
  /** @type {CountRow[]} */
  const rows = [];
  const { path } = picks;
  path.forEach((pick, at) => {
    const [kind, id] = split(pick);
    if (kind !== "count" || at === 0) return;
    const subject = path[at - 1];
    const before = picks.questions.offerAt(path.slice(0, at));
    const holder = at > 1 && kindOf(path[at - 2]) !== "count" ? path[at - 2] : "";
    rows.push({ at, subject, holder, label: picks.called(subject), value: Number(id), legal: before ? countsOf(before) : [] });
  });
  return rows;
}

/** The row that a number key would change: that of the last pick. @param {Picks} picks */
export function openRow(picks) {
  const last = countRows(picks).at(-1);
  return last && last.at === picks.path.length - 1 ? last : null;
}

/** @param {Picks} picks @param {CountRow} row @param {number} value nothing at all when it is 0 */
export function setCount(picks, row, value) {
  picks.soon(() => {
    const path = [...picks.path];
    if (value > 0) path[row.at] = `count:${value}`;
    else {
      const held = path[row.at - 2];
      const alone = row.at < 3 || kindOf(path[row.at - 3]) === "count";
      path.splice(row.at - (alone && held ? 2 : 1), alone && held ? 3 : 2);
    }
    picks.ask(path);
  });
}

/** The next legal count of a row. @param {Picks} picks @param {CountRow} row @param {number} by */
export function stepCount(picks, row, by) {
  const rank = row.legal.indexOf(row.value);
  // counts need not be 1, 2, 3: step along the legal ones; past the last the server has the word
  setCount(picks, row, rank < 0 ? row.value + by : (row.legal[rank + by] ?? (by < 0 ? 0 : row.value + by)));
}
