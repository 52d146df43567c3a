// @ts-check
/**
 * The order slip: the choice so far in the game's own notation. It is a text line as well: write the whole
 * order, press Enter, and the server reads it. What was written stays when it is refused.
 */
import { html, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @param {HTMLElement} place @param {import("../choices/picks.js").Picks} picks */
export function slip(place, picks) {
  const input = /** @type {HTMLTextAreaElement} */ (
    html("textarea", {
      class: "order",
      rows: 1,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": gettext("Write your choice in the rulebook’s notation, then press Enter."),
      placeholder: gettext("or write it here…"),
    })
  );
  let own = false; // what stands there was written by hand

  /** As high as what is written, where the style alone does not see to it: to ask for the height lays out the whole page. */
  function grow() {
    if (CSS.supports("field-sizing", "content")) return;
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight}px`;
  }

  input.addEventListener("input", () => {
    own = true;
    grow();
  });
  input.addEventListener("keydown", (event) => {
    event.stopPropagation(); // letters are letters here, not keys of the table
    if (event.key === "Escape") {
      own = false;
      input.value = picks.lined ? "" : (picks.offer?.draft ?? "");
      picks.unread = [];
      input.blur();
      picks.changed();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      const text = input.value.trim();
      if (!picks.lined && text === (picks.offer?.draft ?? "")) picks.confirm();
      else if (text) picks.read(text);
    }
  });

  return {
    input,
    /** @param {string} draft @param {boolean} wanted */
    show(draft, wanted) {
      if (!wanted && document.activeElement !== input) {
        refill(place); // who is writing in it keeps it
        return;
      }
      if (!input.isConnected) refill(place, input);
      input.placeholder = picks.lined ? gettext("or write orders here…") : gettext("or write it here…");
      const answered = picks.wasRead; // what could not be read stays, to be mended
      picks.wasRead = false;
      if (picks.lined || (answered && picks.unread.length)) {
        if (answered) input.value = picks.unread.map((one) => one.text).join("; ");
        own = input.value !== "";
      } else if (!own || draft) {
        own = false;
        input.value = draft;
      }
      grow();
    },
    hide() {
      own = false;
      input.value = "";
      refill(place);
    },
    focus() {
      if (!picks.asking) return;
      if (!input.isConnected) refill(place, input); // a short list needs no slip, but takes what is written
      input.focus();
      input.setSelectionRange(input.value.length, input.value.length);
    },
  };
}
