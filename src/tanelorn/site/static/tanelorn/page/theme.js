// @ts-check
/**
 * Daylight or candlelight: the system's wish, until the reader says otherwise. Where they have signed in it is kept with
 * their settings, else in this browser.
 */
import { post } from "./post.js";

const KEY = "tanelorn-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
/** @type {Set<() => void>} */
const watchers = new Set();

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

export function turnTheme() {
  const other = theme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = other;
  const kept = document.getElementById("theme")?.dataset.kept;
  if (kept) post(kept, { palette: other });
  else localStorage.setItem(KEY, other);
  tellWatchers();
}

/** What this browser was told before gives way to a person's settings. */
export function keepNoTheme() {
  localStorage.removeItem(KEY);
}

function tellWatchers() {
  for (const watch of watchers) watch();
}

/** @param {() => void} watch */
export function onTheme(watch) {
  watchers.add(watch);
}

dark.addEventListener("change", tellWatchers);
document.getElementById("theme")?.addEventListener("click", turnTheme);
