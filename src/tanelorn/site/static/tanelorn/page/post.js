// @ts-check
/** Asking the server to do something: what it answers, or why it did not. */
import { gettext } from "./words.js";

/** @typedef {{ok: boolean, said: Record<string, any>, why: string}} Answer */

/** @param {string} address @param {object} body @returns {Promise<Answer>} */
export async function post(address, body) {
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  try {
    const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    const said = await answer.json();
    return { ok: answer.ok, said, why: answer.ok ? "" : [said.why, said.remedy].filter(Boolean).join(" ") };
  } catch {
    return { ok: false, said: {}, why: gettext("The server does not answer. Nothing was done; try again.") };
  }
}
