// @ts-check
/** Daylight or candlelight: the system's wish, until the reader says otherwise. */

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
  localStorage.setItem(KEY, other);
  tellWatchers();
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
