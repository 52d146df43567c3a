// @ts-check
/** What the page is told of a table, picture by picture: the next one is made of the last and of what has changed in it. */

/** @typedef {import("../protocol.js").State} State */

/**
 * The state after a change; null if the page has not the picture that the change is of, and must ask for the whole.
 * @param {State | null} state @param {import("../protocol.js").Changed} changed @returns {State | null}
 */
export function nextState(state, { stream, number, base, change, events, from }) {
  if (!state || state.stream !== stream || state.number !== base) return null;
  return { ...made(state, change), number, events, from };
}

/**
 * A thing or a list with its change. Of a thing: the fields that are set anew, then the changes within others. Of a list: its parts, `[at, count]`
 * as many of the old list, `[at, change]` one of them with its change, and new things. What has not changed is the same object as before.
 * @param {any} old @param {any} change @returns {any}
 */
function made(old, change) {
  if (Array.isArray(old)) return change.flatMap((/** @type {any} */ part) => (Array.isArray(part) ? taken(old, part[0], part[1]) : [part]));
  const [fresh, within = {}] = change;
  const fields = Object.entries(within).map(([name, one]) => [name, made(old[name], one)]);
  return { ...old, ...fresh, ...Object.fromEntries(fields) };
}

/** Things of an old list: as many as a number says from there on, or one with its change. @param {any[]} old @param {number} at @param {any} what @returns {any[]} */
function taken(old, at, what) {
  return typeof what === "number" ? old.slice(at, at + what) : [made(old[at], what)];
}
