// @ts-check
/** How near each seat is to the goal: a word of each beside it, always in sight. */
import { emblem, html, renew } from "../page/elements.js";

/** @param {import("../protocol.js").SeatChip[]} seats */
export function showNear(seats) {
  const list = document.getElementById("near");
  if (!list) return;
  const told = seats.filter((seat) => seat.near);
  list.hidden = !told.length;
  renew(
    list,
    told.map(({ name, near, colour }) => ({ name, near, colour })),
    ({ name, near, colour }) =>
      html(
        "li",
        { title: `${name}: ${near}` },
        emblem(colour, 13),
        html("span", { class: "sr" }, `${name}: `),
        html("span", { class: "num" }, near),
      ),
  );
}
