// @ts-check
/** The small menu of what a seat may do besides the rules: resign, offer a draw; each asks once more. */
import { html, part, refill } from "./elements.js";

/** @param {(text: string) => void} send */
export function setUpMenu(send) {
  const button = part("menu-button");
  const list = part("menu");
  /** @type {string[]} */
  let words = [];
  const close = () => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };
  const draw = (/** @type {string} */ sure = "") => {
    refill(list, ...words.flatMap((word) => (word === sure
      ? [html("li", {}, html("button", { class: "btn main", type: "button", onclick: () => {
        close();
        send(word);
      } }, `Yes, ${word}`), html("button", { class: "btn", type: "button", onclick: () => draw() }, "No"))]
      : [html("li", {}, html("button", { class: "btn", type: "button", onclick: () => draw(word) }, capital(word)))])));
    /** @type {HTMLElement | null} */ (list.querySelector(".main") ?? list.querySelector("button"))?.focus();
  };
  button.addEventListener("click", () => {
    if (!list.hidden) {
      close();
      return;
    }
    list.hidden = false;
    button.setAttribute("aria-expanded", "true");
    draw();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (target.isConnected && !list.contains(target) && !button.contains(target)) close();
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
    button.focus();
  });
  return {
    /** @param {string[]} asides */
    offer(asides) {
      words = asides;
      button.hidden = !asides.length;
      if (!asides.length) close();
    },
  };
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
