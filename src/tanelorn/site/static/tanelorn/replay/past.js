// @ts-check
/** A game that was played, asked about a space as the wire to a table is: by HTTP, about the moment that is shown. */

/** @typedef {import("../page/socket.js").Heard} Heard */

export class Past extends EventTarget {
  /** @param {() => string} address where the moment that is shown now is asked about */
  constructor(address) {
    super();
    this.address = address;
  }

  /** @template {keyof Heard} Name @param {Name} type @param {(detail: Heard[Name]) => void} hear */
  on(type, hear) {
    this.addEventListener(type, (event) => hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {{type: import("../protocol.js").Ask} & Record<string, any>} message about a space @returns {boolean} whether it could be sent */
  send({ n, space }) {
    this.ask(n, space);
    return true;
  }

  /** @param {number} n the number of the question @param {string} space */
  async ask(n, space) {
    const answer = await fetch(`${this.address()}&space=${encodeURIComponent(space)}`).catch(() => null);
    const said = await answer?.json().catch(() => null);
    this.dispatchEvent(new CustomEvent(answer?.ok && said ? "about" : "refused", { detail: { ...said, n } }));
  }
}
