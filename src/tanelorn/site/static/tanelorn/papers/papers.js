// @ts-check
/** The papers beside the board, the seats in the top bar, the steps of the turn, the sealed envelopes. */

import { emblem, hasIcon, html, icon, means, paperHead, part, prose, refill, renew } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { awayOf, clockOf } from "./clocks.js";
import { showNear } from "./near.js";

/** @typedef {import("../protocol.js").Paper} Paper */
/** @typedef {import("../protocol.js").Row} Row */
/** @typedef {import("../protocol.js").Scene} Scene */
/** @typedef {import("../protocol.js").State} State */
/** @typedef {import("../protocol.js").TableScene} TableScene */

const MOST_DOTS = 8;
const MANY_SEATS = 4; // more chips and envelopes than these are drawn small
const SEALED = "sealed"; // the kernel's word for a choice that waits for the others
/** What games say of a seat, in the reader's words. @type {Record<string, string>} */
const STATES = {
  sealed: gettext("sealed"),
  writing: gettext("writing"),
  decides: gettext("decides"),
  waits: gettext("waits"),
  won: gettext("won"),
  lost: gettext("lost"),
  drew: gettext("drew"),
  left: gettext("left"),
  out: gettext("out"),
  "out of the game": gettext("out of the game"),
};

/** @param {Scene} scene */
function colours(scene) {
  return (/** @type {number | undefined} */ seat) => scene.seats.find((one) => one.seat === seat)?.colour ?? 0;
}

/** @param {Scene} scene */
export function showPapers(scene) {
  const colourOf = colours(scene);
  renew(
    part("papers"),
    scene.papers.map((paper) => ({ paper, colours: paper.rows.map((row) => colourOf(row.seat)) })),
    paperOf,
  );
}

/** @param {{paper: Paper, colours: number[]}} about a paper, and the colour of each of its rows */
function paperOf({ paper, colours }) {
  return html(
    "section",
    { class: "paper rows" },
    paperHead(paper),
    html("ul", {}, ...paper.rows.map((row, at) => rowOf(row, colours[at], paper))),
  );
}

/** @param {Row} row @param {number} colour @param {Paper} paper */
function rowOf(row, colour, paper) {
  if (row.of && row.of > MOST_DOTS) return barOf(row, colour, paper);
  const dots =
    row.dots >= 0 && row.of
      ? html(
          "span",
          {
            class: "dots",
            role: "img",
            "aria-label": gettext("%(number)s of %(all)s", { number: row.dots, all: row.of }),
            style: colour ? `--sc:var(--seat${colour});--si:var(--seat${colour}-ink)` : null,
          },
          ...Array.from({ length: row.of }, (_, at) => {
            const sign = row.sign && hasIcon(row.sign) ? icon(row.sign, 14) : null;
            return html("i", { class: at < row.dots ? "on" : "" }, sign);
          }),
        )
      : null;
  const sign = !dots && row.sign && hasIcon(row.sign) ? html("span", { class: `sign ${row.sign}` }, icon(row.sign, 15)) : null;
  return html(
    "li",
    { class: "row", ...meaningOf(row, paper) },
    sign ?? (colour ? emblem(colour, 15) : html("span")),
    html("span", {}, ...prose(row.text)),
    dots ?? (row.value ? html("b", { class: "num" }, row.value) : null),
  );
}

/** A row's card: the row in words, with its number and what that is out of. @param {Row} row @param {Paper} paper */
function meaningOf({ text, value, dots, of }, { title, aside, clause }) {
  const number = dots >= 0 && of ? gettext("**%(number)s** of %(all)s", { number: value || dots, all: of }) : value && `**${value}**`;
  return means({ title, aside, lines: [[text, number].filter(Boolean).join(": ")], clause });
}

/** More than can be drawn as dots: a bar with its goal, and the number. @param {Row} row @param {number} colour @param {Paper} paper */
function barOf(row, colour, paper) {
  const { of } = row;
  const cells = Array.from({ length: of }, (_, at) =>
    html("i", { class: [at < row.dots ? "on" : "", at === of - 1 ? "goal" : ""].join(" ") }),
  );
  return html(
    "li",
    { class: "row bars", style: colour ? `--sc:var(--seat${colour});--se:var(--seat${colour}-edge)` : null, ...meaningOf(row, paper) },
    colour ? emblem(colour, 15) : html("span"),
    html("span", {}, ...prose(row.text)),
    html("span", { class: "bar", role: "img", "aria-label": gettext("of %(all)s", { all: of }) }, ...cells),
    html("b", { class: "num" }, row.value || row.dots),
  );
}

/** Seats, with who plays them where that is told. @param {Scene | TableScene} scene @param {number} viewer @param {number[]} thinking @param {import("../protocol.js").Clock[]} [clocks] */
export function showSeats(scene, viewer, thinking, clocks = []) {
  const chips = scene.seats.map((seat) => {
    const state = thinking.includes(seat.seat) ? gettext("thinks") : (STATES[seat.state] ?? seat.state);
    const player = "player" in seat ? seat.player : "";
    const who = seat.seat === viewer ? gettext("you") : viewer >= 0 && player === gettext("you") ? gettext("a friend") : player; // for the other one at this screen
    return { ...seat, state, who, mine: seat.seat === viewer, clocks: clocks.filter((one) => one.seat === seat.seat) };
  });
  renew(part("seats"), chips, chipOf);
  showNear(scene.seats);
  part("seats").classList.toggle("many", scene.seats.length > MANY_SEATS);
  part("subtitle").textContent = scene.subtitle;
  renew(part("ribbon"), scene.ribbon, (tab) =>
    html("li", { class: tab.state, "aria-current": tab.state === "now" ? "step" : null }, tab.title),
  );
  requestAnimationFrame(fitRibbon); // measuring lays the page out, which the frame does anyway
}

/** A seat in the top bar. @param {import("../protocol.js").SeatChip & {who: string, mine: boolean, clocks: import("../protocol.js").Clock[]}} about */
function chipOf({ seat, name, colour, turn, state, aside, who, mine, clocks }) {
  const clock = clockOf(clocks, seat);
  const away = awayOf(clocks, seat);
  return html(
    "li",
    {
      class: ["seat", turn && "on", !(state || clock || away) && "quiet"].filter(Boolean).join(" "),
      style: `--sc:var(--seat${colour})`,
      ...means({ title: name, aside: who, lines: [state, away, aside].filter(Boolean) }),
      "aria-current": turn ? "true" : null,
      "data-viewer": mine ? "" : null,
    },
    emblem(colour, 15),
    html("span", { class: "sn" }, name),
    html(
      "span",
      { class: "sw" },
      who ? html("span", { class: "who" }, state ? `${who} · ` : who) : null,
      state,
      clock && html("span", {}, who || state ? " · " : "", clock),
      away && html("span", { class: "away" }, who || state || clock ? ` · ${away}` : away),
      aside ? html("span", { class: "aside" }, who || state ? ` · ${aside}` : aside) : null,
    ),
  );
}

/** What the row of the title held when the steps were last fitted into it. */
let fitted = "";

/** The steps are shown where there is room for all of them beside the whole title, closer together if need be. */
function fitRibbon() {
  const ribbon = part("ribbon");
  const top = /** @type {HTMLElement} */ (ribbon.parentElement);
  const held = () => `${innerWidth} ${top.innerHTML}`;
  if (held() === fitted) return;
  const fits = () => [top, ...top.querySelectorAll(".what > *")].every((one) => one.scrollWidth <= one.clientWidth);
  ribbon.hidden = false;
  ribbon.classList.remove("tight");
  if (!fits()) {
    ribbon.classList.add("tight");
    ribbon.hidden = !fits();
  }
  fitted = held();
}
addEventListener("resize", fitRibbon);

/** Who has sealed and who still writes; shown while a secret is being decided. @param {State} state */
export function showEnvelopes(state) {
  const paper = part("envelopes");
  const writers = state.scene.seats.filter((seat) => seat.turn || seat.state === SEALED);
  paper.hidden = state.over || !state.decisions.some((decision) => decision.secret);
  if (paper.hidden) return;
  refill(
    paper,
    html("h2", {}, gettext("On the table")),
    html(
      "ul",
      { class: writers.length > MANY_SEATS ? "envs many" : "envs" },
      ...writers.map((seat) => {
        const sealed = seat.state === SEALED;
        return html(
          "li",
          { class: sealed ? "env" : "env open", style: `--sc:var(--seat${seat.colour})` },
          html("span", { class: "sealmark", style: `color:var(--seat${seat.colour}-ink)` }, icon(sealed ? "lock" : "mail", 16)),
          html(
            "p",
            {},
            seat.seat !== state.viewer ? seat.name : writers.length > MANY_SEATS ? gettext("You") : gettext("Your move"),
            html("small", {}, sealed ? STATES.sealed : gettext("open: %(state)s", { state: STATES[seat.state] ?? seat.state })),
          ),
        );
      }),
    ),
  );
}
