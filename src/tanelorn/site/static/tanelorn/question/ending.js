// @ts-check
/** How a game ended: who won and why, and where to go from here. */
import { clauseLink, emblem, html, icon, listed, part, refill, sentence } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { endTrial, gameTried } from "./trial.js";

/**
 * The red button leads nowhere from here: the end may come as somebody presses it to go on.
 *
 * @param {import("./prompt.js").Prompt} prompt @param {import("../protocol.js").Scene} scene
 * @returns {string} the end in a few words
 */
export function showEnding(prompt, { outcome, seats }) {
  const winners = seats.filter((seat) => outcome?.winners.includes(seat.seat));
  const title = whoWon({ outcome, seats });
  const table = document.body.dataset.table ?? "";
  const trial = gameTried() !== "";
  prompt.say({ title: trial ? gettext("The trial is over") : gettext("The game is over"), ask: "" });
  refill(
    part("counts"),
    html(
      "li",
      { class: "laurels" },
      ...winners.map((seat) => emblem(seat.colour, 52)),
      html("p", {}, html("b", {}, title), html("small", {}, sentence(outcome?.reason ?? ""), " ", clauseLink(outcome?.clause))),
    ),
  );
  refill(
    part("buttons"),
    ...(trial
      ? [html("button", { class: "btn main", type: "button", onclick: endTrial }, icon("back", 16), gettext("Back to the game"))]
      : [
          html("a", { class: "btn main", href: `/tables/${table}/replay` }, icon("play", 16), gettext("Replay")),
          html("a", { class: "btn", href: `/tables/${table}/record`, download: "" }, icon("down", 16), gettext("Download the record")),
        ]),
    html(
      "button",
      { class: "btn", type: "button", onclick: () => part("picture-button").click() },
      icon("down", 16),
      gettext("Save the board"),
    ),
    html("a", { class: "btn", href: "/" }, icon("home", 16), gettext("To the shelf")),
  );
  return title;
}

/** The end in a few words; who plays alone has nobody to draw with. @param {Pick<import("../protocol.js").Scene, "outcome" | "seats">} scene */
export function whoWon({ outcome, seats }) {
  const winners = seats.filter((seat) => outcome?.winners.includes(seat.seat)).map((seat) => seat.name);
  return winners.length ? gettext("%(seats)s won", { seats: listed(winners) }) : seats.length > 1 ? gettext("A draw") : gettext("Lost");
}
