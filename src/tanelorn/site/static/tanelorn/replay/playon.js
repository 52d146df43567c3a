// @ts-check
/** Playing on from a moment of a game that is over: who sits where from then on; the server sets up the new table. */
import { html, part, refill } from "../page/elements.js";
import { post } from "../page/post.js";
import { gettext } from "../page/words.js";

/**
 * @param {string} table @param {() => number} moment the entry that is shown, counted from 1
 * @returns {(last: boolean) => void} tells whether the last entry is shown, from which nothing goes on
 */
export function setUpPlayOn(table, moment) {
  const button = /** @type {HTMLButtonElement} */ (part("play-on-button"));
  const dialog = /** @type {HTMLDialogElement} */ (part("play-on"));
  const form = /** @type {HTMLFormElement} */ (part("play-on-form"));
  const why = part("play-on-why");
  let from = 0;
  button.addEventListener("click", () => {
    from = moment();
    part("play-on-entry").textContent = String(from);
    why.hidden = true;
    dialog.showModal();
  });
  part("play-on-close").addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seats = [...new FormData(form).getAll("seat")].map((word) => {
      const [who, level] = String(word).split(" ");
      return level ? { who, level } : { who };
    });
    const { ok, said, why: refusal } = await post(`/tables/${table}/play-on`, { moment: from, seats });
    if (ok) location.assign(said.url);
    else {
      refill(why, html("span", {}, refusal));
      why.hidden = false;
    }
  });
  return (last) => {
    button.disabled = last;
    button.title = last ? gettext("The game ends here: go back to an earlier moment first.") : "";
  };
}
