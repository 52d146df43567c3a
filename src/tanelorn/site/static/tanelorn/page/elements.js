// @ts-check
/** Small makers of HTML and SVG elements. Text is always set as text, never as markup. */
import { gettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} traits
 * @param {Child[]} children
 */
function furnish(element, traits, children) {
  for (const [name, value] of Object.entries(traits)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [traits]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  furnish(element, traits, children);
  return element;
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [traits]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, traits = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  furnish(element, traits, children);
  return element;
}

/** @param {string} name @param {number} [size] */
export function icon(name, size = 18) {
  const traits = { class: "ico", width: size, height: size, viewBox: "0 0 24 24", "aria-hidden": "true" };
  return svg("svg", traits, svg("use", { href: `#g-${name}` }));
}

/** Whether the sprite has a sign of this name. @param {string} name */
export function hasIcon(name) {
  return /^[\w-]+$/.test(name) && document.getElementById(`g-${name}`) !== null;
}

/** @param {number} colour @param {number} [size] */
export function emblem(colour, size = 14) {
  const traits = {
    class: "emb",
    width: size,
    height: size,
    viewBox: "0 0 16 16",
    "aria-hidden": "true",
    style: `color:var(--seat${colour})`,
  };
  return svg("svg", traits, svg("use", { href: `#e${colour}` }));
}

/** Split "Three stand in **Mu**." into text and bold nodes. @param {string} text @returns {Node[]} */
export function prose(text) {
  return text.split("**").map((part, at) => (at % 2 ? html("b", {}, part) : document.createTextNode(part)));
}

/** The same without the marks, for screen readers and titles. @param {string} text */
export function plain(text) {
  return text.replaceAll("**", "");
}

/** "Mu", "Mu and Ulteria", "Mu, Ulteria and Elysia". @param {string[]} names */
export function listed(names) {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? gettext("%(some)s and %(last)s", { some: names.slice(0, -1).join(", "), last }) : last;
}

/** @param {Element} parent @param {...Child} children */
export function refill(parent, ...children) {
  parent.replaceChildren();
  furnish(parent, {}, children);
}

/** What stands for which thing in a parent that is renewed. @type {WeakMap<Element, Map<string, Element>>} */
const standing = new WeakMap();

/**
 * Fill an element with one element for each thing; of things that were there before, theirs stay as they are.
 * @template T
 * @param {Element} parent @param {T[]} things all that the element is made of @param {(thing: T) => Element} make
 */
export function renew(parent, things, make) {
  const before = standing.get(parent);
  /** @type {Map<string, Element>} */
  const now = new Map();
  let next = parent.firstChild;
  for (const thing of things) {
    let face = JSON.stringify(thing);
    while (now.has(face)) face += " ";
    const element = before?.get(face) ?? make(thing);
    now.set(face, element);
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
  standing.set(parent, now);
}

/** An element that the page must have. @param {string} id @returns {HTMLElement} */
export function part(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page lacks #${id}.`);
  return element;
}

/** A clause link; rules.js opens it in place. @param {string} [clause] */
export function clauseLink(clause) {
  if (!clause) return null;
  const [name = "", kind] = clause.split("/").reverse();
  const said = kind !== "chart" ? name : name.length < 4 ? name.toUpperCase() : gettext("%(name)s chart", { name });
  return html("button", { class: "cl", type: "button", "data-clause": clause, "aria-expanded": "false" }, said);
}

/** @typedef {{title: string, aside?: string, lines?: string[], clause?: string}} Meaning */

/** The attribute by which a thing says what it means: papers/meaning.js shows it where one rests. @param {Meaning} meaning */
export function means(meaning) {
  return { "data-means": JSON.stringify(meaning) };
}

/** The heading of a paper: its title, what is said beside it, its clause; resting on it tells what it means. @param {Meaning} about */
export function paperHead({ title, aside, clause }) {
  return html("h2", means({ title, aside, clause }), title, aside ? html("span", { class: "right" }, aside) : null, clauseLink(clause));
}

const asked = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether nothing is to move: by the system's wish, or by that of whoever has signed in. */
export const stillness = {
  get matches() {
    return asked.matches || document.documentElement.dataset.motion === "still";
  },
};

/** With a large first letter. @param {string} words */
export function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence of some words: a large letter and a stop. @param {string} words */
export function sentence(words) {
  return words && `${capital(words)}${/[.!?]$/.test(words) ? "" : "."}`;
}
