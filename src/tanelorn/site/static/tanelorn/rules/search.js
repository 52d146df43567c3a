// @ts-check
/** Search over a rulebook's clauses: those that hold all the words stay, and the address keeps the words. */
import { part } from "../page/elements.js";
import { gettext } from "../page/words.js";

const form = /** @type {HTMLFormElement} */ (part("find"));
const field = /** @type {HTMLInputElement} */ (part("find-words"));
const found = part("found");
/** @type {HTMLElement[]} */
const chapters = [...document.querySelectorAll("section.chapter")].map((one) => /** @type {HTMLElement} */ (one));
const clauses = chapters.flatMap((chapter) =>
  [...chapter.querySelectorAll("article")].map((article) => ({ article, text: plain(article.textContent ?? "") })),
);
/** @type {NodeListOf<HTMLElement>} What is no clause, and so not there while one searches. */
const beside = document.querySelectorAll(".contents, section.beside");

/** A text as one would type it, letter by letter as long as it was. @param {string} text */
function plain(text) {
  const typed = text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/[–−]/g, "-");
  return typed.toLowerCase().replace(/[à-ž]/g, (letter) => letter.normalize("NFD")[0]);
}

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  for (const { article, text } of clauses) article.hidden = !words.every((word) => text.includes(word));
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector("article:not([hidden])");
  for (const one of beside) one.hidden = words.length > 0;
  const shown = hits();
  found.textContent =
    words.length === 0
      ? ""
      : shown.length === 0
        ? gettext("None found: try fewer words.")
        : gettext("%(count)s of %(all)s clauses", { count: shown.length, all: clauses.length });
  found.classList.toggle("nothing", shown.length === 0);
  mark(words.length === 0 ? [] : shown, words);
}

function hits() {
  return clauses.filter(({ article }) => !article.hidden).map(({ article }) => article);
}

/** Colour the words where they stand. A letter alone stands everywhere. @param {HTMLElement[]} articles @param {string[]} words */
function mark(articles, words) {
  if (!("highlights" in CSS)) return;
  const long = words.filter((word) => word.length > 1);
  const ranges = long.length === 0 ? [] : articles.flatMap(texts).flatMap((text) => long.flatMap((word) => places(text, word)));
  CSS.highlights.set("found", new Highlight(...ranges));
}

/** @param {HTMLElement} article */
function texts(article) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const all = [];
  while (walker.nextNode()) all.push(/** @type {Text} */ (walker.currentNode));
  return all;
}

/** @param {Text} text @param {string} word */
function places(text, word) {
  const within = plain(text.data);
  const ranges = [];
  for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + word.length)) {
    const range = new Range();
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    ranges.push(range);
  }
  return ranges;
}

function keepAddress() {
  const address = new URL(location.href);
  if (field.value.trim()) address.searchParams.set("q", field.value.trim());
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
}

/** What the address says: its words, unless they hide the place that it names. */
function readAddress() {
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  search();
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place || !field.value) return;
  if (place.closest("[hidden]")) {
    field.value = "";
    search();
    keepAddress();
  }
  place.scrollIntoView();
}

function typed() {
  search();
  keepAddress();
  if (field.value) hits()[0]?.scrollIntoView({ block: "nearest" });
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || event.target === field) return;
  event.preventDefault();
  field.focus();
  field.select();
}

field.addEventListener("input", typed);
field.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (!field.value) field.blur();
  field.value = "";
  typed();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  hits()[0]?.querySelector("a")?.focus();
});
addEventListener("keydown", pressed);
addEventListener("popstate", readAddress);
form.hidden = false;
readAddress();
