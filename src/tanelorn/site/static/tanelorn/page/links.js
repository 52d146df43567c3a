// @ts-check
/**
 * The links that the site has given with the choices made in this browser. They are kept here, out of the site's reach: a record that
 * lacks what one stands for is not the one that was acknowledged.
 */
import { post } from "./post.js";

/** @typedef {Record<string, {at: number, links: string[]}>} Kept the links by table, with when the last one came */

const PLACE = "tanelorn.links";
const [MOST_TABLES, MOST_LINKS] = [40, 300];

/** @returns {Kept} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}");
  } catch {
    return {}; // what somebody else has put there
  }
}

/** All links that were kept of a table, the last one last. @param {string} table @returns {string[]} */
export function keptLinks(table) {
  const links = kept()[table]?.links;
  return Array.isArray(links) ? links : [];
}

/** Keep a link; those of the tables at which nothing was chosen for longest make room. @param {string} table @param {string} link */
export function keepLink(table, link) {
  const links = keptLinks(table);
  if (!link || links.includes(link)) return;
  const all = { ...kept(), [table]: { at: Date.now(), links: [...links, link].slice(-MOST_LINKS) } };
  const named = Object.entries(all).sort(([, one], [, other]) => other.at - one.at);
  try {
    localStorage.setItem(PLACE, JSON.stringify(Object.fromEntries(named.slice(0, MOST_TABLES))));
  } catch {
    // a browser that keeps nothing
  }
}

/** Which of the kept links the table's record lacks; null if the site does not say. @param {string} table @returns {Promise<string[] | null>} */
export async function lackingLinks(table) {
  const links = keptLinks(table);
  if (!links.length) return [];
  const { ok, said } = await post(`/tables/${table}/links`, { links });
  return ok && Array.isArray(said.lacks) ? said.lacks : null;
}
