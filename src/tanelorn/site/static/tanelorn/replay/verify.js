// @ts-check
/** Where a game is verified: the links that this browser has kept are compared with the record as well. */
import "../page/theme.js";
import { html, part, refill } from "../page/elements.js";
import { keptLinks, lackingLinks } from "../page/links.js";
import { gettext, ngettext } from "../page/words.js";

const { table = "" } = document.body.dataset;

async function compare() {
  const links = keptLinks(table);
  if (!links.length) return;
  const lacks = await lackingLinks(table);
  if (!lacks) return;
  const found = part("links");
  found.classList.add(lacks.length ? "wrong" : "right");
  part("links-sign").textContent = lacks.length ? "✗" : "✓";
  part("links-outcome").textContent = lacks.length ? gettext("wrong") : gettext("right");
  const fits = ngettext(
    "%(count)s link that this browser has kept of its choices stands for this very record.",
    "%(count)s links that this browser has kept of its choices stand for this very record.",
    links.length,
  );
  const fault = gettext("The record lacks what this site once acknowledged here. Links that stand for nothing in it:");
  refill(
    part("links-words"),
    ...(lacks.length
      ? [html("p", { class: "fault" }, fault), html("ul", {}, ...lacks.map((link) => html("li", {}, link)))]
      : [html("p", {}, fits)]),
  );
  found.hidden = false;
  if (lacks.length) part("verdict").textContent = gettext("Something is wrong with this record.");
  const command = document.getElementById("command");
  if (command) command.textContent += ` --link ${lacks[0] ?? links.at(-1)}`;
}

compare();
