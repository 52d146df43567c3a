// @ts-check
/** Sends what is written to the server as it grows, so that a reload, another tab or a crash loses none of it. */

const SOON = 300; // milliseconds after the last change

/** @param {import("./picks.js").Picks} picks @param {import("../page/socket.js").Wire} wire */
export function keepDrafts(picks, wire) {
  let kept = ""; // what the server has, as far as is known
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;

  function send() {
    clearTimeout(later);
    later = undefined;
    const { seat, moment, path } = picks;
    const now = JSON.stringify([seat, moment, path]);
    if (now !== kept && wire.send({ type: "keep", seat, moment, path })) kept = now;
  }

  function soon() {
    clearTimeout(later);
    if (picks.asking && picks.offer?.written) later = setTimeout(send, SOON);
  }

  picks.addEventListener("change", soon);
  picks.addEventListener("leave", () => {
    if (later !== undefined) send(); // while the page still sits as that seat
    kept = "";
  });
  picks.addEventListener("play", () => clearTimeout(later));
  wire.on("lost", () => (kept = ""));
  wire.on("open", soon);
  addEventListener("pagehide", () => {
    if (later !== undefined) send();
  });
}
