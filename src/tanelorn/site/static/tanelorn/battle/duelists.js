// @ts-check
/** The two halves of the battle window: who fights, the sum item by item, the dice, the total, what else was shown. */
import { drawBack, drawCard } from "../cards/cards.js";
import { clauseLink, emblem, hasIcon, html, icon, listed } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { die } from "./dice.js";

/** @typedef {import("../protocol.js").Duelist} Duelist */
/** @typedef {import("../protocol.js").Duel} Duel */
/** @typedef {import("../protocol.js").Event} Event */

const MOST_BACKS = 6;
const SORTS = { won: "winner", lost: "beaten", tied: "even" };
const ENDS = { won: gettext("wins"), lost: gettext("is beaten"), tied: gettext("tied") };

/** @param {Duelist} side @param {(seat: number) => number} colourOf @param {"left" | "right"} where @param {number} dice how many places for dice it has */
export function half(side, colourOf, where, dice) {
  const colour = colourOf(side.seat);
  const { shown } = side;
  return html(
    "section",
    {
      class: ["half", where, side.won ? SORTS[side.won] : "", side.counters.length ? "troop" : ""].filter(Boolean).join(" "),
      "data-seat": side.seat,
      "aria-label": `${side.title}, ${side.role}`,
      style: colour ? `--sc:var(--seat${colour})` : null,
    },
    html(
      "h3",
      {},
      colour ? emblem(colour, 16) : null,
      html("span", {}, side.title, " ", html("small", {}, side.role)),
      backsOf(side, colour),
    ),
    side.counters.length
      ? html(
          "ul",
          { class: "cards small counters", "aria-label": gettext("Who fights") },
          ...side.counters.map((card) => html("li", {}, drawCard(card, "small", colourOf(card.seat) || colour))),
        )
      : html(
          "div",
          { class: "fighter" },
          side.card
            ? drawCard(side.card, "plate", colourOf(side.card.seat) || colour)
            : html("span", { class: "nobody" }, side.dice.length ? gettext("gone") : gettext("nobody yet")),
        ),
    html("ol", { class: "terms", "aria-label": gettext("What counts") }, ...side.terms.map(term)),
    html(
      "div",
      { class: "throw" },
      html(
        "div",
        { class: "dice" },
        ...Array.from({ length: dice }, (_, at) => {
          const number = side.dice[at];
          return number === undefined
            ? html("span", { class: "nodie", role: "img", "aria-label": gettext("die not thrown yet") }, "?")
            : html("span", { "data-die": number }, die(number, colour, dice > 1 ? 37 : 54));
        }),
      ),
      side.dice.length && typeof side.total !== "number"
        ? null // whose sum has gone with the fallen
        : html(
            "b",
            { class: "num total", "aria-label": gettext("total %(total)s", { total: side.total ?? gettext("unknown") }) },
            side.total ?? "–",
          ),
      side.won ? html("span", { class: "end" }, ENDS[side.won]) : null,
    ),
    shown.length
      ? html(
          "ul",
          { class: "cards small shown", "aria-label": gettext("Also shown") },
          ...shown.map((card) => html("li", {}, drawCard(card, "small", colourOf(card.seat) || colour))),
        )
      : null,
  );
}

/** @param {import("../protocol.js").Term} item */
function term(item) {
  const kind = [item.sort, item.sign, item.off ? "off" : ""].filter(Boolean).join(" ");
  const sign = item.sign && hasIcon(item.sign) ? icon(item.sign, 14) : null;
  return html(
    "li",
    { class: kind || null },
    html("span", {}, sign, item.off ? html("s", {}, item.label) : item.label, item.clause ? " " : null, clauseLink(item.clause)),
    html("b", { class: "num", "aria-label": item.off ? gettext("does not count") : null }, item.value),
  );
}

/** What is hidden still: so many backs, or one with a question. @param {Duelist} side @param {number} colour */
function backsOf(side, colour) {
  const { backs } = side;
  if (backs === 0) return null;
  const words = backs < 0 ? gettext("an unknown number hidden") : gettext("%(number)s hidden", { number: backs });
  const drawn = Math.max(1, Math.min(MOST_BACKS, backs));
  return html(
    "span",
    { class: "backs", role: "img", "aria-label": words, title: words },
    ...Array.from({ length: drawn }, () => drawBack(colour)),
    backs < 0 ? "?" : backs > MOST_BACKS ? `+${backs - MOST_BACKS}` : null,
  );
}

/** By how much one side is ahead, between the two. @param {Duel} duel */
export function middleOf(duel) {
  if (duel.middle)
    return html("span", { class: "against gap" }, html("span", {}, duel.middle[0]), html("b", { class: "num" }, duel.middle[1]));
  if (!duel.table.length) return html("span", { class: "against" }, gettext("against"));
  const [one, other] = duel.sides.map((side) => side.total);
  if (typeof one !== "number" || typeof other !== "number") return html("span", { class: "against" });
  const ahead = duel.sides[one < other ? 1 : 0];
  return html(
    "span",
    { class: "against gap" },
    html("span", {}, duel.sides.some((side) => side.won) ? gettext("difference") : gettext("so far")),
    html("b", { class: "num" }, one === other ? "0" : `+${Math.abs(one - other)}`),
    html("span", {}, one === other ? gettext("level") : gettext("to %(side)s", { side: ahead.title })),
  );
}

/** The table on which the difference is looked up, the column that counts lit. @param {Duel} duel */
export function tableOf(duel) {
  const columns = duel.table;
  if (!columns.length) return null;
  return html(
    "ul",
    { class: "results num", "aria-label": gettext("Combat table"), style: `--columns:${columns.length}` },
    ...columns.map((column) =>
      html(
        "li",
        { class: column.lit ? "lit" : null, "aria-current": column.lit ? "true" : null },
        html("b", {}, column.head),
        html("span", {}, column.text),
      ),
    ),
  );
}

/** How many dice a side has a place for: as many as anybody has thrown, one before; where one roll decides, the first side throws two. @param {Duel} duel @param {number} side */
export function diceOf(duel, side) {
  if (duel.middle) return side ? 0 : 2;
  return Math.max(1, ...duel.sides.map((side) => side.dice.length));
}

/** "Jharkor rolls 4, total 27; Lormyr rolls 4, total 17." @param {Duel} duel */
export function saysDice(duel) {
  return `${duel.sides
    .filter((side) => side.dice.length)
    .map((side) => {
      const values = { side: side.title, dice: listed(side.dice.map(String)), total: side.total ?? "" };
      return side.total === null ? gettext("%(side)s rolls %(dice)s", values) : gettext("%(side)s rolls %(dice)s, total %(total)s", values);
    })
    .join("; ")}.`;
}

/**
 * The battle as it lies with dice that have just fallen, or null. Where the new scene holds them with their sums it is that one (`stays`);
 * where play went on past them, or has taken a fighter away already, it is as an event tells it, or else the old one with the dice of the
 * events, to be looked at first.
 * @param {Duel | null | undefined} before @param {Duel | null | undefined} after @param {Event[]} events
 * @param {number | null} [viewer] who waits only for battles that they fight in
 * @returns {{duel: Duel, stays: boolean} | null}
 */
export function thrown(before, after, events, viewer = null) {
  const dice = (/** @type {Duel} */ duel) => JSON.stringify(duel.sides.map((side) => side.dice));
  const fell = (/** @type {Duel} */ duel) => duel.sides.some((side) => side.dice.length);
  const summed = (/** @type {Duel} */ duel) => duel.sides.every((side) => typeof side.total === "number");
  const told = events.findLast((event) => event.fought)?.fought;
  const past = told && !(after?.title === told.title && after.note === told.note);
  if (past && (viewer === null || told.sides.some((side) => side.seat === viewer))) return { duel: withKnown(before, told), stays: false };
  if (!told && after && fell(after) && before && before.title === after.title && dice(before) === dice(after)) return null;
  if (after && fell(after) && (summed(after) || !before || fell(before) || !summed(before) || before.title !== after.title))
    return { duel: after, stays: true };
  if (!before || fell(before)) return null;
  const thrownBy = (/** @type {Duelist} */ side) => events.findLast((event) => event.dice.length && event.seat === side.seat)?.dice ?? [];
  const sides = /** @type {[Duelist, Duelist]} */ (before.sides.map((side) => withDice(side, thrownBy(side))));
  return sides.every((side) => side.dice.length) ? { duel: { ...before, sides, odds: "", chances: null }, stays: false } : null;
}

/** A battle as all may see it, with what this viewer knew of both sides. @param {Duel | null | undefined} before @param {Duel} told @returns {Duel} */
function withKnown(before, told) {
  if (before?.title !== told.title) return told;
  return {
    ...told,
    sides: /** @type {[Duelist, Duelist]} */ (
      told.sides.map((side) => {
        const had = before.sides.find((one) => one.seat === side.seat);
        if (!had) return side;
        const own = had.terms.filter((item) => !item.sort && !side.terms.some((one) => one.label === item.label));
        const adds = own.reduce((sum, item) => sum + Number(item.value), 0) === side.total; // else it is of another round
        return {
          ...side,
          card: had.card ?? side.card,
          counters: had.counters,
          backs: had.backs,
          terms: [...(adds ? own : []), ...side.terms],
        };
      })
    ),
  };
}

/**
 * Whether a battle of this viewer's is over and has gone, before its end could be seen. One whose dice lay there and that has gone
 * altogether is over, even if the last picture of it did not yet say who had won.
 * @param {Duel | null | undefined} before @param {Duel | null | undefined} after @param {number} viewer
 */
export function isDecided(before, after, viewer) {
  if (!before?.sides.some((side) => side.seat === viewer)) return false;
  const fell = before.middle
    ? before.sides.some((side) => side.dice.length)
    : before.sides.every((side) => (side.won || !after) && side.dice.length);
  if (!fell) return false;
  const dice = (/** @type {Duel} */ duel) => JSON.stringify(duel.sides.map((side) => side.dice));
  return !after || after.title !== before.title || dice(after) !== dice(before);
}

/** A die is an item of the sum where the scene says so; then it adds to the total. @param {Duelist} side @param {number[]} dice @returns {Duelist} */
function withDice(side, dice) {
  const adds = side.terms.some((item) => item.sort === "die" && !item.off) && typeof side.total === "number";
  const sum = dice.reduce((all, one) => all + one, 0);
  return {
    ...side,
    dice,
    total: adds ? Number(side.total) + sum : side.total,
    terms: side.terms.map((item) => (adds && item.sort === "die" ? { ...item, value: String(sum) } : item)),
  };
}
