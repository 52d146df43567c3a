// @ts-check
/** On a phone the papers lie in a drawer: tabs, three heights, and a main button that never scrolls. */
import { part } from "../page/elements.js";

const HEIGHTS = ["bar", "half", "full"];

/** @param {string} name */
export function openTab(name) {
  for (const tab of part("tabs").querySelectorAll("[role=tab]")) {
    const mine = /** @type {HTMLElement} */ (tab).dataset.tab === name;
    tab.setAttribute("aria-selected", String(mine));
    /** @type {HTMLElement} */ (tab).tabIndex = mine ? 0 : -1;
  }
  const other = document.body.dataset.tab !== name;
  document.body.dataset.tab = name;
  const drawer = /** @type {HTMLElement} */ (part("tabs").parentElement);
  if (other) drawer.scrollTop = name === "log" ? drawer.scrollHeight : 0; // the newest line stands at the foot, all else is read from its head
  if (document.body.dataset.drawer === "bar") document.body.dataset.drawer = "half";
}

export function setUpDrawer() {
  document.body.dataset.drawer = "half";
  const tabs = part("tabs");
  openTab(/** @type {HTMLElement | null} */ (tabs.querySelector("[role=tab]:not([hidden])"))?.dataset.tab ?? "choose");
  tabs.addEventListener("click", (event) => {
    const tab = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[role=tab]"));
    if (tab?.dataset.tab) openTab(tab.dataset.tab);
  });
  tabs.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const all = /** @type {HTMLElement[]} */ ([...tabs.querySelectorAll("[role=tab]")]);
    const at = all.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    const next = all[(at + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    openTab(next.dataset.tab ?? "choose");
    next.focus();
    event.stopPropagation();
  });
  const grip = part("grip");
  let from = 0;
  let dragged = false;
  const turn = (/** @type {number} */ by) => {
    const at = HEIGHTS.indexOf(document.body.dataset.drawer ?? "half") + by;
    document.body.dataset.drawer = HEIGHTS[Math.max(0, Math.min(HEIGHTS.length - 1, at))];
  };
  grip.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    dragged = false;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener("pointerup", (event) => {
    const far = from - event.clientY;
    dragged = Math.abs(far) > 24;
    if (dragged) turn(far > 0 ? 1 : -1);
  });
  // not before the click: it would fall on what lies under the finger once the drawer has moved
  grip.addEventListener("click", () => {
    if (!dragged) document.body.dataset.drawer = document.body.dataset.drawer === "full" ? "half" : "full";
    dragged = false;
  });
  grip.addEventListener("keydown", (event) => {
    if (event.key === "ArrowUp") turn(1);
    if (event.key === "ArrowDown") turn(-1);
  });
}
