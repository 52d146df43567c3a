// @ts-check
/**
 * Where Tab leads while the buttons of the question stand in the window of the battle: from the last button that is left on the
 * prompt to them, and on from there, as if they stood below it. The window comes before all papers, so that the way from a question
 * to its red button led around the whole page.
 */
import { part } from "../page/elements.js";

/** The buttons in a part of the page that can have the focus. @param {string} id */
function buttonsIn(id) {
  const all = /** @type {NodeListOf<HTMLButtonElement>} */ (part(id).querySelectorAll("button"));
  return [...all].filter((one) => one.checkVisibility() && !one.disabled);
}

export function leadTab() {
  /** @type {HTMLElement | null} the button on the prompt from which the window was entered */
  let from = null;
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || !document.body.classList.contains("dueling")) return;
    const [prompt, window] = [buttonsIn("acts"), buttonsIn("duel-foot")];
    const at = /** @type {HTMLButtonElement} */ (document.activeElement);
    if (!window.includes(at)) from = null;
    if (!event.shiftKey && window.length && at === prompt.at(-1)) {
      event.preventDefault();
      window[0].focus();
      from = at;
    } else if (from && at === (event.shiftKey ? window[0] : window.at(-1))) {
      from.focus(); // and forward on to what comes after it
      if (event.shiftKey) event.preventDefault();
    }
  });
}
