// @ts-check
/** The paper “Letters”: what others have written, by correspondents, and what one writes to them. Only where people have accounts. */
import { capital, emblem, html, icon, part, refill } from "../page/elements.js";
import { murmur, showUnread } from "../page/notices.js";
import { gettext, ngettext } from "../page/words.js";
import { About } from "./about.js";
import { nameOf, saysFor, sheetOf, writerOf } from "./sheet.js";
import { isOwn, keyOf, Seen, threadOf, threadsOf } from "./threads.js";

/** @typedef {import("../protocol.js").Letters} Told */
/** @typedef {import("./threads.js").Thread} Thread */

const FIRST = 2_000_000; // the numbers of questions about letters count up from here, out of the way of all others

export class Letters {
  /** @param {import("../page/socket.js").Wire} wire @param {string} table @param {() => import("../protocol.js").State | null} state */
  constructor(wire, table, state) {
    this.wire = wire;
    this.table = table;
    this.state = state;
    this.number = FIRST; // of the last question
    this.paper = part("letters");
    this.button = part("letters-button");
    this.text = /** @type {HTMLTextAreaElement} */ (part("letters-text"));
    this.form = /** @type {HTMLFormElement} */ (part("letters-form"));
    this.several = /** @type {HTMLDetailsElement} */ (part("letters-several"));
    this.about = new About((type, more) => this.ask(type, more));
    this.viewer = Number.NaN; // nobody yet
    this.fresh = true; // whether the letters are still to be asked for
    /** @type {Told | null} what was told last: by it one knows to whom may be written */
    this.terms = null;
    /** @type {import("../protocol.js").Letter[]} */
    this.letters = [];
    this.mark = "";
    /** @type {Map<string, string>} what is written and not sent, by thread */
    this.drafts = new Map();
    /** @type {Thread | null} the one that lies open */
    this.thread = null;
    this.seen = new Seen(table, this.viewer);
    /** @type {string[]} the letters that stand in the list, as they are written there */
    this.stands = [];
    this.sent = ""; // the thread of the letter that was sent last
    this.listen();
    if (state()) this.open();
  }

  listen() {
    const { wire } = this;
    wire.on("open", () => (this.fresh = true));
    for (const news of /** @type {const} */ (["state", "changed"])) wire.on(news, () => this.follow());
    wire.on("letters", (told) => this.take(told));
    wire.on("posted", ({ n }) => n === this.number && this.posted());
    wire.on("refused", ({ n, why, remedy }) => n === this.number && this.refuse(`${why} ${remedy}`));
    this.button.addEventListener("click", () => this.turn(!this.paper.classList.contains("open")));
    part("letters-close").addEventListener("click", () => this.turn(false));
    this.paper.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.paper.classList.contains("open")) {
        event.stopPropagation();
        this.turn(false);
      }
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.send();
    });
    document.addEventListener("visibilitychange", () => this.read());
    new MutationObserver(() => this.read()).observe(document.body, { attributeFilter: ["data-tab", "data-drawer", "class"] });
  }

  /** Nothing of another seat's stays in the page. @param {number} viewer */
  forget(viewer) {
    this.viewer = viewer;
    this.fresh = true;
    this.terms = this.thread = null;
    this.letters = [];
    this.stands = [];
    this.mark = "";
    this.drafts.clear();
    this.seen = new Seen(this.table, viewer);
    this.number += 1; // what is still to be answered is no longer wished
    this.text.value = "";
    this.about.dialog.close();
    refill(part("letters-list"));
    refill(part("letters-threads"));
    refill(part("letters-seats"));
  }

  /** A picture of the table has come: after it the letters are asked for, once for each line and seat. */
  follow() {
    const viewer = this.state()?.viewer;
    if (viewer === undefined) return;
    if (viewer !== this.viewer) this.forget(viewer);
    if (this.fresh) this.open();
    else if (this.seats !== this.state()?.scene.seats) this.show();
  }

  open() {
    const viewer = this.state()?.viewer;
    if (viewer === undefined) return;
    if (viewer !== this.viewer) this.forget(viewer);
    this.fresh = !this.wire.send({ type: "letters", count: this.letters.length, mark: this.mark });
  }

  /** @param {"write" | "shun" | "report"} type @param {Record<string, unknown>} more */
  ask(type, more) {
    this.number += 1;
    return this.wire.send({ type, n: this.number, ...more });
  }

  /** @param {Told} told */
  take(told) {
    if (told.viewer !== this.viewer) return; // meant for the one who sat here before
    const first = !this.terms;
    this.terms = told;
    this.letters = [...this.letters.slice(0, told.from), ...told.letters];
    this.mark = told.mark;
    for (const one of [this.paper, this.button, part("tab-letters")]) one.hidden = false;
    this.show();
    const last = told.letters.at(-1);
    if (first || !last || isOwn(last, this.viewer) || this.shows(threadOf(last, this.viewer))) return; // what stands open is read out by itself
    murmur(gettext("A letter has come from %(name)s.", { name: writerOf(last, this.sitters(), this.viewer) }));
  }

  sitters() {
    return this.state()?.scene.seats ?? [];
  }

  /** @param {Thread} thread */
  of(thread) {
    return this.letters.filter((letter) => keyOf(threadOf(letter, this.viewer)) === keyOf(thread));
  }

  /** Whether somebody has a thread before their eyes. @param {Thread} thread */
  shows(thread) {
    return this.thread !== null && keyOf(thread) === keyOf(this.thread) && this.paper.offsetParent !== null && !document.hidden;
  }

  /** Open the paper or lay it away; on a phone its tab does that. @param {boolean} open */
  turn(open) {
    this.paper.classList.toggle("open", open);
    this.button.setAttribute("aria-expanded", String(open));
    this.read();
    if (!open) this.button.focus();
    else if (!this.text.disabled) this.text.focus();
  }

  show() {
    if (!this.terms) return;
    this.seats = this.state()?.scene.seats;
    const threads = threadsOf(this.terms, this.letters, this.viewer);
    const at = this.thread && keyOf(this.thread);
    this.thread = threads.find((one) => keyOf(one) === at) ?? this.thread ?? threads[0] ?? null;
    if (this.thread && !threads.some((one) => keyOf(one) === keyOf(/** @type {Thread} */ (this.thread)))) threads.push(this.thread);
    if (this.thread && this.shows(this.thread)) this.seen.read(this.thread, this.of(this.thread));
    this.showThreads(threads);
    this.showList();
    this.showForm();
  }

  /** @param {Thread[]} threads */
  showThreads(threads) {
    const focus = document.activeElement?.closest("#letters-threads button")?.getAttribute("data-thread");
    const counts = threads.map((thread) => this.seen.unread(thread, this.of(thread)));
    refill(part("letters-threads"), ...threads.map((thread, at) => this.chip(thread, counts[at])));
    if (focus) /** @type {HTMLElement | null} */ (part("letters-threads").querySelector(`[data-thread="${CSS.escape(focus)}"]`))?.focus();
    const all = counts.reduce((sum, count) => sum + count, 0);
    for (const id of ["letters-count", "tab-letters-count"]) part(id).textContent = all ? String(all) : "";
    const says = all ? ngettext("Letters, %(count)s unread", "Letters, %(count)s unread", all) : gettext("Letters");
    this.button.setAttribute("aria-label", says);
    this.button.title = says;
    showUnread(all);
  }

  /** @param {Thread} thread @param {number} unread */
  chip(thread, unread) {
    const seats = this.sitters();
    const signs =
      thread.audience === "seats"
        ? thread.seats.map((seat) => emblem(seats.find((one) => one.seat === seat)?.colour ?? 8, 15))
        : [icon(thread.audience === "watchers" ? "eye" : "crown", 15)];
    const here = this.thread !== null && keyOf(this.thread) === keyOf(thread);
    const traits = {
      type: "button",
      class: "chip",
      "aria-pressed": String(here),
      "data-thread": keyOf(thread),
      onclick: () => this.choose(thread),
    };
    const said = unread ? html("span", { class: "sr" }, ngettext("%(count)s unread", "%(count)s unread", unread)) : null;
    const count = unread ? html("b", { class: "num", "aria-hidden": "true" }, unread) : null;
    return html("li", {}, html("button", traits, ...signs, html("span", {}, capital(saysFor(thread, seats))), count, said));
  }

  /** @param {Thread} thread */
  choose(thread) {
    if (this.thread) this.drafts.set(keyOf(this.thread), this.text.value);
    this.thread = thread;
    this.text.value = this.drafts.get(keyOf(thread)) ?? "";
    part("letters-why").hidden = true;
    this.show();
    this.form.scrollIntoView({ block: "nearest" }); // on a phone it lies below all letters
  }

  showList() {
    const list = part("letters-list");
    const seats = this.sitters();
    const letters = this.thread ? this.of(this.thread) : [];
    const key = this.thread ? keyOf(this.thread) : "";
    // What stands there already stays, so that a screen reader is told of what is new alone.
    const said = letters.map((letter) => JSON.stringify([letter, writerOf(letter, seats, this.viewer)]));
    const same = list.dataset.thread === key ? said.findIndex((one, at) => one !== this.stands[at]) : 0;
    const kept = same < 0 ? said.length : same;
    while (list.children.length > kept) list.lastElementChild?.remove();
    for (const letter of letters.slice(kept)) {
      const writer = writerOf(letter, seats, this.viewer);
      list.append(sheetOf(letter, seats, this.viewer, letter.mine ? null : () => this.about.open(letter.id, writer)));
    }
    list.dataset.thread = key;
    this.stands = said;
    part("letters-none").hidden = letters.length > 0;
    if (kept < said.length) list.scrollTop = list.scrollHeight;
  }

  showForm() {
    const { terms, thread } = this;
    if (!terms) return;
    const may = thread !== null && this.mayWrite(thread);
    this.form.hidden = !may;
    part("letters-may").hidden = may;
    part("letters-may").textContent = terms.why || gettext("You cannot write to these.");
    part("letters-over").hidden = Boolean(this.state()?.over);
    if (thread) part("letters-to").textContent = gettext("To %(names)s", { names: saysFor(thread, this.sitters()) });
    this.several.hidden = !may || terms.seats.length < 2;
    this.showSeveral();
  }

  /** Boxes by which a letter goes to several seats: those of the thread that lies open are checked. */
  showSeveral() {
    const seats = this.terms?.seats ?? [];
    const boxes = /** @type {HTMLInputElement[]} */ ([...this.several.querySelectorAll("input")]);
    for (const box of boxes) box.checked = Boolean(this.thread?.seats.includes(Number(box.value)));
    if (boxes.map((box) => box.value).join() === seats.join()) return; // whoever checks one keeps the focus there
    const labels = seats.map((seat) => {
      const traits = { type: "checkbox", value: seat, checked: this.thread?.seats.includes(seat), onchange: () => this.pickSeveral() };
      const colour = this.sitters().find((one) => one.seat === seat)?.colour ?? 8;
      return html("label", {}, html("input", traits), emblem(colour, 15), ` ${nameOf(this.sitters(), seat)}`);
    });
    refill(part("letters-seats"), ...labels);
  }

  pickSeveral() {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (this.several.querySelectorAll("input:checked"));
    const seats = [...boxes].map((box) => Number(box.value));
    if (seats.length) this.choose({ audience: "seats", seats });
  }

  /** @param {Thread} thread */
  mayWrite(thread) {
    const { audiences, seats } = /** @type {Told} */ (this.terms);
    return audiences.includes(thread.audience) && thread.seats.every((seat) => seats.includes(seat));
  }

  send() {
    const { thread } = this;
    if (!thread || !this.text.value.trim()) return;
    const to = thread.audience === "seats" ? thread.seats : thread.audience;
    this.sent = keyOf(thread);
    if (!this.ask("write", { seat: this.viewer, to, text: this.text.value }))
      this.refuse(gettext("The connection is lost; the letter stands here until it is back."));
  }

  posted() {
    if (this.about.dialog.open) {
      this.about.dialog.close();
      murmur(gettext("Done."));
      return;
    }
    this.drafts.delete(this.sent);
    if (this.thread && keyOf(this.thread) === this.sent) this.text.value = "";
    part("letters-why").hidden = true;
  }

  /** @param {string} why */
  refuse(why) {
    if (this.about.dialog.open) {
      this.about.refuse(why);
      return;
    }
    part("letters-why").textContent = why;
    part("letters-why").hidden = false;
  }

  /** What lies open has been read. */
  read() {
    const { thread } = this;
    if (!thread || !this.shows(thread) || !this.seen.unread(thread, this.of(thread))) return;
    this.show();
  }
}
