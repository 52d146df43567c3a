// @ts-check
/** What glows can be clicked: pick rings, the held piece, targets with their pips. Shape and colour together. */

import { borderOf } from "../board/shapes.js";
import { split } from "../choices/offers.js";
import { svg } from "../page/elements.js";
import { reachOf } from "./piles.js";

/** @typedef {import("../protocol.js").Pick} Pick */

const MANY = 24; // more targets than these are lit as one area
const FINE = 0.86; // how much smaller their discs are

export class Glow {
  /** @param {import("../board/board.js").Board} board @param {import("./pieces.js").Pieces} pieces */
  constructor(board, pieces) {
    this.board = board;
    this.pieces = pieces;
    /** @type {Map<string, Pick>} the pick that each glowing space stands for */
    this.picks = new Map();
    /** @type {Map<string, Pick>} the pick that a piece stands for, where several stand in one space */
    this.byPiece = new Map();
    /** @type {Set<string>} */
    this.held = new Set();
    /** @type {string[]} */
    this.hot = [];
    /** Places are pointed at, on the board or in a line. @type {(places: string[]) => void} */
    this.onWarm = () => {};
    this.about = ""; // the space that the question is about
    this.seat = -1; // whose pieces are ringed where several stand together
    /** The piece under which a card lies that can be picked. @type {(pick: string) => string | null} */
    this.holderOf = () => null;
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
    this.byPiece.clear();
    this.held = new Set(path.map((pick) => this.placeOf(pick)).filter((place) => place !== null));
    for (const pick of picks) {
      const place = this.placeOf(pick.pick);
      if (place && !this.picks.has(place)) this.picks.set(place, pick);
      if (place && split(pick.pick)[0] === "piece") this.byPiece.set(split(pick.pick)[1], pick);
    }
    const { reach, rings, pips } = this.board.layers;
    for (const layer of [reach, rings, pips]) layer.replaceChildren();
    const lit = new Set(path.length ? targets : []);
    const land = [...this.picks].filter(([, pick]) => lit.has(pick));
    if (land.length > MANY) reach.append(...this.merged(land));
    for (const [place, pick] of this.picks) {
      if (!lit.has(pick)) rings.append(...this.pickRing(place, pick));
      else if (land.length <= MANY) reach.append(...this.target(place, pick));
    }
    for (const pick of this.byPiece.values()) {
      const place = this.placeOf(pick.pick) ?? "";
      if (this.picks.get(place) !== pick) rings.append(...this.pickRing(place, pick)); // its space has a pick of its own
    }
    for (const piece of this.holders(picks)) {
      const place = this.pieces.spaceOf(piece) ?? "";
      if (!this.picks.has(place))
        rings.append(this.ring(place, "pickring0", `piece:${piece}`), this.ring(place, "pickring", `piece:${piece}`));
    }
    // on a map of counters the first thing taken up is held, whatever verb was pressed before it; and all that is in hand
    const holding = this.board.counter ? path.find((pick) => this.placeOf(pick) !== null) : path[path.length - 1];
    for (const pick of new Set([holding, ...path.filter((one) => this.pieces.isHeld(split(one)[1]))])) {
      const holder = pick ? this.placeOf(pick) : null;
      if (holder) rings.append(this.ring(holder, "heldring0", pick), this.ring(holder, "heldring", pick));
    }
    if (this.about && !this.held.has(this.about)) rings.append(this.area(this.about, "heldring0"), this.area(this.about, "heldring"));
    this.warm(this.hot);
  }

  /** The pieces that do not stand for a pick themselves but lie over one: pressed, they open. @param {Pick[]} picks */
  holders(picks) {
    const holders = picks.filter((pick) => !this.placeOf(pick.pick)).map((pick) => this.holderOf(pick.pick) ?? "");
    return new Set(holders.filter((piece) => this.pieces.spaceOf(piece) !== null && !this.byPiece.has(piece)));
  }

  /** The place to light up for a pick: its own, or that of the stack it lies in. @param {string} pick */
  near(pick) {
    return this.placeOf(pick) ?? this.pieces.spaceOf(this.holderOf(pick) ?? "");
  }

  /** @param {string} place */
  circle(place) {
    const space = this.board.spaces.get(place);
    const reach = space ? this.board.reachOf(space) * (1 + (this.board.growth - 1) * 0.3) : 0;
    return { cx: space?.x ?? 0, cy: space?.y ?? 0, r: reach };
  }

  /** A space as it is lit up: its outline, or its circle. @param {string} place @param {string} kind */
  area(place, kind) {
    const outline = this.board.spaces.get(place)?.outline;
    return outline
      ? svg("path", { d: outline, "fill-rule": "evenodd", class: kind })
      : svg("circle", { ...this.circle(place), class: kind });
  }

  /** What is ringed to be taken up: the counter that stands there, or the space. @param {string} place @param {string} kind @param {string} [pick] */
  ring(place, kind, pick = "") {
    const [what, id] = split(pick);
    const counter = !this.board.counter ? null : what === "piece" ? this.pieces.placeOf(id) : this.pieces.placeIn(place, this.seat);
    if (!counter) return this.area(place, kind);
    const reach = 28.5 * counter.size;
    const pile = reachOf(this.pieces.heightOf(counter)) * counter.size;
    return svg("rect", {
      x: -reach,
      y: -reach - pile,
      width: 2 * reach + pile,
      height: 2 * reach + pile,
      rx: 7,
      class: kind,
      transform: `translate(${counter.x} ${counter.y}) rotate(${counter.turn})`,
    });
  }

  /** @param {string} place @param {Pick} pick */
  pickRing(place, pick) {
    this.board.layers.pips.append(...this.pip(place, pick));
    return [this.ring(place, "pickring0", pick.pick), this.ring(place, pick.risk ? "pickring risk" : "pickring", pick.pick)];
  }

  /** @param {string} place @param {Pick} pick */
  target(place, pick) {
    const drawn = [this.area(place, "target0"), this.area(place, pick.risk ? "target risk" : "target")];
    // a hatch as well as a colour: on a washed map gold alone is not told apart
    if (this.board.counter) drawn.splice(1, 0, this.area(place, "hatch"));
    this.board.layers.pips.append(...this.pip(place, pick));
    return drawn;
  }

  /** Many targets as one area with one rim; those with a risk have theirs besides. @param {[string, Pick][]} land */
  merged(land) {
    const outlines = (/** @type {[string, Pick][]} */ list) =>
      list.map(([place]) => this.board.spaces.get(place)?.outline ?? "").filter(Boolean);
    const [all, risky] = [outlines(land), outlines(land.filter(([, pick]) => pick.risk))];
    for (const [place, pick] of land) this.board.layers.pips.append(...this.pip(place, pick, FINE));
    const rim = borderOf(all);
    return [
      svg("path", { d: all.join(""), class: "target0" }),
      svg("path", { d: rim, class: "reachrim0" }),
      svg("path", { d: rim, class: "reachrim" }),
      ...(risky.length ? [svg("path", { d: borderOf(risky), class: "target risk" })] : []),
    ];
  }

  /** What it costs, in a disc: at the edge of a circle; on a map in the middle of its land, or at the corner of what stands there. @param {string} place @param {Pick} pick @param {number} [size] */
  pip(place, pick, size = 1) {
    if (!pick.cost) return [];
    const { cx, cy, r } = this.circle(place);
    const standing = this.board.counter ? this.pieces.placeIn(place) : null;
    const spot = this.board.counter ? (this.board.spaces.get(place)?.spots?.[""] ?? [cx, cy]) : [cx + r * 0.75, cy - r * 0.75];
    const named = size < 1 && this.board.nameOf(place) !== place; // something is printed there, with its name below
    const [x, y] = standing
      ? [standing.x - 25 * standing.size, standing.y - 23 * standing.size]
      : named
        ? [spot[0] - 25, spot[1] - 20]
        : spot;
    return [
      svg(
        "g",
        { transform: `translate(${x} ${y}) scale(${this.board.growth * size})`, "data-pip": place, class: size < 1 ? "fine" : null },
        svg("circle", { r: 11, class: pick.risk ? "pipbg risk" : "pipbg" }),
        svg("text", { class: pick.risk ? "pip risk" : "pip", y: 4.5 }, pick.cost.replace(/[^\d]/g, "") || pick.cost.slice(0, 2)),
      ),
    ];
  }

  /** Light up places: the line of the log or list that is pointed at. @param {string[]} places */
  warm(places) {
    this.hot = places;
    this.onWarm(places);
    this.board.layers.under.replaceChildren(
      ...places.filter((place) => this.board.spaces.has(place)).map((place) => this.area(place, "warm")),
    );
  }
}
