/** Types of the server's JSON, and of what modules share. */

/** Where one pile lies. */
export interface PileSpec {
  /** Pile name as in moves: "t3", "w". */
  name: string;
  kind: string;
  /** Shown on an empty space; "1".."12" makes a clock face. */
  label: string;
  /** In card widths. */
  x: number;
  /** In card heights. */
  y: number;
  /** The same where the row of the stock is the lowest, near the thumb. */
  near?: number;
  /** To the next card, in card widths. */
  dx: number;
  /** To the next card, in card heights. */
  dy: number;
  /** Degrees. */
  rot: number;
  /** "down", "right", "left", "up", "out" (away from the middle) or "". */
  grow: string;
  /** How many cards must fit before the fan is squeezed. */
  min: number;
}

export interface Arrangement {
  width: number;
  height: number;
  piles: PileSpec[];
  /** Do its rows stand as columns in the other arrangement? */
  turned?: boolean;
}

export type Layout = Arrangement & { portrait?: Arrangement | null; low?: Arrangement | null };

export interface Move {
  /** Its text: "t3-t5x4", "deal". */
  move: string;
  /** "move", or the name of a special move such as "deal". */
  kind: string;
  /** Pile name or "". */
  source: string;
  /** Pile name or "". */
  target: string;
  count: number;
  /** Other piles that mean the same target. */
  also: string[];
  /** Of a removal: the piles whose top cards leave play, or `w@5` for the card so deep in a pile. */
  piles?: string[];
  /** Of an action: what stands on its button. */
  label?: string;
  /** The drawing beside it. */
  icon?: string;
  /** Does touching the stock do it? */
  byStock?: boolean;
}

/** Everything the server sends about a play. */
export interface View {
  play: string;
  revision: number;
  game: {
    id: string;
    name: string;
    options: Record<string, string>;
    deal: string;
    address: string;
  };
  layout: Layout;
  /** Bottom to top; "??" lies face down. */
  piles: Record<string, string[]>;
  down: Record<string, number>;
  /** Piles on which others lie: their cards cannot be taken. */
  covered: string[];
  /** What stands at piles: the card that begins an empty one; the digit that one ends on, and its next card. */
  markers: Record<string, { label?: string; ends?: string; next?: string }>;
  /** Best first. */
  moves: Move[];
  counters: { label: string; value: number | string }[];
  /** In a game that is played for points: those there are now. */
  score: number | null;
  steps: number;
  /** Of a place that is only looked at: how many steps lead there. */
  at?: number;
  canUndo: boolean;
  canRedo: boolean;
  canAuto: boolean;
  /** Moves to foundations alone win from here. */
  canFinish: boolean;
  won: boolean;
  /** It has come to its end, and there was hardly anything to choose on the way. */
  luck: boolean;
  over: boolean;
  /** It counts neither as won nor as lost: moves of the solver stand in it, or it began elsewhere. */
  practice: boolean;
  /** It was won before, and counts as that. */
  wasWon: boolean;
  seconds: number;
  said: string;
  changed: string[];
  auto: string[];
  /** What became of the file of a person's plays, where something did. */
  notice: string | null;
  /** Of a new play: was the one that it was begun for lost by that? */
  lost?: boolean;
  /** Of a play just begun, where games of its family are new to the person. */
  tour?: TourData | null;
  /** At the start of a play: ask whether to show verdicts? */
  asks?: boolean;
}

/** The solver's answer about a position. */
export interface Advice {
  state: "working" | "done";
  result: "won" | "lost" | "unknown" | "";
  /** How many moves the known winning line still has. */
  moves?: number | null;
  /** Its first move. */
  hint?: string | null;
  lost_by?: { step: number; said: string } | null;
  /** Why the solver cannot answer. */
  error?: string | null;
  /** Why the server did not answer; set by the page. */
  trouble?: string;
}

export interface GameOption {
  name: string;
  /** "falls on:", as it stands before an answer. */
  label: string;
  about: string;
  default: string;
  pattern: string;
  kind: "digits" | "suits" | "choice";
  /** Of a choice: what may be answered. */
  answers: { id: string; name: string; about: string; sources: string[] }[];
}

/** Answers to a game's choices that have a name together. */
export interface Combination {
  name: string;
  /** In every language. */
  names: string[];
  aliases: string[];
  options: Record<string, string>;
}

export interface GameInfo {
  id: string;
  name: string;
  family: string;
  /** In every language. */
  names: string[];
  aliases: string[];
  decks: number;
  about: string;
  parent: string | null;
  options: GameOption[];
  combinations: Combination[];
  /** It is a definition of the person's own. */
  own: boolean;
  stats: { played: number; won: number };
  /** When a move was last made in it, in seconds since 1970; 0 for never. */
  last: number;
  /** What Cadogan measured: between which shares of its deals can be won. */
  measured?: { low: number; high: number } | null;
  /** How often it can be won, and simple play wins it, in words. */
  odds: string;
  /** How often it can be won, the same in as few words; empty where nothing was measured. */
  share: string;
}

/** What came of some plays. */
export interface Figures {
  played: number;
  won: number;
  lost: number;
  streak: number;
  best_streak: number;
  fewest_steps: number | null;
  best_seconds: number | null;
  /** Between these lies the share won in the long run, with 95 % certainty. */
  low: number;
  high: number;
}

/** Published odds. */
export interface Odds {
  low: number;
  high: number;
  said: string;
  /** Language of the text. */
  language: string;
}

/** The plays of a game, or of a game with its house rules. */
export interface Summed {
  game: string;
  name: string;
  options?: Record<string, string>;
  stats: Figures;
  odds: Odds | null;
}

/** All plays of a person that have ended. */
export interface Records {
  all: Figures;
  mains: { game: string; stats: Figures }[];
  games: (Summed & { main: string })[];
  forms: Summed[];
  last: {
    play: string;
    game: string;
    name: string;
    deal: string;
    address: string | null;
    won: boolean;
    steps: number | null;
    seconds: number | null;
    ended: number;
  }[];
}

/** What kind of game a game is. */
export interface Traits {
  luck: "luck" | "both" | "skill";
  length: "short" | "medium" | "long";
  /** Published share of won deals. */
  odds: number | null;
}

/** A game with its options. */
export interface Way {
  game: GameInfo;
  options: Record<string, string>;
}

export interface Unfinished {
  play: string;
  name: string;
  game: string;
  deal: string;
  address: string;
  steps: number;
  /** No move is left, but some can be taken back. */
  over: boolean;
  practice: boolean;
  /** It was won before it was taken back. */
  wasWon: boolean;
  /** Seconds since 1970. */
  updated: number;
}

/** How a game's table looks at the start. */
export interface Picture {
  layout: Layout;
  piles: Record<string, string[]>;
  down: Record<string, number>;
  covered: string[];
}

/** A definition file of the person's own, as it is kept. */
export interface DeskFile {
  id: string;
  text: string;
  /** Changes when the file does. */
  seen: string;
}

/** A text at the desk; without an id it has no file yet. */
export interface Begun {
  id: string | null;
  text: string;
  seen: string | null;
  /** Under which what is not saved is kept. */
  key: string;
}

/** A text that is not saved. */
export interface Draft {
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  seen: string | null;
}

/** What is wrong with a text; line 0: with the whole. */
export interface Fault {
  said: string;
  key: string;
  line: number;
  column: number;
  length: number;
}

/** What came of trying a text. */
export interface Tried {
  /** In the order in which they were found. */
  faults: Fault[];
  games: { id: string; name: string }[];
  shown: { id: string; name: string; deal: string; picture: Picture; markdown: string } | null;
}

/** Where one writes in a text: at the heading of a table, a key, or a value. */
export interface Context {
  kind: "header" | "key" | "value";
  /** The tables it stands in; of a value with its key. */
  path: string[];
  typed: string;
  /** Where what is typed begins. */
  from: number;
  /** The quote that has been opened. */
  quoted?: string | undefined;
  /** Within a table that is written in one line. */
  inline?: boolean;
}

/** Something that may be written. */
export interface Suggestion {
  word: string;
  insert: string;
  about: string;
}

/** As much of JSON Schema as that of definitions uses. */
export interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** What a person has not finished, and what became of the file it is kept in. */
export interface Shelf {
  plays: Unfinished[];
  notice: string | null;
}

export interface Settings {
  auto: "off" | "safe" | "all";
  deck: string;
  back: string;
  motion: "normal" | "fast" | "off";
  oneTap: boolean;
  mirrored: boolean;
  /** On a phone held upright the stock lies near the thumb. */
  thumb: boolean;
  /** Ask before leaving an unfinished play? Otherwise it is kept. */
  confirm: boolean;
  keys: boolean;
  theme: "auto" | "light" | "dark";
  table: "green" | "blue" | "wood";
  clock: boolean;
  /** Show whether the game can still be won; null: the question is still open. */
  verdict: boolean | null;
  /** Cards are heard. */
  sound: boolean;
  /** New deals are proved to be winnable. */
  winnable: boolean;
  /** "auto": the browser's language; otherwise the code of a language. */
  language: string;
  /** Games, by their ids. */
  favourites: string[];
}

/** What lies under a finger: a pile and the card's index (-1: the empty space). */
export interface Hit {
  pile: string;
  index: number;
}

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

// --- within the page ---

/** Value of an attribute, or a listener. */
// biome-ignore lint/suspicious/noExplicitAny: each listener names the kind of event that it takes.
export type Attr = string | number | boolean | null | undefined | ((event: any) => void);

/** A card and its element. */
export interface Card {
  el: HTMLElement;
  /** "TH" or "??". */
  text: string;
  x: number;
  y: number;
  rot: number;
  z: number;
  pile: string;
  index: number;
  flight: Animation | null;
  /** Key of the index drawn in its visible strip; "" where the face is enough. */
  corner: string;
  /** Dragged: the pointer decides its place. */
  held: boolean;
}

/** A card on its way from where it was seen. */
export interface Journey {
  card: Card;
  /** The transform there. */
  from: string;
  turned: boolean;
}

export interface Pile {
  spec: PileSpec;
  /** Spoken name. */
  name: string;
  el: HTMLElement;
  /** The empty space. */
  slot: HTMLElement;
  /** Outline of the whole pile, drawn above its cards. */
  frame: HTMLElement;
  /** How many cards lie in a stock. */
  count: HTMLElement;
  cards: Card[];
  place: Place | null;
}

/** One pile, in pixels. */
export interface Place {
  x: number;
  y: number;
  /** Degrees. */
  rot: number;
  /** Where the first card lies. */
  slot: Rect;
  /** From the first card to a little beyond the last: what a drop may hit. */
  area: Rect;
  /** Bottom to top. */
  cards: { x: number; y: number; hidden: boolean }[];
  /** Of each card so many pixels are seen, from its left edge or from its top. */
  strip: { side: boolean; seen: number[] };
}

/** A pile and the room that it has. */
export interface Measured {
  pile: Unit;
  count: number;
  down: number;
  /** How far the last card's corner may go from the first's. */
  space: number;
}

/** A clock face. */
export interface Ring {
  /** Centre. */
  x: number;
  y: number;
  /** Half its width. */
  rx: number;
  /** Half its height. */
  ry: number;
  hours: { text: string; x: number; y: number }[];
}

export interface Geometry {
  /** Card width. */
  cw: number;
  /** Card height. */
  ch: number;
  places: Map<string, Place>;
  ring: Ring | null;
  /** Do the rows run downwards, although texts speak of left and right? */
  turned: boolean;
}

export interface Room {
  width: number;
  height: number;
  mirrored: boolean;
  /** On a phone held upright, does the stock lie near the thumb? */
  thumb?: boolean;
}

/** One pile in card widths, later in pixels. */
export interface Unit {
  spec: PileSpec;
  x: number;
  y: number;
  /** The way from card to card, which may lead to the left or upwards. */
  vx: number;
  vy: number;
  min: number;
  /** Its least length, of the last card's corner from the first's. */
  reach: number;
  /** Does it lie in the row near the thumb? */
  hand: boolean;
}

/** How the table answers gestures. */
export interface GestureHandlers {
  /** Did it lay chosen cards down? */
  tap(hit: Hit, twice: boolean): boolean;
  /** May these cards be taken in hand at all? */
  lift(hit: Hit): boolean;
  /** Where they may go. */
  targets(hit: Hit): Targets;
  drop(hit: Hit, target: string): void;
  /** A tap beside every pile, or a drag that went nowhere. */
  nothing(): void;
}

export interface Targets {
  /** Every pile that a drop may hit. */
  legal: Set<string>;
  /** Those worth outlining: of several that mean the same, one. */
  shown: Set<string>;
}

/** What the keyboard asks of the page, beyond the board. */
export interface Commands {
  /** End a search for a deal: was there one? */
  stop(): boolean;
  hint(): void;
  fresh(): void;
  winnable(): void;
  restart(): void;
  number(): void;
  rules(): void;
  stats(): void;
  options(): void;
  /** Rare actions. */
  extra(name: Extra): void;
}

export type Extra =
  | "tour"
  | "movable"
  | "find"
  | "pause"
  | "review"
  | "solution"
  | "rescue"
  | "bookmark"
  | "returning"
  | "history"
  | "question"
  | "sound";

/** A line of steps: the play's own, or so many of its steps and then others. */
export interface Line {
  after: number;
  steps: string[] | null;
}

/** A line of steps, and the places that a play can return to. */
export interface ReviewData {
  revision: number;
  /** How many steps of the play stand. */
  done: number;
  steps: string[];
  said: string[];
  /** Does the line end with the game won? */
  won: boolean;
  /** Does it hold moves that were not the person's own? */
  lent: boolean;
  /** `shared` is with how many steps of the play it begins; `gone` are lines that were left. */
  marks: { number: number; gone: boolean; steps: string[]; shared: number }[];
}

/** What is known of each place of a play. */
export interface Verdicts {
  state: "working" | "done";
  results: string[];
  /** The step that threw the win away. */
  thrown: number | null;
  /** Why the solver cannot answer. */
  error?: string | null;
}

/** A play in the list of a game's plays. */
export interface Kept {
  play: string;
  name: string;
  deal: string;
  address: string;
  state: "open" | "over" | "left" | "again" | "won";
  ended: boolean;
  /** It was won, whatever became of it, and not as practice. */
  won: boolean;
  /** It counts neither way. */
  practice: boolean;
  steps: number;
  seconds: number;
  updated: number;
}

/** What pages may ask of the app. */
export interface Hands {
  /**
   * `leaving` is a play to give up, `wish` a search for a winnable deal, and false any deal, whatever
   * the settings. Resolves to whether the other play counts as lost.
   */
  start(
    game: string,
    deal: string | null,
    options: Record<string, string>,
    leaving?: string,
    wish?: Wish | false,
  ): Promise<boolean>;
  goOn(play: Unfinished): Promise<void>;
  fetchPlay(play: string): Promise<View>;
  games(): Promise<GameInfo[]>;
  /** Give a play up. */
  leave(play: string): Promise<Shelf>;
  /** Open what was copied. */
  open(copied: {
    text: string;
    game: string | null;
    options: Record<string, string>;
  }): Promise<void>;
  /** The play on the table. */
  view(): View | null;
  /** Follow a link inside the program. */
  follow(event: MouseEvent): void;
}

/** What the review panel may ask of the play beside it. */
export interface ReviewActions {
  /** Do something that makes a new view. */
  act(what: string, more?: Record<string, unknown>): Promise<void>;
  bookmark(): Promise<void>;
  rescue(): Promise<void>;
  solution(): Promise<void>;
}

/** A search for a deal that is proved winnable; `signal` aborts it. */
export interface Wish {
  signal: AbortSignal;
  difficulty?: "easy" | "medium" | "hard";
}

/** The lines that the server writes before service-worker.js. */
declare global {
  const STAMP: string;
  const LANGUAGE: string;
  const FILES: string[];
}

/** A newcomer's tour, with the words on its buttons. */
export interface TourData {
  family: string;
  steps: TourStep[];
  words: { back: string; next: string; play: string; end: string };
}

/** A step of a newcomer's tour. */
export interface TourStep {
  title: string;
  text: string;
  /** Piles that it points at. */
  piles: string[];
  /** Tools that it points at, by their drawings. */
  tools: string[];
}

/** A move as it is drawn beside the rules. */
export interface Drawn {
  cards: string[];
  /** The card that they go to; none is a space. */
  on: string[];
  /** Cards that matter besides: that to the left of a gap. */
  beside: string[];
  how: "onto" | "into" | "with" | "out";
  told: string;
}

/** A move that is allowed and one that is refused. */
export interface Lesson {
  /** The heading of the rules page below which it belongs. */
  section: string;
  title: string;
  allowed: Drawn | null;
  refused: Drawn | null;
}
