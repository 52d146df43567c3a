// @ts-check
/** What a roll may bring: a bar with a part for each thing, in the colour, pattern and emblem of whoever would wish for it, and its words. */
import { capital, emblem, html, sentence, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Odds} Odds */
/** @typedef {import("../protocol.js").Share} Share */
/** @typedef {(seat: number) => number} ColourOf */

const ROOM = 0.11; // of the bar: a smaller part has no room for an emblem

/** A share in whole per cent: what may happen is never 0, what need not is never 100. @param {number} ways @param {number} of */
export function percent(ways, of) {
  if (200 * ways < of) return gettext("under 1%");
  if (ways < of && 200 * (of - ways) <= of) return gettext("over 99%");
  return `${Math.floor((200 * ways + of) / (2 * of))}%`;
}

/** @param {Share} share @param {Odds} odds */
function waysOf({ ways }, { of }) {
  return gettext("%(number)s of %(all)s", { number: ways, all: of });
}

/** "Works: 72%, 26 of 36; fails: 28%, 10 of 36. No die is thrown again." @param {Odds} odds */
export function saysOdds(odds) {
  const shares = odds.shares.map((share) => `${share.words}: ${percent(share.ways, odds.of)}, ${waysOf(share, odds)}`);
  return [sentence(shares.join("; ")), sentence(odds.assumed)].filter(Boolean).join(" ");
}

/** The bar and its words: one picture for a screen reader, which hears all of it. @param {Odds} odds @param {ColourOf} colourOf */
export function drawOdds(odds, colourOf) {
  const colour = (/** @type {Share} */ share) => (share.seat < 0 ? 0 : colourOf(share.seat));
  return html(
    "span",
    { class: "chances", role: "img", "aria-label": saysOdds(odds) },
    html("span", { class: "bar" }, ...odds.shares.map((share) => partOf(share, odds, colour(share)))),
    html("span", { class: "key" }, ...odds.shares.map((share) => keyOf(share, odds, colour(share)))),
    odds.assumed ? html("span", { class: "assumed" }, sentence(odds.assumed)) : null,
  );
}

/** @param {Share} share @param {Odds} odds @param {number} colour 0 for nobody's */
function partOf(share, odds, colour) {
  const pattern = svg("svg", { "aria-hidden": "true" }, svg("rect", { width: "100%", height: "100%", fill: `url(#pt${colour || 8})` }));
  return html(
    "span",
    {
      class: colour ? "part" : "part unclaimed",
      style: `flex-grow:${share.ways}${colour ? `;--sc:var(--seat${colour});--si:var(--seat${colour}-ink)` : ""}`,
      title: `${capital(share.words)}: ${waysOf(share, odds)}`,
    },
    pattern,
    colour && share.ways >= ROOM * odds.of ? html("span", { class: "wisher" }, emblem(colour, 11)) : null,
  );
}

/** @param {Share} share @param {Odds} odds @param {number} colour */
function keyOf(share, odds, colour) {
  return html(
    "span",
    {},
    colour ? emblem(colour, 11) : html("span", { class: "blank" }),
    `${capital(share.words)} `,
    html("b", { class: "num" }, percent(share.ways, odds.of)),
  );
}
