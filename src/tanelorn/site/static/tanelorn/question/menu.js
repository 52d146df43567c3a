// @ts-check
/** The small menu of what a seat may do besides the rules: resign, offer a draw, call time; each asks once more. */
import { capital, html, listed, part, refill } from "../page/elements.js";
import { gettext, ngettext } from "../page/words.js";

const TIME = "time";
/** What each is called. @type {Record<string, string>} */
const CALLED = {
  [TIME]: gettext("call time"),
  resign: gettext("resign"),
  "offer a draw": gettext("offer a draw"),
  "withdraw the offer": gettext("withdraw the offer"),
};

/** @param {(text: string) => void} send @param {() => void} callTime */
export function setUpMenu(send, callTime) {
  const button = part("menu-button");
  const list = part("menu");
  /** @type {string[]} */
  let words = [];
  let late = ""; // who has not sealed, as a sentence
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
              word === TIME ? html("li", {}, html("p", {}, late)) : null,
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
                  gettext("Yes, %(deed)s", { deed: CALLED[word] ?? word }),
                ),
                html("button", { class: "btn", type: "button", onclick: () => draw() }, gettext("No")),
              ),
            ]
          : [html("li", {}, html("button", { class: "btn", type: "button", onclick: () => draw(word) }, capital(CALLED[word] ?? word)))],
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
      const names = listed(writers.map((seat) => seat.name));
      late = ngettext(
        "%(names)s has not sealed. The rules will choose instead.",
        "%(names)s have not sealed. The rules will choose instead.",
        writers.length,
        { names },
      );
      button.hidden = !words.length;
      if (!words.length) close();
    },
  };
}
