// @ts-check
/** The chronicle: what happened, line by line, newest at the foot, each line with its clause. */
import { die } from "../battle/dice.js";
import { clauseLink, html, icon, part, prose } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { Filter } from "./filter.js";

/** @typedef {import("../protocol.js").Event} Event */

const FEW = 4; // lines that need no more than a low chronicle
const LOW = matchMedia("(max-height: 719px)");

export class Chronicle {
  /** @param {import("../board/board.js").Board} board @param {(seat: number) => number} colourOf @param {(places: string[]) => void} warm */
  constructor(board, colourOf, warm) {
    this.colourOf = colourOf;
    this.warm = warm;
    this.list = part("chronicle");
    this.filter = new Filter(board, () => this.sift());
    /** What leads from a line to the moment that it tells of. @type {(at: number) => HTMLElement} */
    this.lead = () => html("span");
    /** @type {Event[]} */
    this.events = [];
    /** What was heard and is not written down yet: something is still looked at. @type {{from: number, events: Event[]} | null} */
    this.news = null;
    const point = (/** @type {globalThis.Event} */ event) => {
      const line = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("li[data-at]"));
      this.warm(line ? this.events[Number(line.dataset.at)].places : []);
    };
    this.list.addEventListener("pointerover", point);
    this.list.addEventListener("focusin", point);
    this.list.addEventListener("pointerleave", () => this.warm([]));
    this.list.addEventListener("focusout", () => this.warm([]));
    setUpFold();
    new ResizeObserver(() => (this.list.scrollTop = this.list.scrollHeight)).observe(this.list); // papers grow and shrink beside it
  }

  /** Keep what a state tells until it is written down. @param {{events: Event[], from: number}} state @returns {Event[]} what is new in it */
  hear({ events, from }) {
    const known = this.news ? this.news.from + this.news.events.length : this.events.length;
    if (from === 0) {
      // a whole state, as after the line was cut: what had been written down stays to be read
      const written = events.slice(0, this.events.length);
      this.clear();
      this.add(written, 0);
      this.news = { from: written.length, events: events.slice(written.length) };
    } else if (this.news && from >= this.news.from) this.news.events.splice(from - this.news.from, Infinity, ...events);
    else this.news = { from, events: [...events] };
    return from >= known ? events : [];
  }

  /** Write down what was heard. */
  tell() {
    const { news } = this;
    this.news = null;
    if (news && (news.events.length || news.from < this.events.length)) this.add(news.events, news.from);
  }

  /** New lines from the server, which says from which index on they are new. @param {Event[]} events @param {number} from */
  add(events, from) {
    if (from < this.events.length) {
      // an undo took lines back
      this.events.length = from;
      for (const line of [...this.list.children].slice(from)) line.remove();
    }
    for (const line of this.list.querySelectorAll(".new")) line.classList.remove("new");
    const fresh = from > 0;
    for (const event of events) {
      this.list.append(this.line(event, this.events.length, fresh));
      this.events.push(event);
    }
    part("log").classList.toggle("brief", this.events.length < FEW);
    this.sift(from);
  }

  /** Show the lines that are wished, each below its heading: those from this one on, and the heading above them. @param {number} [from] */
  sift(from = 0) {
    const { events, filter, list } = this;
    let found = false; // whether a line below is shown, up to the heading
    for (let at = events.length - 1; at >= 0; at--) {
      const event = events[at];
      const passes = filter.passes(event);
      list.children[at].classList.toggle("out", !passes && !(event.heading && found));
      if (event.heading && at < from) break; // what stands above has not changed
      found = !event.heading && (passes || found);
    }
    const none = events.length > 0 && list.querySelector("li:not(.out)") === null;
    part("log-none").textContent = none ? filter.nothing : "";
    // measuring lays the page out, which the frame does anyway
    requestAnimationFrame(() => {
      this.list.scrollTop = this.list.scrollHeight;
    });
  }

  clear() {
    this.events = [];
    this.news = null;
    this.list.replaceChildren();
    part("log").classList.add("brief");
  }

  /** @param {Event} event @param {number} at @param {boolean} fresh */
  line(event, at, fresh) {
    if (event.heading) return html("li", { class: "head", "data-at": at }, html("span", {}, ...prose(event.text)), this.lead(at));
    const { seat } = event;
    const colour = seat >= 0 ? this.colourOf(seat) : 0;
    return html(
      "li",
      {
        class: fresh ? "new" : "",
        "data-at": at,
        tabindex: event.places.length ? 0 : null,
        style: colour ? `--sc:var(--seat${colour})` : null,
      },
      ...prose(event.text),
      " ",
      html("span", { class: "rolled" }, ...event.dice.map((number) => die(number, colour)), clauseLink(event.clause), this.lead(at)),
    );
  }
}

/** The chronicle folds to its newest line; where the page is low it begins so. */
function setUpFold() {
  const [paper, button] = [part("log"), part("log-fold")];
  const fold = (/** @type {boolean} */ shut) => {
    paper.classList.toggle("shut", shut);
    button.setAttribute("aria-expanded", String(!shut));
  };
  LOW.addEventListener("change", () => fold(LOW.matches));
  button.addEventListener("click", () => fold(!paper.classList.contains("shut")));
  fold(LOW.matches);
}

/** Open it, wherever it is folded. */
export function unfoldChronicle() {
  if (part("log").classList.contains("shut")) part("log-fold").click();
}

/** What leads from a line to its moment: another page, or something done on this one. @param {string | (() => void)} where */
export function leadTo(where) {
  const traits = { class: "moment", "aria-label": gettext("The moment of this line"), title: gettext("The moment of this line") };
  const sign = icon("back", 12);
  return typeof where === "string"
    ? html("a", { ...traits, href: where }, sign)
    : html("button", { ...traits, type: "button", onclick: where }, sign);
}
