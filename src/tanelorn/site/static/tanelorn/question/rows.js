// @ts-check
/** The rows of a slip: one for each unit, with its order so far; the row that is being written holds what may follow. */

import { split } from "../choices/offers.js";
import { clauseLink, hasIcon, html, icon, part, refill } from "../page/elements.js";

/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {import("../protocol.js").Line} SlipLine */

/**
 * @param {import("../choices/picks.js").Picks} picks @param {import("../pieces/glow.js").Glow} glow
 * @param {HTMLElement[]} buttons what may follow besides places
 */
export function showRows(picks, glow, buttons) {
  const list = part("orders");
  const { offer } = picks;
  const had = list.contains(document.activeElement)
    ? /** @type {HTMLElement | null} */ (document.activeElement?.closest("[data-pick]"))?.dataset.pick
    : undefined;
  if (!offer || (!picks.lined && !picks.unread.length)) {
    refill(list);
    return;
  }
  const held = picks.heldLine;
  const taken = heldRow(offer.lines, held);
  refill(
    list,
    ...offer.lines.map((line) => row(line, line === taken, picks, glow, line === taken ? buttons : [])),
    ...picks.unread.map((one) =>
      html("li", { class: "bad" }, html("span", {}, html("b", {}, one.text), html("small", {}, one.why, " ", clauseLink(one.clause)))),
    ),
  );
  const refused = [...list.querySelectorAll(".bad")].at(-1);
  (refused ?? list.querySelector(".now"))?.scrollIntoView({ block: refused ? "center" : "nearest" }); // the reason too, above the slip
  if (had) /** @type {HTMLElement | null} */ (list.querySelector(`[data-pick="${CSS.escape(had)}"] button`))?.focus();
}

/** Whether a row holds what may follow, so that it need not stand elsewhere. @param {import("../choices/picks.js").Picks} picks */
export function rowHolds(picks) {
  return picks.lined && heldRow(picks.offer?.lines ?? [], picks.heldLine) !== null;
}

/** The row that is being written; of two units in one place the one whose text has changed last. @param {SlipLine[]} lines @param {string} held */
function heldRow(lines, held) {
  if (split(held)[0] === "button") return null; // of what may be agreed several lines are written
  const same = held ? lines.filter((line) => line.pick === held) : [];
  return same.find((line) => /…/.test(line.text)) ?? same[0] ?? null;
}

/**
 * @param {SlipLine} line @param {boolean} now @param {import("../choices/picks.js").Picks} picks
 * @param {import("../pieces/glow.js").Glow} glow @param {HTMLElement[]} buttons
 */
function row(line, now, picks, glow, buttons) {
  const { pick } = line;
  const place = pick ? glow.placeOf(pick) : null;
  const { sign } = line;
  const warm = () => glow.warm(place ? [place] : []);
  const cool = () => glow.warm([]);
  return html(
    "li",
    { class: now ? "now" : "", "data-place": place, "data-pick": pick },
    html(
      "button",
      {
        type: "button",
        class: "order-row",
        "aria-current": now ? "true" : null,
        disabled: !pick,
        onclick: () => (now ? picks.letGo() : picks.takeUp(pick)),
        onpointerenter: warm,
        onpointerleave: cool,
        onfocus: warm,
        onblur: cool,
      },
      hasIcon(sign) ? icon(sign, 20) : html("span"),
      html(
        "span",
        {},
        ...(now ? halfWritten(line, picks) : [line.text]),
        line.note ? html("small", { class: line.warn ? "warn" : "" }, line.note) : null,
      ),
    ),
    now ? html("div", { class: "follow" }, ...buttons, ...picks.targets.map((target, at) => chip(target, at, picks, glow))) : null,
  );
}

/** The unit of a line, and what is picked for it anew. @param {SlipLine} line @param {import("../choices/picks.js").Picks} picks */
function halfWritten(line, picks) {
  const picked = picks.held.slice(1).map((pick) => picks.called(pick));
  return picked.length ? [line.text.split(" ", 2).join(" "), " ", html("i", {}, picked.join(", "), " …")] : [line.text];
}

/** A place that may follow. @param {Pick} target @param {number} at @param {import("../choices/picks.js").Picks} picks @param {import("../pieces/glow.js").Glow} glow */
function chip(target, at, picks, glow) {
  const place = glow.placeOf(target.pick);
  const warm = () => glow.warm(place ? [place] : []);
  const cool = () => glow.warm([]);
  const id = split(target.pick)[1];
  return html(
    "button",
    {
      type: "button",
      class: target.risk ? "chip risk" : "chip",
      title: target.note || null,
      onclick: () => picks.add(target.pick),
      onpointerenter: warm,
      onpointerleave: cool,
      onfocus: warm,
      onblur: cool,
      "data-target": id,
    },
    at < 9 ? html("span", { class: "k", "aria-hidden": "true" }, String(at + 1)) : null,
    target.label,
  );
}
