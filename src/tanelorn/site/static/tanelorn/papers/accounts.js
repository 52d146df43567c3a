// @ts-check
/** What the page gives account of in lines: the events of a reveal, the orders that were sealed. */
import { clauseLink, html, plain, prose } from "../page/elements.js";
import { murmur } from "../page/notices.js";

const MANY_ORDERS = 4; // from here on a sealed choice is shown order by order

/** A line of the reveal: what was counted, and by which clause. @param {import("../protocol.js").Event} event @param {number} colour */
export function calculation(event, colour) {
  murmur(plain(event.text));
  const notes = event.shows.map((mark) => mark.note).filter((note) => note && !event.text.includes(note));
  return html(
    "li",
    { class: "calc", style: event.seat >= 0 ? `--sc:var(--seat${colour})` : null },
    ...prose(event.text),
    " ",
    clauseLink(event.clause),
    ...notes.map((note) => html("small", {}, note)),
  );
}

/** What was sealed: a line if it is short, else one line for each order. @param {string} text */
export function sealedSlip(text) {
  const orders = text.split(";").map((order) => order.trim());
  if (orders.length < MANY_ORDERS) return [html("p", { class: "order" }, text)];
  return [html("ul", { class: "order sealed" }, ...orders.map((order) => html("li", {}, order)))];
}
