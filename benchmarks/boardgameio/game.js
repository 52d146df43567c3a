'use strict';
// Five Cities as a boardgame.io game, by the same clauses that Tanelorn plays.
//
// board: { provinces, neighbours, start, cities_to_win, bombardments }, areas being numbers, the provinces
// first and then their cities, so the city of province p is p + provinces.
//
// The one move of a seat in a turn is { places, moves, bomb }: the area for each new piece, in the order of
// the cities held; moves [count, from, to]; the area to bombard or null. New pieces and orders travel in one
// move, not in the two that the rulebook's reveals ask for: half the work, in boardgame.io's favour.

const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const SEATS = [0, 1];

function fiveCities(board, turnLimit) {
  const areas = board.neighbours.length;
  const { provinces } = board;

  // What the order makes of this seat's pieces before anything moves, or null if it is not legal.
  function placed(pieces, seat, places) {
    const mine = [...pieces[seat]];
    const theirs = pieces[1 - seat];
    let next = 0;
    for (let city = provinces; city < areas; city++) {
      if (pieces[seat][city] === 0) continue;
      const area = places[next++];
      const province = city - provinces;
      if (area !== city && (area !== province || theirs[province] > 0)) return null;
      mine[area]++;
    }
    return next === places.length ? mine : null;
  }

  function movable(mine, moves) {
    const left = [...mine];
    const froms = new Set();
    const tos = new Set();
    for (const [count, from, to] of moves) {
      if (!Number.isInteger(count) || count < 1 || count > left[from]) return false;
      if (!board.neighbours[from].includes(to)) return false;
      left[from] -= count;
      froms.add(from);
      tos.add(to);
    }
    return froms.size < 2 || tos.size < 2;
  }

  function legal(pieces, bombsLeft, seat, order) {
    const mine = placed(pieces, seat, order.places);
    if (mine === null || !movable(mine, order.moves)) return false;
    return order.bomb === null || (bombsLeft[seat] > 0 && order.bomb in mine);
  }

  // The pieces of both seats after a turn with these two orders.
  function resolved(before, orders) {
    const pieces = SEATS.map((seat) => placed(before, seat, orders[seat].places));
    const held = pieces.map((mine) => mine.map((count) => count > 0));
    const moving = SEATS.map((seat) => orders[seat].moves.map((move) => [...move]));
    SEATS.forEach((seat) => moving[seat].forEach(([count, from]) => { pieces[seat][from] -= count; }));
    for (const first of moving[0]) {
      const second = moving[1].find(([, from, to]) => from === first[2] && to === first[1]);
      if (second) [first[0], second[0]] = fight(first[0], second[0]);
    }
    SEATS.forEach((seat) => moving[seat].forEach(([count, , to]) => { pieces[seat][to] += count; }));
    for (let area = 0; area < areas; area++) {
      const [first, second] = [pieces[0][area], pieces[1][area]];
      if (first === 0 || second === 0) continue;
      [pieces[0][area], pieces[1][area]] = fight(first, second);
      if (first === second) SEATS.forEach((seat) => { pieces[seat][area] = held[seat][area] ? 1 : 0; });
    }
    for (const { bomb } of orders) {
      if (bomb === null) continue;
      for (const mine of pieces) mine[bomb] = bomb < provinces ? Math.ceil(mine[bomb] / 2) : 0;
    }
    return pieces;
  }

  function result({ pieces, turn }) {
    const full = SEATS.find((seat) => held(pieces[seat], provinces) >= board.cities_to_win);
    if (full !== undefined) return { winner: String(full) };
    const alive = SEATS.filter((seat) => held(pieces[seat], 0) > 0);
    if (alive.length === 1) return { winner: String(alive[0]) };
    return alive.length === 0 || turn > turnLimit ? { draw: true } : undefined;
  }

  return {
    name: 'five-cities',
    setup: () => ({
      pieces: board.start.map((mine) => [...mine]),
      bombsLeft: SEATS.map(() => board.bombardments),
      orders: [null, null],
      turn: 1,
    }),
    turn: { activePlayers: ActivePlayers.ALL },
    moves: {
      order: ({ G, playerID }, order) => {
        const seat = Number(playerID);
        const pieces = G.pieces.map((mine) => [...mine]); // plain: Immer's draft is slow to read
        if (G.orders[seat] || !legal(pieces, G.bombsLeft, seat, order)) return INVALID_MOVE;
        const other = G.orders[1 - seat];
        if (!other) {
          G.orders[seat] = order;
          return undefined;
        }
        const orders = seat === 0 ? [order, other] : [other, order];
        orders.forEach(({ bomb }, by) => { if (bomb !== null) G.bombsLeft[by]--; });
        G.pieces = resolved(pieces, orders);
        G.orders = [null, null];
        G.turn++;
        return undefined;
      },
    },
    endIf: ({ G }) => (G.orders[0] || G.orders[1] ? undefined : result(G)),
  };
}

// Areas from the given one on in which these pieces stand.
function held(mine, from) {
  let areas = 0;
  for (let area = from; area < mine.length; area++) if (mine[area] > 0) areas++;
  return areas;
}

// Who is left of two forces; even ones leave nobody, whoever held the area.
function fight(first, second) {
  const strong = Math.max(first, second);
  const weak = Math.min(first, second);
  if (strong === weak) return [0, 0];
  const left = strong - Math.max(0, weak - (strong - weak));
  return first > second ? [left, 0] : [0, left];
}

module.exports = { fiveCities };
