// @ts-check
/**
 * The phases of a game on the scrubber. A frame's title is "Spring 1901 · retreats" or "turn 3 · orders": frames of one
 * title are one phase. The word that most phases have is the usual one: such a phase is a circle, any other (retreats,
 * builds) a diamond.
 */
import { html, part, plain, refill } from "../page/elements.js";

/** @typedef {import("../protocol.js").Frame} Frame */
/** @typedef {{from: number, to: number, group: string, main: boolean, label: string, rank: number}} Phase */

const LETTER = 6.2; // pixels that a letter of a label takes
const DENSE = 15; // nodes nearer than this are drawn small

/** @param {Frame[]} frames @returns {Phase[]} */
export function phasesOf(frames) {
  /** @type {Phase[]} */
  const phases = [];
  let was = "";
  let named = ""; // the group of the last circle, whose words need not be said again
  const usual = commonest(frames.map((frame) => plain(frame.title)));
  frames.forEach((frame, at) => {
    const title = plain(frame.title);
    const last = phases.at(-1);
    if (last && title === was) {
      last.to = at;
      return;
    }
    was = title;
    const [group, word = ""] = title.split(" · ");
    const main = word === usual || !word;
    const known = new Set(named.split(" "));
    const fresh = group
      .split(" ")
      .filter((one) => !known.has(one))
      .join(" ");
    const label = main ? fresh || group : word.split(" ")[0];
    phases.push({ from: at, to: at, group, main, label, rank: main ? (fresh === group ? 0 : 1) : 2 });
    if (main) named = group;
  });
  return phases;
}

/** The word after " · " that most titles have, the first of them if several do. @param {string[]} titles */
function commonest(titles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const title of new Set(titles)) {
    const word = title.split(" · ")[1] ?? "";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0])[0];
}

/** Where the phase before or after begins. @param {Phase[]} phases @param {number} at @param {number} by 1 or -1 */
export function stepPhase(phases, at, by) {
  const here = phases.findIndex((phase) => phase.from <= at && at <= phase.to);
  if (by > 0) return phases[here + 1]?.from ?? phases.at(-1)?.to ?? at;
  return phases[here]?.from < at ? phases[here].from : (phases[here - 1]?.from ?? 0);
}

/** Nodes on the rail; labels as many as have room, years before seasons before the rest. @param {Phase[]} phases @param {number} last */
export function showPhases(phases, last) {
  const rail = part("turns");
  const wide = rail.getBoundingClientRect().width || 600;
  const place = (/** @type {Phase} */ phase) => phase.from / Math.max(1, last);
  const dense = phases.some((phase, at) => at && (place(phase) - place(phases[at - 1])) * wide < DENSE);
  /** @type {[number, number][]} */
  const taken = [];
  const labelled = new Set();
  for (const phase of [...phases].sort((a, b) => a.rank - b.rank || a.from - b.from)) {
    const half = (phase.label.length * LETTER) / 2 + 3;
    const middle = place(phase) * wide;
    if (taken.some(([from, to]) => middle - half < to && middle + half > from)) continue;
    taken.push([middle - half, middle + half]);
    labelled.add(phase);
  }
  refill(
    rail,
    ...phases.map((phase) =>
      html("i", {
        class: [phase.main ? "node" : "node aside", dense ? "dense" : ""].join(" "),
        "data-from": phase.from,
        "data-turn": labelled.has(phase) ? phase.label : null,
        style: `left:${100 * place(phase)}%`,
      }),
    ),
  );
}

/** @param {Phase[]} phases @param {number} at */
export function markPhase(phases, at) {
  [...part("turns").children].forEach((node, number) => {
    const phase = phases[number];
    node.classList.toggle("done", phase !== undefined && phase.to < at);
    node.classList.toggle("now", phase !== undefined && phase.from <= at && at <= phase.to);
  });
}
