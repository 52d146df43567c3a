// @ts-check
/** Seats that a bot plays because their players were late: whoever may take one does so here. */
import { emblem, html, part, prose, refill } from "../page/elements.js";
import { post } from "../page/post.js";
import { gettext } from "../page/words.js";
import { lay } from "./agreeing.js";

/** @typedef {{free: number[], may: number[], why: string, plays: boolean, invitation: string, login: string}} Told */

export class FreeSeats {
  /** @param {import("../page/socket.js").Wire} wire @param {string} table @param {import("../table/session.js").Session} session */
  constructor(wire, table, session) {
    this.table = table;
    this.session = session;
    this.known = ""; // what the paper was last made of
    for (const news of /** @type {const} */ (["state", "changed"])) wire.on(news, () => this.follow());
    this.follow();
  }

  /** Another seat is free, or taken, or this page's person has lost theirs. */
  follow() {
    const { state } = this.session;
    if (!state) return;
    const free = state.over ? [] : state.scene.seats.filter((seat) => seat.free).map((seat) => seat.seat);
    const known = `${free} ${state.screen}`;
    if (known === this.known) return;
    this.known = known;
    part("free").hidden = !free.length;
    if (free.length) this.ask();
  }

  async ask() {
    const answer = await fetch(`/tables/${this.table}/free.json`).catch(() => null);
    if (answer?.ok) this.show(await answer.json());
  }

  /** @param {Told} told */
  show({ free, may, why, plays, invitation, login }) {
    const seats = this.session.state?.scene.seats ?? [];
    lay(part("free"), !plays);
    refill(
      part("free-seats"),
      ...seats.filter((seat) => free.includes(seat.seat)).map((seat) => this.line(seat, may.includes(seat.seat), login)),
    );
    this.say(may.length ? "" : why);
    part("free-invite").hidden = !invitation;
    /** @type {HTMLInputElement} */ (part("free-invitation")).value = invitation;
  }

  /** @param {import("../protocol.js").Seat} seat @param {boolean} may @param {string} login */
  line(seat, may, login) {
    const traits = { class: "btn main", "aria-label": gettext("Take the seat: %(seat)s", { seat: seat.name }) };
    const take = { ...traits, type: "button", onclick: (/** @type {Event} */ event) => this.take(seat.seat, event.currentTarget) };
    const act = may ? html("button", take, gettext("Take this seat")) : null;
    const signIn = login ? html("a", { ...traits, href: login }, gettext("Sign in")) : null;
    const says = gettext("**%(seat)s** has no player: a bot plays until somebody takes the seat.", { seat: seat.name });
    return html("li", {}, emblem(seat.colour, 16), html("span", {}, ...prose(says)), act ?? signIn);
  }

  /** @param {number} seat @param {EventTarget | null} button */
  async take(seat, button) {
    const pressed = /** @type {HTMLButtonElement} */ (button);
    pressed.disabled = true;
    const { ok, why } = await post(`/tables/${this.table}/take`, { seat });
    if (ok) {
      this.session.news.waveOn(); // what happened while this page looked on is told in the chronicle
      this.session.sit(seat);
      return;
    }
    pressed.disabled = false;
    this.say(why);
  }

  /** @param {string} why */
  say(why) {
    const words = part("free-why");
    refill(words, ...prose(why));
    words.hidden = !why;
  }
}
