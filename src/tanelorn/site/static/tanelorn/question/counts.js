// @ts-check
/** Steppers: one for each count of the path, and one at nothing for each target that a count would follow. */
import { countRows, stepCount } from "../choices/counting.js";
import { html } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../choices/picks.js").Picks} Picks */

/** @param {Picks} picks @returns {HTMLElement[]} */
export function stepperRows(picks) {
  const rows = countRows(picks);
  const held = picks.base.at(-1) ?? "";
  // out of one place the target says enough; out of several each line says from where
  const several = new Set([...rows.map((row) => row.holder), ...(picks.counted ? [held] : [])]).size > 1;
  const named = (/** @type {string} */ label, /** @type {string} */ holder) =>
    several && holder ? gettext("%(from)s to %(to)s", { from: picks.called(holder), to: label }) : label;
  const taken = rows.map((row) =>
    stepper(
      named(row.label, row.holder),
      row.value,
      row.legal.at(-1),
      () => stepCount(picks, row, -1),
      () => stepCount(picks, row, 1),
    ),
  );
  if (!picks.counted) return taken;
  const still = picks.targets.map((target) =>
    stepper(named(target.label, held), 0, undefined, null, () => picks.add(target.pick), target.note),
  );
  return [...taken, ...still];
}

/**
 * @param {string} label @param {number} value @param {number | undefined} most
 * @param {(() => void) | null} less @param {() => void} more @param {string} [note]
 */
function stepper(label, value, most, less, more, note) {
  const small = value && most ? gettext("of %(all)s", { all: most }) : note;
  return html(
    "li",
    { class: value ? "countrow" : "countrow none" },
    html("span", {}, label, small ? html("small", {}, ` ${small}`) : null),
    html(
      "span",
      { class: "stp", role: "group", "aria-label": gettext("How many: %(what)s", { what: label }) },
      html(
        "button",
        { type: "button", "aria-label": gettext("one less, %(what)s", { what: label }), disabled: !less, onclick: () => less?.() },
        "−",
      ),
      html("output", { class: "num" }, value),
      html("button", { type: "button", "aria-label": gettext("one more, %(what)s", { what: label }), onclick: more }, "+"),
    ),
  );
}
