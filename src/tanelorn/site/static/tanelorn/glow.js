// @ts-check
/** What glows can be clicked: pick rings, the held piece, targets with their pips. Shape and colour together. */
import { svg } from "./elements.js";

/** @typedef {import("./protocol.js").Pick} Pick */

export class Glow {
  /** @param {import("./board.js").Board} board @param {import("./pieces.js").Pieces} pieces */
  constructor(board, pieces) {
    this.board = board;
    this.pieces = pieces;
    /** @type {Map<string, Pick>} the pick that each glowing space stands for */
    this.picks = new Map();
    /** @type {Set<string>} */
    this.held = new Set();
    /** @type {string[]} */
    this.hot = [];
  }

  /** The space where a pick is made, if it is made on the board. @param {string} pick */
  placeOf(pick) {
    const [kind, id] = split(pick);
    if (kind === "space") return this.board.spaces.has(id) ? id : null;
    if (kind === "piece") return this.pieces.spaceOf(id);
    return null;
  }

  /**
   * @param {Pick[]} picks what may be picked next
   * @param {string[]} path what was picked
   * @param {Pick[]} [targets] those of the picks that follow what is held
   */
  show(picks, path, targets = []) {
    this.picks.clear();
    this.held = new Set(path.map((pick) => this.placeOf(pick)).filter((place) => place !== null));
    for (const pick of picks) {
      const place = this.placeOf(pick.pick);
      if (place && !this.picks.has(place)) this.picks.set(place, pick);
    }
    const { reach, rings } = this.board.layers;
    reach.replaceChildren();
    rings.replaceChildren();
    for (const [place, pick] of this.picks) {
      if (path.length && targets.includes(pick)) reach.append(...this.target(place, pick));
      else rings.append(...this.pickRing(place, pick));
    }
    const holder = path.length ? this.placeOf(path[path.length - 1]) : null;
    if (holder) rings.append(...this.heldRing(holder));
    this.warm(this.hot);
  }

  /** @param {string} place */
  circle(place) {
    const space = this.board.spaces.get(place);
    const reach = space ? this.board.reachOf(space) * (1 + (this.board.growth - 1) * 0.3) : 0;
    return { cx: space?.x ?? 0, cy: space?.y ?? 0, r: reach };
  }

  /** @param {string} place @param {Pick} pick */
  pickRing(place, pick) {
    const ring = this.circle(place);
    return [
      svg("circle", { ...ring, class: "pickring0" }),
      svg("circle", { ...ring, class: pick.risk ? "pickring risk" : "pickring" }),
      ...this.pip(place, pick),
    ];
  }

  /** @param {string} place @param {Pick} pick */
  target(place, pick) {
    const ring = this.circle(place);
    return [
      svg("circle", { ...ring, class: "target0" }),
      svg("circle", { ...ring, class: pick.risk ? "target risk" : "target" }),
      ...this.pip(place, pick),
    ];
  }

  /** @param {string} place */
  heldRing(place) {
    const ring = this.circle(place);
    return [
      svg("circle", { ...ring, class: "heldring0" }),
      svg("circle", { ...ring, class: "heldring" }),
    ];
  }

  /** @param {string} place @param {Pick} pick */
  pip(place, pick) {
    if (!pick.cost) return [];
    const { cx, cy, r } = this.circle(place);
    return [svg("g", { transform: `translate(${cx + r * 0.75} ${cy - r * 0.75}) scale(${this.board.growth})` },
      svg("circle", { r: 11, class: pick.risk ? "pipbg risk" : "pipbg" }),
      svg("text", { class: "pip", y: 4.5 }, pick.cost.replace(/[^\d]/g, "") || pick.cost.slice(0, 2)))];
  }

  /** Light up places: the line of the log or list that is pointed at. @param {string[]} places */
  warm(places) {
    this.hot = places;
    this.board.layers.under.replaceChildren(
      ...places.filter((place) => this.board.spaces.has(place))
        .map((place) => svg("circle", { ...this.circle(place), class: "warm" })));
  }
}

/** @param {string} pick @returns {[string, string]} its kind and id */
export function split(pick) {
  const at = pick.indexOf(":");
  return [pick.slice(0, at), pick.slice(at + 1)];
}
