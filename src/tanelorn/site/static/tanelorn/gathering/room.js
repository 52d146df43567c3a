// @ts-check
/** Where people wait for a game: what somebody else does is shown at once, and the board opens when it begins. */
import "../page/theme.js";
import { part, prose, refill } from "../page/elements.js";
import { post } from "../page/post.js";

const { code = "", invite = "" } = document.body.dataset;
const AGAIN = 2000;
let leaving = false;
/** As the site has drawn it last. */
let drawn = part("room").outerHTML;

/** Go to another page, once: who takes the table away hears by the socket too that it is gone. @param {string} address */
function leaveFor(address) {
  if (!leaving) location.assign(address);
  leaving = true;
}

/** Show the page as it is now; words that are being written stay. */
async function look() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.url !== location.href || !answer.ok) {
    leaveFor(answer.ok ? answer.url : "/");
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const room = page.getElementById("room");
  if (!room) {
    leaveFor(location.href); // the game has begun
    return;
  }
  if (room.outerHTML === drawn) return; // nothing is taken from under a hand for nothing
  drawn = room.outerHTML;
  const words = /** @type {HTMLInputElement | null} */ (document.getElementById("dice-words"))?.value ?? "";
  const open = document.querySelector("details.dice")?.hasAttribute("open") ?? false;
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset ?? {};
  part("room").replaceWith(document.adoptNode(room));
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("dice-words"));
  if (field) field.value = words;
  document.querySelector("details.dice")?.toggleAttribute("open", open);
  if (held.deed) {
    const seat = held.seat ? `[data-seat="${CSS.escape(held.seat)}"]` : "";
    /** @type {HTMLElement | null} */ (document.querySelector(`[data-deed="${CSS.escape(held.deed)}"]${seat}`))?.focus();
  }
}

/** @param {HTMLButtonElement} button */
async function act(button) {
  const { deed = "", seat } = button.dataset;
  const words = /** @type {HTMLInputElement | null} */ (document.getElementById("dice-words"))?.value ?? "";
  button.disabled = true;
  const told = { invite, ...(seat ? { seat: Number(seat) } : {}), ...(deed === "join" ? { words } : {}) };
  const { ok, said, why } = await post(`/tables/${code}/${deed}`, told);
  button.disabled = false;
  if (!ok) {
    refill(part("why"), ...prose(why));
    part("why").hidden = false;
  } else if (deed === "begin" || deed === "take" || said.url === "/") {
    leaveFor(said.url);
  } else {
    await look();
  }
}

async function copy() {
  const field = /** @type {HTMLInputElement} */ (part("invitation"));
  field.select();
  await navigator.clipboard?.writeText(field.value);
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/ws/gatherings/${code}${invite ? `/${invite}` : ""}`);
  socket.addEventListener("message", look);
  socket.addEventListener("close", ({ code: reason }) => {
    if (reason !== 4404) setTimeout(reconnect, AGAIN);
  });
}

/** What was missed meanwhile is looked at when the site answers again. */
async function reconnect() {
  try {
    await look();
    listen();
  } catch {
    setTimeout(reconnect, AGAIN);
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement} */ (event.target).closest("button");
  if (button?.id === "copy") copy();
  else if (button?.dataset.deed) act(button);
});
listen();
