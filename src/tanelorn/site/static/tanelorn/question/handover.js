// @ts-check
/** Between two people at one screen: nothing of either is shown until the right one says so. */
import { emblem, part, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";

/** @typedef {import("../protocol.js").Seat} Seat */

/** @param {Seat} seat @param {() => void} ready */
export function showHandover(seat, ready) {
  const screen = part("handover");
  refill(part("handover-emblem"), emblem(seat.colour, 64));
  part("handover-name").textContent = seat.name;
  part("handover-words").textContent = gettext("Pass the screen to %(seat)s. Nobody else should look.", { seat: inSentence(seat) });
  screen.style.setProperty("--sc", `var(--seat${seat.colour})`);
  screen.hidden = false;
  document.body.classList.add("covered");
  const button = /** @type {HTMLButtonElement} */ (part("handover-ready"));
  button.onclick = ready;
  button.focus();
}

const NAMELESS = ["", gettext("you"), gettext("a friend")];

/** "First player" stands small and with its article within a sentence; a proper name stands as it is. @param {Seat} seat */
function inSentence(seat) {
  if (!NAMELESS.includes(seat.player)) return `${seat.player}, ${seat.name.toLowerCase()}`;
  return / player$/.test(seat.name) ? gettext("the %(seat)s", { seat: seat.name.toLowerCase() }) : seat.name;
}

export function hideHandover() {
  part("handover").hidden = true;
  document.body.classList.remove("covered");
}

export function handedOver() {
  return !part("handover").hidden;
}

/** Whether the screen goes to somebody else at once: who sits here has nothing to decide. @param {import("../protocol.js").State} state */
export function passesOn(state) {
  const asked = state.decisions.some((one) => one.seat === state.viewer && !one.sealed);
  return !state.over && !asked && state.screen.length > 1 && state.waiting.some((seat) => seat !== state.viewer);
}
