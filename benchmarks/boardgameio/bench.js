'use strict';
// Random legal play of Five Cities through boardgame.io's reducer, nothing else of it: no server, no client.
//
//   FIVE_CITIES_BOARD='{"provinces": ...}' NODE_ENV=production node bench.js SECONDS [TURN_LIMIT]
//
// Prints one line of JSON for undo kept (as shipped) and one for undo off. turns_per_second counts the
// picking of both seats' orders as well; reducer_turns_per_second only the time inside boardgame.io.

const { performance } = require('node:perf_hooks');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { fiveCities } = require('./game.js');

const WARM_UP_SECONDS = 0.7;
const STRIKE_CHANCE = 13 / 256;

// mulberry32, so that a run can be repeated
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

// An order with the odds that Tanelorn's batch gives it.
function randomOrder(board, G, seat, random) {
  const below = (limit) => Math.floor(random() * limit);
  const mine = [...G.pieces[seat]];
  const theirs = G.pieces[1 - seat];
  const places = [];
  for (let city = board.provinces; city < mine.length; city++) {
    if (mine[city] === 0) continue;
    const province = city - board.provinces;
    places.push(theirs[province] === 0 && below(2) ? province : city);
  }
  for (const area of places) mine[area]++;
  const moves = below(2) ? movesInto(below(mine.length)) : movesOutOf(pickHeld());
  const strikes = G.bombsLeft[seat] > 0 && random() < STRIKE_CHANCE;
  return { places, moves, bomb: strikes ? below(mine.length) : null };

  function pickHeld() {
    const held = [];
    mine.forEach((count, area) => { if (count > 0) held.push(area); });
    return held[below(held.length)];
  }
  function movesInto(hub) {
    return board.neighbours[hub].map((from) => [below(mine[from] + 1), from, hub]).filter(([count]) => count);
  }
  function movesOutOf(hub) {
    let left = mine[hub];
    const split = board.neighbours[hub].map((to) => {
      const count = below(left + 1);
      left -= count;
      return [count, hub, to];
    });
    return split.filter(([count]) => count);
  }
}

function measure(board, game, seconds, seed) {
  const random = generator(seed);
  const reducer = CreateGameReducer({ game });
  const start = performance.now();
  let inside = 0;
  let turns = 0;
  let games = 0;
  let draws = 0;
  while (performance.now() - start < seconds * 1000) {
    let since = performance.now();
    let state = InitializeGame({ game, numPlayers: 2 });
    inside += performance.now() - since;
    while (!state.ctx.gameover) {
      for (const seat of [0, 1]) {
        const order = randomOrder(board, state.G, seat, random);
        const action = { type: 'MAKE_MOVE', payload: { type: 'order', args: [order], playerID: String(seat) } };
        since = performance.now();
        const next = reducer(state, action);
        inside += performance.now() - since;
        if (next.G === state.G) throw new Error(`refused: ${JSON.stringify(order)}`);
        state = next;
      }
      turns++;
    }
    games++;
    if (state.ctx.gameover.draw) draws++;
  }
  const spent = performance.now() - start;
  return {
    turns_per_second: (1000 * turns) / spent,
    reducer_turns_per_second: (1000 * turns) / inside,
    games,
    turns_per_game: turns / games,
    draws,
  };
}

function main() {
  const board = JSON.parse(process.env.FIVE_CITIES_BOARD);
  const [seconds, turnLimit] = [Number(process.argv[2] || 1), Number(process.argv[3] || 200)];
  const game = fiveCities(board, turnLimit);
  for (const [undo, variant] of [[true, game], [false, { ...game, disableUndo: true }]]) {
    measure(board, variant, WARM_UP_SECONDS, 1);
    console.log(JSON.stringify({ undo, ...measure(board, variant, seconds, 2) }));
  }
}

main();
