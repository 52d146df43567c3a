// @ts-check
/** The pieces on the board: only what changed is drawn again; what moved slides. */
import { drawPiece } from "./counters.js";
import { stillness, svg } from "./elements.js";

/** @typedef {import("./protocol.js").Piece} Piece */
/** @typedef {import("./protocol.js").Scene} Scene */

const APART = 44; // units between pieces that share a space

export class Pieces {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<string, {piece: Piece, face: string, group: SVGElement, x: number, y: number}>} */
    this.drawn = new Map();
    /** @type {Scene | null} */
    this.scene = null;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    /** @type {Map<string, Piece[]>} */
    const bySpace = new Map();
    for (const piece of scene.pieces) {
      bySpace.set(piece.space, [...(bySpace.get(piece.space) ?? []), piece]);
    }
    const seen = new Set();
    for (const [space, pieces] of bySpace) {
      pieces.forEach((piece, at) => seen.add(this.put(piece, space, at - (pieces.length - 1) / 2)));
    }
    for (const [id, { group }] of this.drawn) {
      if (seen.has(id)) continue;
      group.remove();
      this.drawn.delete(id);
    }
  }

  /** @param {Piece} piece @param {string} space @param {number} aside @returns {string} its key */
  put(piece, space, aside) {
    const key = piece.id ?? `${space} ${piece.seat} ${piece.kind}`;
    const place = this.board.spaces.get(space);
    if (!place) return key;
    const colour = this.colourOf(piece.seat);
    const roomy = this.board.reachOf(place) >= 50;
    const size = (roomy ? 1.05 : 0.92) * (roomy ? this.board.growth : 1 + (this.board.growth - 1) * 0.6);
    const x = place.x + aside * APART * size;
    const y = place.y + (roomy ? 6 : -4);
    const face = JSON.stringify([piece.kind, piece.count, piece.label, piece.values, colour]);
    let known = this.drawn.get(key);
    if (!known) {
      known = { piece, face: "", group: svg("g", { class: "piece", "data-piece": key }), x, y };
      this.drawn.set(key, known);
      this.board.layers.pieces.append(known.group);
    }
    if (known.face !== face) known.group.replaceChildren(drawPiece(piece, colour));
    known.group.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
    if (known.x !== x || known.y !== y) this.slide(known.group, known, { x, y }, size);
    Object.assign(known, { piece, face, x, y });
    return key;
  }

  /**
   * @param {SVGElement} group @param {{x: number, y: number}} from @param {{x: number, y: number}} to
   * @param {number} size
   */
  slide(group, from, to, size) {
    if (stillness.matches) return;
    const at = (/** @type {{x: number, y: number}} */ p) => ({ transform: `translate(${p.x}px,${p.y}px) scale(${size})` });
    group.animate([at(from), at(to)], { duration: 320, easing: "cubic-bezier(.2,.7,.25,1)" });
  }

  /** @param {number} seat */
  colourOf(seat) {
    return this.scene?.seats.find((one) => one.seat === seat)?.colour ?? 8;
  }

  /** What stands in a space, for ears. @param {string} space */
  says(space) {
    const here = this.scene?.pieces.filter((piece) => piece.space === space) ?? [];
    if (!here.length) return "Empty.";
    return here.map((piece) => {
      const owner = this.scene?.seats.find((seat) => seat.seat === piece.seat)?.name ?? "neutral";
      const what = piece.label || (piece.kind === "pawns" ? "" : piece.kind);
      return `${owner}: ${[what, piece.count ?? 1].filter(Boolean).join(" ")}.`;
    }).join(" ");
  }

  /** The space of a piece. @param {string} id */
  spaceOf(id) {
    return this.drawn.get(id)?.piece.space ?? null;
  }

  /** @param {string} space */
  keysIn(space) {
    return [...this.drawn].filter(([, { piece }]) => piece.space === space).map(([key]) => key).reverse();
  }
}
