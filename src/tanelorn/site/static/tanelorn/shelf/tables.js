// @ts-check
/** What is done with whole tables: rename, set up again, duplicate, delete and undo that. */
import { part, prose, refill } from "../page/elements.js";
import { post } from "../page/post.js";
import { gettext } from "../page/words.js";

const dialog = /** @type {HTMLDialogElement} */ (part("deeds"));
const name = /** @type {HTMLInputElement} */ (part("rename"));
let table = "";

/** @param {HTMLElement} more */
function open(more) {
  const { table: code = "", name: called = "", seats, ended } = more.dataset;
  table = code;
  part("deeds-head").textContent = called;
  name.value = called;
  part("deeds-exchanged").hidden = seats === "1";
  part("deeds-duplicate").hidden = ended !== undefined;
  part("deeds-who").textContent =
    seats === "2" ? gettext("The same with the two sides exchanged.") : gettext("The same with everybody one seat further on.");
  part("deeds-why").hidden = true;
  dialog.showModal();
}

/** The shelf as it is now, with the focus on a table or on what undoes its end. @param {string} code */
function shelfAt(code) {
  location.assign(`/?table=${encodeURIComponent(code)}`);
}

/** @param {string} deed @param {object} [body] @param {string} [code] */
async function ask(deed, body = {}, code = table) {
  const { ok, said, why } = await post(`/tables/${code}/${deed}`, body);
  if (ok) return said;
  refill(part("deeds-why"), ...prose(why));
  part("deeds-why").hidden = false;
  return null;
}

/** @type {Record<string, () => Promise<void>>} */
const DEEDS = {
  again: () => begin("again", { exchanged: false }),
  exchanged: () => begin("again", { exchanged: true }),
  duplicate: () => begin("duplicate"),
  delete: async () => {
    if (await ask("delete")) shelfAt(table);
  },
};

/** @param {string} deed @param {object} [body] */
async function begin(deed, body) {
  const said = await ask(deed, body);
  if (said) location.assign(said.url);
}

/** @param {HTMLButtonElement} button */
async function undo(button) {
  const code = button.dataset.back ?? "";
  button.disabled = true;
  const { ok, why } = await post(`/tables/${code}/bring-back`, {});
  if (ok) shelfAt(code);
  else refill(part(`gone-${code}`), ...prose(why));
}

for (const more of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("button.more"))) {
  more.addEventListener("click", () => open(more));
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-deed]"))) {
  button.addEventListener("click", async () => {
    button.disabled = true; // pressed twice it is still done once
    await DEEDS[button.dataset.deed ?? ""]();
    button.disabled = false;
  });
}
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-back]"))) {
  button.addEventListener("click", () => undo(button));
}
for (const gone of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-seconds]"))) {
  setTimeout(() => gone.remove(), 1000 * Number(gone.dataset.seconds));
}
part("rename-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await ask("rename", { name: name.value })) shelfAt(table);
});
part("deeds-close").addEventListener("click", () => dialog.close());
if (new URLSearchParams(location.search).has("table")) history.replaceState(null, "", "/"); // loaded again it is the plain shelf
