// @ts-check
/** How a game ended: who won and why, and where to go from here. */
import { clauseLink, emblem, html, icon, part, refill, sentence } from "../page/elements.js";

/**
 * @param {import("./prompt.js").Prompt} prompt @param {import("../protocol.js").Scene} scene
 * @returns {string} the end in a few words
 */
export function showEnding(prompt, { outcome, seats }) {
  const winners = seats.filter((seat) => outcome?.winners.includes(seat.seat));
  const title = winners.length ? `${winners.map((seat) => seat.name).join(" and ")} won` : seats.length > 1 ? "A draw" : "Lost"; // who plays alone has nobody to draw with
  const table = document.body.dataset.table ?? "";
  prompt.say({
    title: "The game is over",
    ask: "",
    main: "Replay",
    sign: "play",
    act: () => location.assign(`/tables/${table}/replay`),
  });
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
    html("a", { class: "btn", href: `/tables/${table}/record`, download: "" }, icon("down", 16), "Download the record"),
    html("a", { class: "btn", href: "/" }, icon("home", 16), "To the shelf"),
  );
  return title;
}
