// @ts-check
/** How near each seat is to the goal: a word of each beside it, always in sight. */
import { emblem, html, refill } from "../page/elements.js";

/** @param {import("../protocol.js").SeatChip[]} seats */
export function showNear(seats) {
  const list = document.getElementById("near");
  if (!list) return;
  const told = seats.filter((seat) => seat.near);
  list.hidden = !told.length;
  refill(
    list,
    ...told.map((seat) =>
      html(
        "li",
        { title: `${seat.name}: ${seat.near}` },
        emblem(seat.colour, 13),
        html("span", { class: "sr" }, `${seat.name}: `),
        html("span", { class: "num" }, seat.near),
      ),
    ),
  );
}
