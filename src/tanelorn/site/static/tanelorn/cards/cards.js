// @ts-check
/**
 * Cards: spells with their text, units as small sheets, the fighters of a battle with their picture, backs of what is hidden.
 * Each is a button that carries the pick it stands for; whether it can be picked now is marked on it, never drawn anew, so
 * that the focus stays where it was.
 */

import { emblem, html, icon, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { counter } from "../pieces/counters.js";
import { signOf } from "./signs.js";

/** @typedef {import("../protocol.js").Card} Card */
/** @typedef {import("../protocol.js").Pick} Pick */
/** @typedef {"large" | "small" | "plate" | "hand"} Face */

/** @type {WeakMap<Element, Card>} */
const drawn = new WeakMap();

/** The card that an element shows, or lies in. @param {EventTarget | null} target @returns {{element: HTMLElement, card: Card} | null} */
export function cardAt(target) {
  const element = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-card]")) : null;
  const card = element && drawn.get(element);
  return element && card ? { element, card } : null;
}

/** Whether nothing of a card is known but whose it is. @param {Card} card */
function isBack(card) {
  return card.kind === "back" || card.sign === "back";
}

/** @param {Card} card @param {Face} face @param {number} colour of its seat, 0 for nobody's */
export function drawCard(card, face, colour) {
  if (isBack(card)) return drawBack(colour, card.title, card.count, card.note);
  const seat = colour ? `--sc:var(--seat${colour})` : null;
  const element = html(
    "button",
    {
      type: "button",
      "data-card": card.id,
      style: seat,
      title: face === "small" && card.counter ? [card.title, card.text].filter(Boolean).join(": ") : null,
      class: [
        "card",
        face,
        card.kind,
        signOf(card),
        card.spent ? "spent" : "",
        card.lost ? "gone" : "",
        card.held ? "taken" : "",
        face === "small" && card.counter ? "chit" : "",
      ]
        .filter(Boolean)
        .join(" "),
    },
    ...inside(card, face, colour),
  );
  for (const part of element.children) part.setAttribute("aria-hidden", "true"); // its label says it all, in the order of a sentence
  drawn.set(element, card);
  markCard(element, null, false);
  return element;
}

/** @param {Card} card @param {Face} face @param {number} colour */
function inside(card, face, colour) {
  const sign = signOf(card);
  if (face === "small" && card.counter) return chit(card, card.counter, colour);
  const value = card.value ? html("b", { class: "num val" }, card.value) : null;
  const name = html("span", { class: "name" }, card.title);
  const times = card.count > 1 ? html("span", { class: "num times" }, `×${card.count}`) : null;
  const note = card.note ? html("i", { class: "note" }, card.note) : null;
  const text = card.text ? html("span", { class: "text" }, card.text) : null;
  if (face === "small") return [value, icon(sign, 26), name, note, times];
  if (face === "hand") return handFace(card, sign);
  if (face === "plate")
    return [html("span", { class: "head" }, value, name), html("span", { class: "plate" }, icon(sign, 62)), text ?? note, times];
  const heading = html("span", { class: "phase" }, icon(sign, 15), card.note || card.kind, value);
  return [heading, name, blows(card), text, footOf(card), times];
}

/** The line at the lower edge: its first word is what the rest is. @param {Card} card */
function footOf(card) {
  if (!card.foot) return null;
  const [first, ...rest] = card.foot.split(" ");
  return html("span", { class: "cardfoot" }, html("b", {}, first), " ", rest.join(" "));
}

/** A card as it is held: number and sign at the head, an engraved plate, what it does, its lower edge. @param {Card} card @param {string} sign */
function handFace(card, sign) {
  return [
    html(
      "span",
      { class: "head" },
      html("b", { class: "num val" }, card.value),
      html("span", { class: "phase" }, icon(sign, 15), card.note || card.kind),
    ),
    html("span", { class: "name" }, card.title),
    html("span", { class: "plate" }, icon(sign, 40)),
    html("span", { class: "text" }, card.text),
    footOf(card),
    card.count > 1 ? html("span", { class: "num times" }, `×${card.count}`) : null,
  ];
}

/** A unit as the counter that it is, with how many they are, and what is to be said of it. @param {Card} card @param {import("../protocol.js").Piece} piece @param {number} colour */
function chit(card, piece, colour) {
  return [
    svg("svg", { class: "chitface", viewBox: "-24.5 -24 49.5 50", "aria-hidden": "true" }, counter(piece, colour || 8)),
    card.count > 1 ? html("span", { class: "num times" }, `×${card.count}`) : null,
    blows(card),
    card.note ? html("i", { class: "note" }, card.note) : null,
  ];
}

/** The boxes of the blows that somebody can take, those taken crossed. @param {Card} card */
function blows(card) {
  if (!card.of) return null;
  return html(
    "span",
    { class: "blows", "aria-hidden": "true" },
    ...Array.from({ length: card.of }, (_, at) => html("i", { class: at < card.dots ? "on" : null })),
  );
}

/** The back of a card of a seat, or of several. @param {number} colour @param {string} [title] @param {number} [count] @param {string} [note] */
export function drawBack(colour, title = "", count = 1, note = "") {
  return html(
    "span",
    { class: "back", role: title ? "img" : null, "aria-label": title || null, title: title || null, "aria-hidden": title ? null : "true" },
    colour ? emblem(colour, 14) : icon("card-back", 14),
    note ? html("i", { class: "note" }, note) : null,
    count > 1 ? html("span", { class: "num times" }, `×${count}`) : null,
  );
}

/** @param {HTMLElement} element @param {Pick | null} pick what pressing it would pick @param {boolean} held whether it is picked already */
export function markCard(element, pick, held) {
  const card = drawn.get(element);
  if (!card) return;
  element.classList.toggle("can", pick !== null && !held);
  element.classList.toggle("held", held);
  const says = saysCard(card, pick, held);
  if (element.getAttribute("aria-label") !== says) element.setAttribute("aria-label", says);
  if (held) element.setAttribute("aria-pressed", "true");
  else element.removeAttribute("aria-pressed");
}

/** "Fireball, battle spell: Attack with +6; can be cast". @param {Card} card @param {Pick | null} pick @param {boolean} held */
function saysCard(card, pick, held) {
  const many = card.count > 1 ? gettext("%(number)s times", { number: card.count }) : "";
  const what =
    card.kind === "spell"
      ? [[card.note, card.kind].filter(Boolean).join(" "), many]
      : [[card.kind, card.value].filter(Boolean).join(" "), card.note, many];
  const doing = held
    ? gettext("held")
    : pick
      ? [card.kind === "spell" ? gettext("can be cast") : gettext("can be picked"), pick.note, pick.cost].filter(Boolean).join(", ")
      : "";
  const state = [
    card.foot,
    card.of ? gettext("%(wounds)s wounds of %(all)s", { wounds: card.dots, all: card.of }) : "",
    card.lost ? gettext("lost") : card.spent ? gettext("spent") : card.held ? gettext("in hand") : "",
    doing,
  ]
    .filter(Boolean)
    .map((words) => `; ${words}`)
    .join("");
  return `${[card.title, ...what].filter(Boolean).join(", ")}${card.text ? `: ${card.text}` : ""}${state}`;
}
