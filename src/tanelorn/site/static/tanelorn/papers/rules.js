// @ts-check
/** A clause opens in place, under the line that cites it, and closes again the same way. */
import { html, prose, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** A clause as the rulebook has it, fetched once. @param {string} game @param {string} clause */
export function readClause(game, clause) {
  const id = clause.includes("/") ? clause.slice(clause.indexOf("/") + 1) : clause;
  const address = `/rules/${encodeURIComponent(game)}/${id.split("/").map(encodeURIComponent).join("/")}.json`;
  let answer = known.get(address);
  if (!answer) {
    answer = fetch(address).then((response) => (response.ok ? response.json() : Promise.reject(response.status)));
    answer.catch(() => known.delete(address));
    known.set(address, answer);
  }
  return answer;
}

/** One listener for every clause link of the page. @param {string} game */
export function openClausesInPlace(game) {
  document.addEventListener(
    "click",
    (event) => {
      const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-clause]"));
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(game, link);
    },
    true,
  );
}

/** @param {string} game @param {HTMLElement} link */
async function toggle(game, link) {
  const host = link.closest("li, p, .refusal, .fld, section") ?? link.parentElement;
  const open = host?.querySelector(":scope > .clause");
  const clause = link.dataset.clause ?? "";
  if (open) {
    open.remove();
    link.setAttribute("aria-expanded", "false");
    if (/** @type {HTMLElement} */ (open).dataset.of === clause) return;
  }
  const slip = html("div", { class: "clause", "data-of": clause, role: "note" }, "…");
  host?.append(slip);
  link.setAttribute("aria-expanded", "true");
  try {
    const rule = await readClause(link.dataset.game ?? game, clause);
    refill(
      slip,
      html("b", {}, `${rule.id.split("/").pop()} ${rule.title}`),
      html("span", {}, ...prose(rule.says)),
      rule.unclear ? html("span", { class: "unclear" }, gettext("Unclear in the book:"), " ", ...prose(rule.unclear)) : null,
      rule.ruling ? html("span", { class: "ruling" }, gettext("Our ruling:"), " ", ...prose(rule.ruling)) : null,
    );
  } catch {
    refill(slip, gettext("This clause could not be opened. Try again in a moment."));
  }
}
