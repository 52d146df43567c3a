// @ts-check
/**
 * The board for screen readers and the keyboard: one focus stop whose active descendant walks the spaces.
 * Each space is a button that lies, unseen, over its place on the sheet.
 */
import { html } from "../page/elements.js";

/** @typedef {import("./board.js").Board} Board */

const SHOWN_ALWAYS = 120; // boards with more spaces name only those in reach, with pieces, and around the focus
const ARROWS = /** @type {Record<string, number[]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class ScreenReader {
  /** @param {HTMLElement} frame @param {HTMLElement} list @param {Board} board */
  constructor(frame, list, board) {
    this.frame = frame;
    this.list = list;
    this.board = board;
    /** @type {string | null} */
    this.at = null;
    /** @type {Map<string, HTMLElement>} */
    this.named = new Map();
    /** What each of them says. @type {Map<string, string>} */
    this.said = new Map();
    this.ring = html("div", { class: "here", hidden: true });
    list.append(this.ring);
    /** @type {(id: string) => void} */
    this.onFocus = () => {};
    frame.addEventListener("focus", () => {
      if (frame.matches(":focus-visible")) this.focus(this.at ?? [...board.spaces.keys()][0]);
    });
    frame.addEventListener("blur", () => (this.ring.hidden = true));
  }

  /**
   * @param {(id: string) => string} says what is there and what may be done
   * @param {Set<string>} busy spaces in reach or with pieces
   */
  name(says, busy) {
    const { spaces } = this.board;
    const all = spaces.size <= SHOWN_ALWAYS;
    const near = new Set(this.at ? (spaces.get(this.at)?.neighbours ?? []) : []);
    for (const space of spaces.values()) {
      const wanted = all || busy.has(space.id) || near.has(space.id) || space.id === this.at;
      if (wanted) this.say(space.id, says(space.id));
      else this.forget(space.id);
    }
  }

  /** @param {string} id @param {string} words */
  say(id, words) {
    const button = this.button(id);
    if (this.said.get(id) === words) return; // what is set anew is reckoned anew, though it is the same
    this.said.set(id, words);
    button.setAttribute("aria-label", words);
  }

  /** @param {string} id */
  forget(id) {
    this.named.get(id)?.remove();
    this.named.delete(id);
    this.said.delete(id);
  }

  /** @param {string} id */
  button(id) {
    const known = this.named.get(id);
    if (known) return known;
    const space = this.board.spaces.get(id);
    if (!space) throw new Error(`There is no space ${id}.`);
    const reach = this.board.reachOf(space);
    const box = `left:${space.x - reach}px;top:${space.y - reach}px;width:${2 * reach}px;height:${2 * reach}px`;
    const button = html("div", { class: "ear", role: "button", id: `space-${id}`, "data-space": id, style: box });
    this.named.set(id, button);
    this.list.append(button);
    return button;
  }

  /** @param {string} id */
  focus(id) {
    const space = this.board.spaces.get(id);
    if (!space) return;
    this.at = id;
    this.button(id);
    this.frame.setAttribute("aria-activedescendant", `space-${id}`);
    this.onFocus(id);
    const seen = this.frame.matches(":focus-visible");
    this.ring.hidden = !seen;
    const reach = this.board.reachOf(space) + 7;
    this.ring.style.cssText = `left:${space.x - reach}px;top:${space.y - reach}px;width:${2 * reach}px;height:${2 * reach}px`;
    if (seen) this.board.camera.reveal(space.x, space.y);
  }

  /** Walk to the nearest space that way. @param {string} key an arrow key */
  walk(key) {
    const here = this.board.spaces.get(this.at ?? "");
    if (!here) {
      this.focus([...this.board.spaces.keys()][0]);
      return;
    }
    const [dx, dy] = ARROWS[key];
    let best = null;
    let least = Infinity;
    for (const space of this.board.spaces.values()) {
      const along = (space.x - here.x) * dx + (space.y - here.y) * dy;
      const aside = Math.abs((space.x - here.x) * dy) + Math.abs((space.y - here.y) * dx);
      if (along <= 1 || aside > 2.2 * along) continue;
      const far = along + 2 * aside;
      if (far < least) {
        least = far;
        best = space.id;
      }
    }
    if (best) this.focus(best);
  }

  /** @param {string} key */
  static isArrow(key) {
    return key in ARROWS;
  }
}
