// Made by docs/make_protocol.py from the structs of the server; nothing here runs. See docs/design/page.md.

export type Ask =
  | "sit"
  | "offer"
  | "about"
  | "read"
  | "keep"
  | "play"
  | "aside"
  | "undo"
  | "redo"
  | "time"
  | "lesson"
  | "note"
  | "stand"
  | "try"
  | "advise"
  | "arrange"
  | "letters"
  | "write"
  | "shun"
  | "report";

export type Audience =
  | "seats"
  | "table"
  | "everybody"
  | "watchers";

export type CardKind =
  | "spell"
  | "unit"
  | "artifact"
  | "result"
  | "back";

export type MarkKind =
  | "arrow"
  | "battle"
  | "bolt"
  | "plus"
  | "loss"
  | "support"
  | "convoy"
  | "hold"
  | "retreat"
  | "build"
  | "disband"
  | "spell"
  | "fight";

export type PickKind =
  | "space"
  | "piece"
  | "card"
  | "count"
  | "button";

export type PieceKind =
  | "pawns"
  | "banner"
  | "card"
  | "flag"
  | "fortress"
  | "ruins"
  | "siege"
  | "site"
  | "army"
  | "fleet"
  | "men"
  | "elves"
  | "gnomes"
  | "trolls"
  | "artifact"
  | "sorcerer"
  | "admiral"
  | "beast"
  | "bird"
  | "dragon"
  | "elf"
  | "elric"
  | "gnome"
  | "hero"
  | "lady"
  | "lord"
  | "mage"
  | "man"
  | "troll"
  | "undead";

export type Press =
  | "none"
  | "public"
  | "private";

export type Progress =
  | "do"
  | "watch"
  | "done"
  | "elsewhere"
  | "over";

export type Proposed =
  | "pause"
  | "resume"
  | "time";

export type Source =
  | "text"
  | "public"
  | "reconstructed";

/** The card about a space as the page's viewer knows it; `n` is the question's number. */
export interface About {
  type: "about";
  space: string;
  title: string;
  kind: string;
  remarks: Remark[];
  n?: number;
}

/**
 * What a bot would do for a seat that is asked: the best of all choices that it has `looked` at, on so many
 * `boards` that fit what the seat knows. `n` is the question's number.
 */
export interface Advice {
  type: "advice";
  seat: number;
  moment: number;
  lines: Advised[];
  looked: number;
  boards: number;
  n?: number;
}

/**
 * A choice that was looked at, as text, in words and as picks.
 *
 * `expected` is what its seat has of the game after it, from 0 (lost) to 1 (won); `least` is that on the board, of
 * those that fit what the seat knows, on which it does worst.
 */
export interface Advised {
  text: string;
  says: string;
  picks: string[];
  expected: number;
  least: number;
}

/**
 * What the people at a table agree on about time: whether the game is `paused`, and what is `proposed`. It comes
 * about when all seats have agreed that people `have`. `lengths` are the seconds that can be proposed in addition.
 */
export interface Agreement {
  paused: boolean;
  proposed: Proposal | null;
  have: number[];
  lengths: number[];
}

/**
 * What is drawn once; `chart` is the address of the picture, `key` its name where it is the table's own.
 *
 * A line of the chronicle whose clause is one of `battles` tells of a battle.
 */
export interface BoardData {
  game: string;
  title: string;
  width: number;
  height: number;
  address: string;
  key: string;
  chart: string;
  spaces: Space[];
  links: Link[];
  layers: Layer[];
  legend: Sign[];
  battles: string[];
}

/**
 * A card or a unit's sheet that can be read: `id` is the pick that it stands for (`card:fireball`, `piece:...`).
 *
 * `kind` says how it is drawn (spell, unit, artifact), `value` is its number, `note` its phase or home, `text` what it
 * does, `sign` its picture, `foot` the line at its lower edge. `spent` is shown pale, `lost` struck out, `held` with a
 * tick. A unit with a `counter` is drawn as that counter wherever small cards lie. Where it can take `of` blows,
 * `dots` of its boxes are crossed.
 */
export interface Card {
  id: string;
  title: string;
  kind: CardKind;
  value: string;
  note: string;
  text: string;
  sign: string;
  clause: string;
  seat: number;
  count: number;
  spent: boolean;
  lost: boolean;
  held: boolean;
  foot: string;
  counter: Piece | null;
  dots: number;
  of: number;
}

/**
 * What makes picture `number` of the picture `base` of the same stream, and the events from number `from` on.
 *
 * `change` is made by `pictures.change` and carried out by the page's `page/pictures.js`. Where it answers a question,
 * `n` is that question's number.
 */
export interface Changed {
  type: "changed";
  viewer: number;
  stream: string;
  number: number;
  base: number;
  change: unknown[];
  events: Event[];
  from: number;
  n?: number;
}

/** A choice of a short list: its text, a sentence for people, and the clicks that make it. */
export interface Choice {
  text: string;
  says: string;
  clause: string;
  picks: string[];
}

/**
 * The clock of a seat: when it is `due`, in milliseconds since 1970, if it runs, else 0; and the seconds that were
 * left for its next decision when it last stood, what it may take each time included. Its player is `away` from then
 * till then, or will be: meanwhile it stands.
 */
export interface Clock {
  seat: number;
  due: number;
  left: number;
  away: number[];
}

/** A column of the table on which a battle is looked up: its head, the result, whether it is the one that counts. */
export interface Column {
  head: string;
  text: string;
  lit: boolean;
}

/**
 * What the companion of a guided game says at step `number` of `steps`: where to look, what it means once that is
 * done, and `otherwise` to somebody who has done something else. `show` is a choice that can be shown as picks.
 *
 * After the last step `title` and `look` hold what is said at the end.
 */
export interface Companion {
  title: string;
  number: number;
  steps: number;
  stage: Progress;
  look: string;
  at: string[];
  show: string;
  means: string;
  clause: string;
  otherwise: string;
  again: string;
}

/**
 * What a seat is asked, for that seat's own eyes: a `secret` one is sealed; a `draft` was written before.
 *
 * The `note` says what questions of this `kind` are for: the page shows it once to each person. Where something is
 * still `undone` when the question is ended, these are the words before its name. Of those for which an answer
 * `stands` all can be answered as one. A bot may be asked what it would do where the seat is `advised`.
 */
export interface Decision {
  seat: number;
  kind: string;
  note: string;
  undone: string;
  title: string;
  prompt: string;
  about: string;
  clause: string;
  secret: boolean;
  stands: boolean;
  advised: boolean;
  sealed: boolean;
  sealedText: string;
  asides: string[];
  draft: string[];
}

/**
 * The battle window: its segments, the two sides, and what the odds are, or what the result means, in a sentence
 * with its `clauses`. Before the dice fall the `chances` are all that they may bring. With a `table` the difference of
 * the totals is shown too, or `middle` in its place: what it is called, and what it is.
 */
export interface Duel {
  title: string;
  space: string;
  note: string;
  clause: string;
  segments: Tab[];
  sides: [Duelist, Duelist];
  odds: string;
  clauses: string[];
  table: Column[];
  middle: [string, string] | null;
  chances: Odds | null;
}

/**
 * One side of a battle: who fights, its sum so far, its dice once thrown, and what else has been shown.
 *
 * `backs` is how many more a viewer knows to be there, -1 if that is hidden. `won` is empty until the roll is over.
 * Where many fight together, they are the `counters`, and no single `card`.
 */
export interface Duelist {
  seat: number;
  title: string;
  role: string;
  card: Card | null;
  terms: Term[];
  total: number | null;
  dice: number[];
  shown: Card[];
  backs: number;
  won: "" | "lost" | "tied" | "won";
  counters: Card[];
}

/**
 * One line of the chronicle.
 *
 * `text` is a sentence in which `**` marks names; `shows` is what a page may animate. `knowers` are the seats that
 * may read it (all, if None); the others read `otherwise`, or nothing if that is empty. `fought` is the battle window
 * as all may see it with dice that have just fallen: play may go on past them before anybody is asked.
 */
export interface Event {
  text: string;
  clause: string;
  seat: number;
  places: string[];
  heading: boolean;
  dice: number[];
  shows: Mark[];
  knowers: number[] | null;
  otherwise: string;
  fought: Duel | null;
}

/**
 * A moment of the scrubber; `n` is its number, `events` what has been told since the one before.
 *
 * They are the lines of the chronicle from number `since` on; what had stood there was taken back.
 * `prospects` is what each seat could expect by a bot's estimate, from 0 to 1, together 1: of games that have ended,
 * for it is reckoned from everything that was on the board. `chose` are the seats whose choices show here, of such
 * games too.
 */
export interface Frame {
  n: number;
  title: string;
  scene: Scene;
  events: Event[];
  since: number;
  prospects: number[];
  chose: number[];
}

/**
 * A track beside the board: the numbers of its boxes, and which one the marker stands on, -1 if on none.
 *
 * A `scale` leans to the side of its marker; its `ends` are the signs of the two bowls. On a `track` the boxes before
 * the marker are past; a `calendar` is a track whose boxes have `values` too, and lies over the foot of the board.
 * `note` says in a sentence what follows from where it stands.
 */
export interface Gauge {
  title: string;
  kind: "calendar" | "scale" | "track";
  boxes: string[];
  at: number;
  ends: string[];
  stages: Stage[];
  aside: string;
  clause: string;
  note: string;
  values: string[];
}

/** A space that belongs to a seat (-1: to nobody), whoever stands there; `home` if it was so from the start. */
export interface Holding {
  space: string;
  seat: number;
  home: boolean;
}

/** A draft as it is kept; `n` is the question's number. */
export interface Kept {
  type: "kept";
  seat: number;
  moment: number | null;
  path: string[];
  n?: number;
}

/** A part of the printed chart that people may hide: `--layer-ID` in its picture, the key that does it. */
export interface Layer {
  id: string;
  title: string;
  key: string;
  shown: boolean;
}

/**
 * A letter, from a `seat` or, if that is -1, from `who` looks on; `mine` if this page's person wrote it. It is for
 * the seats in `to` if that is its `audience`. It was sent `at` so many milliseconds since 1970. A moderator may have
 * `hidden` it: then nobody is told its text.
 */
export interface Letter {
  id: string;
  seat: number;
  who: string;
  mine: boolean;
  audience: Audience;
  to: number[];
  at: number;
  text: string;
  hidden: boolean;
}

/**
 * The letters that a viewer may read, from number `from` on: what had stood there no longer does. By its `mark` a
 * page that comes back says what it has.
 *
 * It may write to these `audiences`, and to these `seats` if they are among them; if to nobody, `why` says why not.
 * Where they answer a question, `n` is that question's number.
 */
export interface Letters {
  type: "letters";
  viewer: number;
  from: number;
  letters: Letter[];
  mark: string;
  press: Press;
  audiences: Audience[];
  seats: number[];
  why: string;
  n?: number;
}

/**
 * A line of the slip on which people write: what stands there so far, and the pick that takes it up again.
 *
 * `sign` is the kind of piece it is about, `note` a remark; `warn` if the remark is a warning.
 */
export interface Line {
  text: string;
  pick: string;
  sign: string;
  note: string;
  warn: boolean;
}

/** Two areas that are adjacent, and by what (bridge, pass, border); `via` is how it is drawn. */
export interface Link {
  a: string;
  b: string;
  kind: string;
  via?: [number, number][];
  source?: Source;
}

/**
 * Something drawn over the board: a move, a battle, lightning, a new piece, a loss, an order.
 *
 * A support or convoy stands `at` its unit and helps the unit at `via` on its way `to` somewhere (to hold, where `to`
 * is `via`). `note` says in a sentence why it failed. `piece` is whose doing it is, where several stand at a place.
 */
export interface Mark {
  kind: MarkKind;
  at: string;
  seat: number;
  to: string;
  count: number;
  failed: boolean;
  draft: boolean;
  via: string;
  note: string;
  piece: string;
}

/** A seat's notes as they are kept; `n` is the question's number. */
export interface Noted {
  type: "noted";
  book: string;
  marks: Record<string, string>;
  n?: number;
}

/** What a seat has noted for itself: its book, and words on spaces by their ids. */
export interface Notes {
  book: string;
  marks: Record<string, string>;
}

/**
 * What a roll may bring: the ways of all `shares` add up to `of`, and each way is as likely as another.
 *
 * `assumed` says in a sentence what is taken for true because the viewer cannot know it; "" if nothing is.
 */
export interface Odds {
  of: number;
  shares: Share[];
  assumed: string;
}

/**
 * What may follow a path of picks.
 *
 * Where people write their choices they are `written`; small acts are `quick`. `choices` are all that remain, where
 * they are few. The last `unread` ones of `refused` are parts of a text that was read. Who asks to look `ahead` is
 * told `then`: the offers that a page asks for next. `n` is the question's number.
 */
export interface Offer {
  type: "offer";
  seat: number;
  path: string[];
  prompt: string;
  written: boolean;
  quick: boolean;
  picks: Pick[];
  choices: Choice[] | null;
  refused: Refusal[];
  unread: number;
  draft: string;
  lines: Line[];
  marks: Mark[];
  choice: string | null;
  then?: Offer[];
  n?: number;
}

/** How a game ended: the winning seats (none for a draw), why, and the clause that says so. */
export interface Outcome {
  winners: number[];
  reason: string;
  clause: string;
}

/** A sheet beside the board. */
export interface Paper {
  title: string;
  rows: Row[];
  aside: string;
  clause: string;
}

/** A click that may follow, taken apart: its kind, and which one. */
export interface Pick {
  pick: string;
  label: string;
  note: string;
  cost: string;
  risk: boolean;
  key: string;
  plays: boolean;
  way: string[];
  chances: Odds | null;
  open: boolean;
  kind: PickKind;
  id: string;
}

/**
 * One thing on the board: `kind` says how it is drawn, `values` are the numbers printed on it.
 *
 * `coast` is where it lies in a space of several coasts; `out` tells that it has been beaten out of the space. A pile
 * is drawn as its topmost counter, so many `high`, with its `total` below; `sign` is a small one on it. What is
 * `held` is in hand; what is `turned` lies askew, as the besieged and the exhausted do.
 */
export interface Piece {
  id: string;
  space: string;
  seat: number;
  kind: PieceKind;
  count: number;
  label: string;
  values: string[];
  coast: string;
  out: boolean;
  sign: string;
  high: number;
  total: string;
  held: boolean;
  turned: boolean;
}

/** What was asked about letters is done; `n` is the question's number. */
export interface Posted {
  type: "posted";
  n?: number;
}

/** What a `seat` has proposed; by its `number` the others say what they answer. These seats have `agreed`. */
export interface Proposal {
  number: number;
  what: Proposed;
  seat: number;
  seconds: number;
  agreed: number[];
}

/** Whether what was taken back can be played again. */
export interface Redo {
  can: boolean;
}

/** What looks possible but is not, with a sentence for people. */
export interface Refusal {
  text: string;
  why: string;
  clause: string;
  picks: string[];
  says: string;
}

/** Why what a page has asked is not done; `n` is the question's number. */
export interface Refused {
  type: "refused";
  why: string;
  remedy: string;
  clause: string;
  n?: number;
}

/**
 * A line about something on the page: what is spoken of, what is so, and by which clause.
 *
 * `seat` is whom it concerns, `piece` the counter that it tells of, -1 and "" for none.
 */
export interface Remark {
  label: string;
  text: string;
  clause: string;
  seat: number;
  piece: string;
}

/**
 * What a bot thinks of a choice of a game that is over, which showed at moment `n` of the scrubber: of what was
 * `made`, and the best of all choices that it has `looked` at, on so many `boards` that fit what the seat knew then.
 */
export interface Review {
  seat: number;
  n: number;
  made: Advised;
  lines: Advised[];
  looked: number;
  boards: number;
}

/** A line of a paper: text, and a value as a word or as `dots` filled of `of`. */
export interface Row {
  text: string;
  seat: number;
  value: string;
  dots: number;
  of: number;
  sign: string;
}

/**
 * Everything that is drawn for one viewer at one moment.
 *
 * `chart` names the picture of a board that is not the same in all games or changes in play: a page that has another
 * one asks for board and chart again.
 */
export interface Scene {
  subtitle: string;
  seats: SeatChip[];
  pieces: Piece[];
  papers: Paper[];
  ribbon: Tab[];
  marks: Mark[];
  holdings: Holding[];
  outcome: Outcome | null;
  trays: Tray[];
  stacks: Stack[];
  duel: Duel | null;
  chart: string;
  gauges: Gauge[];
}

/** A seat with who plays it; a `free` one is a bot's only until somebody takes it. */
export interface Seat {
  seat: number;
  name: string;
  colour: number;
  state: string;
  turn: boolean;
  aside: string;
  near: string;
  player: string;
  bot: boolean;
  free: boolean;
}

/**
 * A seat in the top bar: its name, its colour number (1 to 8), what it does now; `aside` what else is to be known
 * of it, where there is room. `near` says in a word how near it is to the goal, which stands beside it.
 */
export interface SeatChip {
  seat: number;
  name: string;
  colour: number;
  state: string;
  turn: boolean;
  aside: string;
  near: string;
}

/** One of the things that a roll may bring: so many `ways` lead to it. `seat` would wish for it, -1 for nobody. */
export interface Share {
  words: string;
  ways: number;
  seat: number;
}

/**
 * A terrain, or a sign printed on the map: how it is called, and what it does. `id` is its kind in the data.
 *
 * `at` is a space where it can be seen, if it is no kind of space or link.
 */
export interface Sign {
  id: string;
  title: string;
  remarks: Remark[];
  at: string;
}

/** An area as it is drawn and spoken of; only some boards know outlines, dots and spots. */
export interface Space {
  id: string;
  name: string;
  abbreviation: string;
  kind: string;
  x: number;
  y: number;
  radius: number;
  spoken: string;
  neighbours: string[];
  source: Source;
  sourceSays: string;
  outline?: string;
  dot?: [number, number];
  spots?: Record<string, [number, number]>;
}

/**
 * What a viewer knows of what lies under a counter or banner, shown when it is opened.
 *
 * `piece` is the id of the `Piece` that opens; `note` tells when it was seen, where that is not now (“as seen in
 * round 4”).
 */
export interface Stack {
  piece: string;
  title: string;
  cards: Card[];
  note: string;
}

/** What lies on a box of a gauge besides its marker: a sign, and what it means in words. */
export interface Stage {
  at: number;
  sign: string;
  note: string;
}

/** What a seat answers to all questions of a kind without being asked: as it is written, in one `turn` or in all. */
export interface Standing {
  kind: string;
  title: string;
  text: string;
  turn: number | null;
}

/**
 * The whole picture of a table, as a viewer sees it: picture `number` of a `stream`.
 *
 * Of the events those from number `from` on are new to this page: in a whole picture all, from 0. Where it answers a
 * question, `n` is that question's number.
 */
export interface State {
  type: "state";
  viewer: number;
  moment: number;
  scene: TableScene;
  decisions: Decision[];
  undo: Undo;
  redo: Redo;
  did: number;
  time: boolean;
  pass: string;
  thinking: number[];
  waiting: number[];
  over: boolean;
  screen: number[];
  companion: Companion | null;
  notes: Notes | null;
  standing: Standing[];
  clocks: Clock[];
  link: string;
  agreement: Agreement | null;
  late: string;
  stream: string;
  number: number;
  events: Event[];
  from: number;
  n?: number;
}

/** A step of the turn in the ribbon. */
export interface Tab {
  title: string;
  state: "done" | "next" | "now";
}

/** A scene with the players of a table. */
export interface TableScene {
  subtitle: string;
  pieces: Piece[];
  papers: Paper[];
  ribbon: Tab[];
  marks: Mark[];
  holdings: Holding[];
  outcome: Outcome | null;
  trays: Tray[];
  stacks: Stack[];
  duel: Duel | null;
  chart: string;
  gauges: Gauge[];
  seats: Seat[];
}

/**
 * A line of a sum: what adds, and how much; `off` is struck out, with what cancels it in `label`; `sort`
 * colours it.
 */
export interface Term {
  label: string;
  value: string;
  sort: "" | "artifact" | "die" | "spell";
  off: boolean;
  clause: string;
  sign: string;
}

/**
 * Cards that lie before a viewer: a hand, a reserve. Where `faces` is large, they are drawn with their text; a
 * `hand` is held over the lower edge of the board.
 */
export interface Tray {
  title: string;
  cards: Card[];
  aside: string;
  clause: string;
  faces: "hand" | "large" | "small";
}

/** Where the trial is that a seat has asked for; `n` is the question's number. */
export interface Tried {
  type: "tried";
  address: string;
  n?: number;
}

/** Why what somebody else did has not happened: it could not be written. */
export interface Trouble {
  type: "trouble";
  why: string;
  remedy: string;
  clause: string;
}

/** Whether the last choice can be taken back, and why not. */
export interface Undo {
  can: boolean;
  why: string;
}

export type Told = State | Changed | Offer | About | Kept | Noted | Tried | Advice | Letters | Posted | Refused | Trouble;
