// @ts-check
/** The wire to the table: JSON both ways, and patience when the line is lost. */

/** @typedef {import("../protocol.js").Told} Told */
/** @typedef {{[Message in Told as Message["type"]]: Message} & {open: undefined, lost: {wait: number}}} Heard what can be heard of it, by name */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

export class Wire extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.address = address;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.tell("open");
    };
    socket.onmessage = (message) => {
      const said = JSON.parse(message.data);
      this.tell(said.type, said);
    };
    socket.onclose = () => {
      this.tell("lost", { wait: this.wait });
      setTimeout(() => this.open(), this.wait * (0.8 + 0.4 * Math.random()));
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  /** @param {keyof Heard} type @param {Heard[keyof Heard]} [detail] */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** @template {keyof Heard} Name @param {Name} type @param {(detail: Heard[Name]) => void} hear */
  on(type, hear) {
    this.addEventListener(type, (event) => hear(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {{type: import("../protocol.js").Ask} & Record<string, any>} message @returns {boolean} whether it could be sent */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}

/**
 * Sit as a seat for a moment: the pass by which its game may be read, "" if this page may not sit there.
 * @param {string} table @param {number} seat @returns {Promise<string>}
 */
export function passOf(table, seat) {
  return new Promise((done) => {
    const socket = new WebSocket(socketAddress(`/ws/tables/${table}`));
    socket.onopen = () => socket.send(JSON.stringify({ type: "sit", viewer: seat }));
    socket.onmessage = (message) => {
      const said = JSON.parse(message.data);
      if ("viewer" in said && said.viewer !== seat) return; // it was sent before this page sat
      done(said.pass ?? "");
      socket.close();
    };
    socket.onclose = () => done("");
  });
}

/** @param {string} path */
export function socketAddress(path) {
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}
