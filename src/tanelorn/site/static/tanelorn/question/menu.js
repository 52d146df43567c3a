// @ts-check
/** The small menu of what a seat may do besides the rules: resign, offer a draw, call time; each asks once more. */
import { capital, html, listed, part, refill } from "../page/elements.js";

const TIME = "call time";

/** @param {(text: string) => void} send @param {() => void} callTime */
export function setUpMenu(send, callTime) {
  const button = part("menu-button");
  const list = part("menu");
  /** @type {string[]} */
  let words = [];
  let late = ""; // who has not sealed
  const close = () => {
    list.hidden = true;
    button.setAttribute("aria-expanded", "false");
  };
  const draw = (/** @type {string} */ sure = "") => {
    refill(
      list,
      ...words.flatMap((word) =>
        word === sure
          ? [
              word === TIME ? html("li", {}, html("p", {}, `${late} not sealed. The rules will choose instead.`)) : null,
              html(
                "li",
                {},
                html(
                  "button",
                  {
                    class: "btn main",
                    type: "button",
                    onclick: () => {
                      close();
                      if (word === TIME) callTime();
                      else send(word);
                    },
                  },
                  `Yes, ${word}`,
                ),
                html("button", { class: "btn", type: "button", onclick: () => draw() }, "No"),
              ),
            ]
          : [html("li", {}, html("button", { class: "btn", type: "button", onclick: () => draw(word) }, capital(word)))],
      ),
    );
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
    /** @param {string[]} asides @param {import("../protocol.js").Seat[]} writers who still write, where all write at once */
    offer(asides, writers) {
      words = writers.length ? [...asides, TIME] : asides;
      late = `${listed(writers.map((seat) => seat.name))} ${writers.length === 1 ? "has" : "have"}`;
      button.hidden = !words.length;
      if (!words.length) close();
    },
  };
}
