// @ts-check
/** What people agree on about time: a pause, to go on, more time. Who looks on sees it too. */
import { html, listed, part, prose, refill } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { span } from "../papers/clocks.js";

/** @typedef {import("../protocol.js").Agreement} Agreement */
/** @typedef {import("../protocol.js").Proposal} Proposal */

/** A paper that asks this page's person something lies above the other papers, on a phone in every tab; else it lies among them. @param {HTMLElement} paper @param {boolean} asks */
export function lay(paper, asks) {
  paper.classList.toggle("in-table", !asks);
  const beside = part("beside");
  if (asks && beside.contains(paper)) beside.before(paper);
  else if (!asks && !beside.contains(paper)) beside.prepend(paper);
}

export class Agreeing {
  /** @param {import("../page/socket.js").Wire} wire @param {import("../table/session.js").Session} session */
  constructor(wire, session) {
    this.session = session;
    this.known = ""; // what the paper was last made of
    this.dialog = /** @type {HTMLDialogElement} */ (part("pausing"));
    this.choice = /** @type {HTMLSelectElement} */ (part("pausing-what"));
    for (const news of /** @type {const} */ (["state", "changed"])) wire.on(news, () => this.follow());
    part("pause-button").addEventListener("click", () => this.open());
    part("pausing-close").addEventListener("click", () => this.dialog.close());
    part("pausing-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const [what, seconds = 0] = this.choice.value.split("-");
      if (this.session.say("arrange", { act: "propose", what, seconds: Number(seconds) })) this.dialog.close();
    });
    this.follow();
  }

  /** The seat as which this page sits, if it is one of those that people have. */
  get seat() {
    const { viewer, state } = this.session;
    return state?.screen.includes(viewer) ? viewer : -1;
  }

  follow() {
    const { state } = this.session;
    if (!state) return;
    const agreement = state.over ? null : state.agreement;
    const known = JSON.stringify([agreement, this.seat]);
    if (known === this.known) return;
    this.known = known;
    part("pause-button").hidden = !agreement || this.seat < 0 || agreement.proposed !== null;
    part("agreeing").hidden = !agreement || !(agreement.paused || agreement.proposed);
    if (agreement) this.show(agreement);
  }

  /** @param {Agreement} agreement */
  show({ paused, proposed, have }) {
    const state = paused ? gettext("**The game is paused.** No clock runs; choices may still be made.") : "";
    const wanted = proposed ? have.filter((seat) => !proposed.agreed.includes(seat)) : [];
    refill(part("agreeing-says"), ...prose([state, proposed && this.says(proposed)].filter(Boolean).join(" ")));
    const names = listed(wanted.map((seat) => this.nameOf(seat)));
    part("agreeing-more").hidden = !wanted.length;
    part("agreeing-more").textContent = wanted.length ? gettext("To agree: %(names)s", { names }) : "";
    refill(part("agreeing-acts"), ...(proposed ? this.acts(proposed) : this.goOn(paused)));
    lay(part("agreeing"), wanted.includes(this.seat));
  }

  /** @param {Proposal} proposal */
  says({ what, seat, seconds }) {
    const name = { seat: this.nameOf(seat), time: span(seconds) };
    if (what === "pause") return gettext("**%(seat)s** proposes a pause.", name);
    if (what === "resume") return gettext("**%(seat)s** proposes to go on.", name);
    return gettext("**%(seat)s** proposes %(time)s more for whoever is asked.", name);
  }

  /** @param {Proposal} proposal */
  acts({ number, seat, agreed }) {
    if (this.seat < 0) return [];
    const mine = this.session.state?.screen.includes(seat);
    const act = (/** @type {string} */ word, /** @type {string} */ says, main = false) => {
      const press = () => this.session.say("arrange", { act: word, number });
      return html("button", { class: main ? "btn main" : "btn", type: "button", onclick: press }, says);
    };
    if (mine) return [act("withdraw", gettext("Withdraw it"))];
    const agree = agreed.includes(this.seat) ? null : act("agree", gettext("Agree"), true);
    return [act("decline", gettext("Decline")), agree];
  }

  /** @param {boolean} paused */
  goOn(paused) {
    if (!paused || this.seat < 0) return [];
    const propose = () => this.session.say("arrange", { act: "propose", what: "resume" });
    return [html("button", { class: "btn", type: "button", onclick: propose }, gettext("Propose to go on"))];
  }

  open() {
    const agreement = this.session.state?.agreement;
    if (!agreement) return;
    const more = agreement.lengths.map((seconds) => ({
      value: `time-${seconds}`,
      says: gettext("%(time)s more for whoever is asked", { time: span(seconds) }),
    }));
    const all = agreement.paused
      ? [{ value: "resume", says: gettext("to go on") }]
      : [{ value: "pause", says: gettext("a pause") }, ...more];
    refill(this.choice, ...all.map(({ value, says }) => html("option", { value }, says)));
    this.dialog.showModal();
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.session.state?.scene.seats.find((one) => one.seat === seat)?.name ?? "";
  }
}
