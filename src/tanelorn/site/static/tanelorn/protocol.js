// @ts-check
/**
 * The shapes of what the server says. See docs/design/page.md; nothing here runs.
 *
 * @typedef {{id: string, name: string, abbreviation?: string, kind: string, x: number, y: number,
 *   radius: number, spoken?: string, neighbours: string[], outline?: string, dot?: [number, number],
 *   spots?: Record<string, [number, number]>}} Space
 * @typedef {{a: string, b: string, kind: string, via?: number[][]}} Link
 * @typedef {{game: string, slug?: string, title: string, width: number, height: number, chart: string, address?: string, key?: string,
 *   spaces: Space[], links: Link[], layers?: Layer[]}} BoardData
 * @typedef {{id: string, title: string, key: string, shown: boolean}} Layer
 *
 * @typedef {{kind: string, at: string, to?: string, seat?: number, count?: number, failed?: boolean,
 *   draft?: boolean, via?: string, note?: string, piece?: string}} Mark
 * @typedef {{id?: string, space: string, seat: number, kind: string, count?: number, label?: string,
 *   values?: string[], coast?: string, out?: boolean, sign?: string, high?: number, total?: string, held?: boolean, turned?: boolean}} Piece
 * @typedef {{space: string, seat: number, home?: boolean}} Holding
 * @typedef {{text: string, seat?: number, value?: string, dots?: number, of?: number, sign?: string}} Row
 * @typedef {{title: string, aside?: string, clause?: string, rows: Row[]}} Paper
 * @typedef {{title: string, kind: "scale" | "track" | "calendar", values?: string[], boxes: string[], at?: number, ends?: string[],
 *   stages?: {at: number, sign: string, note?: string}[], aside?: string, clause?: string, note?: string}} Gauge
 * @typedef {{seat: number, name: string, player?: string, colour: number, state?: string, turn?: boolean, aside?: string}} Seat
 * @typedef {{winners: number[], reason?: string, text?: string, clause?: string}} Outcome
 * @typedef {{subtitle?: string, ribbon?: {title: string, state: string}[], seats: Seat[], pieces: Piece[],
 *   marks?: Mark[], holdings?: Holding[], papers?: Paper[], outcome?: Outcome | null, trays?: Tray[], stacks?: Stack[],
 *   duel?: Duel | null, chart?: string, gauges?: Gauge[]}} Scene
 * @typedef {{id: string, title: string, kind: string, value?: string, note?: string, text?: string, sign?: string,
 *   clause?: string, seat?: number, count?: number, spent?: boolean, lost?: boolean, held?: boolean, foot?: string,
 *   counter?: Piece | null, dots?: number, of?: number}} Card
 * @typedef {{title: string, cards: Card[], aside?: string, clause?: string, faces?: "large" | "small" | "hand"}} Tray
 * @typedef {{piece: string, title: string, cards: Card[], note?: string}} Stack
 * @typedef {{label: string, value: string, sort?: "" | "spell" | "artifact" | "die", off?: boolean, clause?: string, sign?: string}} Term
 * @typedef {{seat: number, title: string, role: string, card: Card | null, terms?: Term[], total?: number | null,
 *   dice?: number[], shown?: Card[], backs?: number, won?: "" | "won" | "lost" | "tied", counters?: Card[]}} Duelist
 * @typedef {{title: string, space: string, note?: string, clause?: string, segments: {title: string, state: string}[],
 *   sides: Duelist[], odds?: string, clauses?: string[], table?: {head: string, text: string, lit?: boolean}[], middle?: [string, string] | null}} Duel
 *
 * @typedef {{text: string, clause?: string, seat?: number, places?: string[], heading?: boolean,
 *   dice?: number[], shows?: Mark[], fought?: Duel | null}} Event
 * @typedef {{seat: number, title?: string, prompt: string, about?: string, clause?: string, secret?: boolean, sealed?: boolean,
 *   sealedText?: string, asides?: string[], draft?: string[]}} Decision
 * @typedef {{type: "state", viewer: number, moment: number, scene: Scene, events: Event[], from: number,
 *   decisions: Decision[], waiting?: number[], undo: {can: boolean, why?: string}, redo: {can: boolean}, thinking: number[],
 *   time?: boolean, pass: string, over: boolean, screen: number[]}} State
 *
 * @typedef {{pick: string, kind?: string, id?: string, label: string, note?: string, cost?: string,
 *   risk?: boolean, key?: string, plays?: boolean, via?: string}} Pick
 * @typedef {{text: string, says?: string, note?: string, clause?: string, picks: string[]}} Choice
 * @typedef {{text: string, says: string, why: string, clause?: string, picks?: string[]}} Refused
 * @typedef {{text: string, pick?: string, sign?: string, note?: string, warn?: boolean}} SlipLine
 * @typedef {{type: "offer", path: string[], prompt: string, written?: boolean, quick?: boolean, picks: Pick[], choices?: Choice[] | null,
 *   refused?: Refused[], unread?: number, draft?: string, lines?: SlipLine[], marks?: Mark[], choice?: string | null, n: number}} Offer
 * @typedef {{type: "refused", why: string, clause?: string, remedy?: string, n?: number}} Refusal
 *
 * @typedef {{n: number, title: string, scene: Scene, events: Event[]}} Frame
 */
export {};
