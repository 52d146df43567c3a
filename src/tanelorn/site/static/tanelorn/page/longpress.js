// @ts-check
/** Press and hold, as fingers do for what the mouse shows by resting. The click that ends it is not a press. */

const HOLD = 450; // milliseconds
const SLACK = 8; // pixels that a finger may wander

/** @param {HTMLElement} element @param {(event: PointerEvent) => boolean} act whether there was something to hold */
export function onLongPress(element, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let waiting;
  let at = { x: 0, y: 0 };
  let acted = false;
  const stop = () => clearTimeout(waiting);
  element.addEventListener("pointerdown", (event) => {
    stop();
    acted = false;
    if (event.button || !event.isPrimary) return;
    at = { x: event.clientX, y: event.clientY };
    waiting = setTimeout(() => (acted = act(event)), HOLD);
  });
  element.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > SLACK) stop();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, stop);
  element.addEventListener(
    "click",
    (event) => {
      if (!acted) return;
      acted = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    },
    true,
  );
  element.addEventListener("contextmenu", (event) => {
    if (acted || /** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault();
  });
}
