// @ts-check
/**
 * The page's words in its reader's language. The server writes a catalog into the page, so that it is there before any other
 * script needs it; English is the source of all words and has none. See docs/translate.md.
 */

/** @typedef {Record<string, string | number>} Values what stands in place of `%(name)s` */

/** @type {{catalog: Record<string, string | string[]>, plural: string}} what is said of each text, and which form goes with each count */
const { catalog, plural } = JSON.parse(document.getElementById("words")?.textContent ?? '{"catalog": {}, "plural": ""}');

/** @param {string} text in English @param {Values} [values] @returns {string} */
export function gettext(text, values = {}) {
  const said = catalog[text] ?? text;
  return interpolate(typeof said === "string" ? said : said[0], values);
}

/** The text for one or for several; `%(count)s` is how many. @param {string} one @param {string} many @param {number} count @param {Values} [values] @returns {string} */
export function ngettext(one, many, count, values = {}) {
  const forms = catalog[one];
  const at = Number(plural[count < plural.length ? count : 100 + (count % 100)]);
  const said = Array.isArray(forms) ? forms[at] : count === 1 ? one : many;
  return interpolate(said, { count, ...values });
}

/** @param {string} text @param {Values} values */
function interpolate(text, values) {
  return text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
}
