// @ts-check
/** The pieces on the board: only what changed is drawn again; what moved slides. */

import { capital, stillness, svg } from "../page/elements.js";
import { gettext } from "../page/words.js";
import { drawPiece } from "./counters.js";
import { reachOf } from "./piles.js";
import { isBanner, isPerson, isSign, placesOf } from "./places.js";

/** @typedef {import("../protocol.js").Piece} Piece */
/** @typedef {import("../protocol.js").Scene} Scene */
/** @typedef {import("./places.js").Place} Place */

const COASTS = /** @type {Record<string, string>} */ ({
  NC: gettext("north coast"),
  SC: gettext("south coast"),
  EC: gettext("east coast"),
  WC: gettext("west coast"),
});

export class Pieces {
  /** @param {import("../board/board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, {piece: Piece, face: string, where: string, group: SVGElement, place: Place}>} */
    this.drawn = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    board.pieces = this;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    this.board.follow(scene.chart);
    this.board.holdings.show(scene);
    /** @type {Map<string, Piece[]>} */
    const bySpace = new Map();
    for (const piece of scene.pieces) {
      bySpace.set(piece.space, [...(bySpace.get(piece.space) ?? []), piece]);
    }
    const seen = new Set();
    for (const [id, pieces] of bySpace) {
      const space = this.board.spaces.get(id);
      const places = space ? placesOf(this.board, space, pieces) : [];
      for (const [at, place] of places.entries()) seen.add(this.put(pieces[at], place));
    }
    for (const [id, { group }] of this.drawn) {
      if (seen.has(id)) continue;
      group.remove();
      this.drawn.delete(id);
    }
  }

  /** @param {Piece} piece @param {Place} place @returns {string} its key */
  put(piece, place) {
    const key = piece.id;
    const colour = this.colourOf(piece.seat);
    const face = JSON.stringify([
      piece.kind,
      piece.count,
      piece.label,
      piece.values,
      piece.out,
      piece.sign,
      piece.high,
      piece.total,
      piece.held,
      colour,
    ]);
    let known = this.drawn.get(key);
    if (!known) {
      known = { piece, face: "", where: "", group: svg("g", { class: "piece", "data-piece": key, "data-kind": piece.kind }), place };
      this.drawn.set(key, known);
      if (piece.kind === "site")
        this.board.layers.pieces.prepend(known.group); // others stand before it
      else this.board.layers.pieces.append(known.group);
    }
    if (known.face !== face) known.group.replaceChildren(drawPiece(piece, colour));
    const fresh = known.face === "";
    const where = `translate(${place.x} ${place.y}) rotate(${place.turn}) scale(${place.size})`;
    // what is set anew is drawn anew, though it is the same
    if (known.where !== where) known.group.setAttribute("transform", where);
    if (place.name && (fresh || String(known.place.name) !== String(place.name)))
      known.group.setAttribute("style", `--name-x:${place.name[0]}px;--name-y:${place.name[1]}px`);
    if (known.place.x !== place.x || known.place.y !== place.y) this.slide(known.group, known.place, place);
    Object.assign(known, { piece, face, place, where });
    return key;
  }

  /** @param {SVGElement} group @param {Place} from @param {Place} to */
  slide(group, from, to) {
    if (stillness.matches) return;
    const at = (/** @type {Place} */ p) => ({ transform: `translate(${p.x}px,${p.y}px) rotate(${p.turn}deg) scale(${to.size})` });
    group.animate([at(from), at(to)], { duration: 320, easing: "cubic-bezier(.2,.7,.25,1)" });
  }

  /** @param {number} seat */
  colourOf(seat) {
    return this.scene?.seats.find((one) => one.seat === seat)?.colour ?? 8;
  }

  /** What stands in a space, for screen readers. @param {string} space */
  says(space) {
    const here = this.scene?.pieces.filter((piece) => piece.space === space) ?? [];
    const signs = here
      .filter(isSign)
      .map((piece) =>
        piece.kind === "card"
          ? `${piece.label || gettext("A card")}.`
          : `${[capital(piece.kind), piece.label || (piece.values[0] ?? "")].filter(Boolean).join(" ")}.`,
      );
    const standing = here.filter((piece) => !isSign(piece));
    return [...standing.map((piece) => this.saysPiece(piece)), standing.length ? "" : gettext("Empty."), ...signs]
      .filter(Boolean)
      .join(" ");
  }

  /** @param {Piece} piece */
  saysPiece(piece) {
    const owner = this.scene?.seats.find((seat) => seat.seat === piece.seat)?.name ?? gettext("neutral");
    if (isBanner(piece)) return this.saysBanner(piece, owner);
    if (piece.high > 1 || piece.total) return this.saysPile(piece, owner);
    const what = piece.label || (piece.kind === "pawns" ? "" : piece.kind);
    const count = this.board.counter && piece.count === 1 ? null : piece.count;
    const how = [piece.coast ? (COASTS[piece.coast] ?? piece.coast) : "", piece.out ? gettext("dislodged") : ""].filter(Boolean);
    return `${owner}: ${[[what, count].filter(Boolean).join(" "), ...how].join(", ")}.`;
  }

  /** "Jharkor, stack of eight: Yishana, 5 × Jharkor; total 17." @param {Piece} piece @param {string} owner */
  saysPile(piece, owner) {
    const cards = this.scene?.stacks.find((stack) => stack.piece === piece.id)?.cards.filter((card) => card.kind === "unit") ?? [];
    const names = cards.map((card) => (card.count > 1 ? `${card.count} × ${card.title}` : card.title));
    const state = [
      piece.total ? gettext("total %(total)s", { total: piece.total }) : "",
      piece.held ? gettext("in hand") : "",
      piece.turned ? gettext("besieged") : "",
    ]
      .filter(Boolean)
      .join(", ");
    return `${owner}: ${names.join(", ") || piece.label}${state ? `; ${state}` : ""}.`;
  }

  /** @param {Piece} piece @param {string} owner */
  saysBanner(piece, owner) {
    const count = piece.values[0] ? gettext(", %(count)s under it", { count: piece.values[0] }) : "";
    const known = this.scene?.stacks.some((stack) => stack.piece === piece.id) ? gettext(", Space opens it") : "";
    return `${gettext("%(owner)s: banner %(label)s", { owner, label: piece.label })}${count}${known}.`;
  }

  /** The space of a piece. @param {string} id */
  spaceOf(id) {
    return this.drawn.get(id)?.piece.space ?? null;
  }

  /** Where a piece stands. @param {string} id */
  placeOf(id) {
    return this.drawn.get(id)?.place ?? null;
  }

  /** How many counters lie at a place. @param {Place} place */
  heightOf(place) {
    return [...this.drawn.values()].find((one) => one.place === place)?.piece.high ?? 1;
  }

  /** Where a seat's piece stands in a space, its unit before a person; any piece's place, if the seat has none there. @param {string} space @param {number} [seat] */
  placeIn(space, seat) {
    const here = [...this.drawn.values()]
      .filter(({ piece }) => piece.space === space && !isSign(piece))
      .sort((a, b) => Number(isPerson(a.piece)) - Number(isPerson(b.piece)));
    return (here.find(({ piece }) => piece.seat === seat) ?? here.find(({ piece }) => !piece.out))?.place ?? null;
  }

  /** Whose piece stands in a space, a unit before a person; -1 if nobody's. @param {string} space */
  seatIn(space) {
    const standing = this.scene?.pieces.filter((piece) => piece.space === space && !isSign(piece) && !piece.out) ?? [];
    return (standing.find((piece) => !isPerson(piece)) ?? standing[0])?.seat ?? -1;
  }

  /** The pieces that are in hand. */
  get held() {
    return [...this.drawn.values()].filter(({ piece }) => piece.held);
  }

  /** @param {string} id */
  isHeld(id) {
    return Boolean(this.drawn.get(id)?.piece.held);
  }

  /** Where a seat's pieces stand. @param {number} seat */
  placesOf(seat) {
    return [...this.drawn.values()].filter(({ piece }) => piece.seat === seat && !isSign(piece)).map(({ place }) => place);
  }

  /** The counter under a point, the topmost first. @param {{x: number, y: number}} point @returns {Piece | null} */
  at({ x, y }) {
    if (!this.board.counter) return null;
    const under = [...this.drawn.values()].filter(({ piece, place }) => {
      if (isSign(piece) && piece.kind !== "site" && !(piece.kind === "card" && piece.sign)) return false;
      const pile = reachOf(piece.high);
      const [up, down] = isBanner(piece) ? [31, 27] : piece.kind === "card" ? [13, 13] : [23 + pile, piece.total ? 35 : 23]; // a flag stands higher than a counter
      const wide = piece.kind === "card" ? 10 : 23;
      const [dx, dy] = [(x - place.x) / place.size, (y - place.y) / place.size];
      return dx >= -wide && dx <= wide + pile && dy <= down && dy >= -up;
    });
    // what stands is meant before the site behind it
    return (under.findLast(({ piece }) => !isSign(piece)) ?? under.at(-1))?.piece ?? null;
  }
}
