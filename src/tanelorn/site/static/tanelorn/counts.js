// @ts-check
/** A stepper for a count of the path. */
import { html } from "./elements.js";

/**
 * @param {import("./picks.js").CountRow} row
 * @param {import("./picks.js").Picks} picks
 */
export function stepperRow(row, picks) {
  const step = (/** @type {number} */ by) => () => {
    const rank = row.legal.indexOf(row.value);
    // counts need not be 1, 2, 3: step along the legal ones; past either end the server has the word
    const next = rank < 0 ? row.value + by : (row.legal[rank + by] ?? (by < 0 ? 0 : row.value + 1));
    picks.setCount(row, next);
  };
  const most = row.legal.at(-1);
  return html("li", { class: "countrow" },
    html("span", {}, row.label, most ? html("small", {}, `of ${most}`) : null),
    html("span", { class: "stp", role: "group", "aria-label": `How many: ${row.label}` },
      html("button", { type: "button", "aria-label": `one less, ${row.label}`, onclick: step(-1) }, "−"),
      html("output", { class: "num" }, row.value),
      html("button", { type: "button", "aria-label": `one more, ${row.label}`, onclick: step(1) }, "+")));
}
