/** Types of the server's JSON, and types shared by modules. */

/** Place of a pile in the layout. */
export interface PileSpec {
  /** Pile name as used in moves: "t3", "w". */
  name: string;
  kind: string;
  /** Label on the empty pile; "1".."12" forms a clock face. */
  label: string;
  /** Horizontal position in card widths. */
  x: number;
  /** Vertical position in card heights. */
  y: number;
  /** `y` in the arrangement with the stock's row at the bottom, near the thumb. */
  near?: number;
  /** Horizontal distance to the next card, in card widths. */
  dx: number;
  /** Vertical distance to the next card, in card heights. */
  dy: number;
  /** Rotation in degrees. */
  rot: number;
  /** Direction of growth: "down", "right", "left", "up", "out" (away from the middle) or "". */
  grow: string;
  /** Number of cards that must fit without squeezing the fan. */
  min: number;
}

export interface Arrangement {
  width: number;
  height: number;
  piles: PileSpec[];
  /** Whether the rows are columns in the other arrangement. */
  turned?: boolean;
}

export type Layout = Arrangement & { portrait?: Arrangement | null; low?: Arrangement | null };

export interface Move {
  /** The move as text: "t3-t5x4", "deal". */
  move: string;
  /** "move", or the name of a special move such as "deal". */
  kind: string;
  /** Name of the source pile, or "". */
  source: string;
  /** Name of the target pile, or "". */
  target: string;
  count: number;
  /** Equivalent target piles. */
  also: string[];
  /** For a removal: the piles whose top cards leave play, or `w@5` for the fifth card from the top. */
  piles?: string[];
  /** For a special move: the label of its button. */
  label?: string;
  /** The name of the icon on that button. */
  icon?: string;
  /** Whether a tap on the stock makes this move. */
  byStock?: boolean;
}

/** View of a play, as the server sends it. */
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
  /** Cards by pile, bottom to top; "??" is a face-down card. */
  piles: Record<string, string[]>;
  down: Record<string, number>;
  /** Piles covered by other piles: their cards cannot be taken. */
  covered: string[];
  /** Labels by pile: the card that begins an empty pile, or the digit that it ends on and its next card. */
  markers: Record<string, { label?: string; ends?: string; next?: string }>;
  /** The legal moves, best first. */
  moves: Move[];
  counters: { label: string; value: number | string }[];
  /** The current score in a game with points. */
  score: number | null;
  steps: number;
  /** For a place in a review: the number of steps that lead to it. */
  at?: number;
  canUndo: boolean;
  canRedo: boolean;
  canAuto: boolean;
  /** Whether the game can be won from here by moves to foundations alone. */
  canFinish: boolean;
  won: boolean;
  /** Whether the play is lost and the player hardly ever had a choice. */
  luck: boolean;
  over: boolean;
  /** Whether the play counts neither as won nor as lost, because it contains the solver's moves or
   * began elsewhere. */
  practice: boolean;
  /** Whether the play was won earlier and therefore counts as won. */
  wasWon: boolean;
  seconds: number;
  said: string;
  changed: string[];
  auto: string[];
  /** A message about the file of plays, if any. */
  notice: string | null;
  /** For a new play: whether starting it made another play count as lost. */
  lost?: boolean;
  /** For a new play: the tour, if the game's family is new to the player. */
  tour?: TourData | null;
  /** At the start of a play: whether to ask the player about showing verdicts. */
  asks?: boolean;
}

/** The solver's answer about a position. */
export interface Advice {
  state: "working" | "done";
  result: "won" | "lost" | "unknown" | "";
  /** The number of moves in the known winning line. */
  moves?: number | null;
  /** The first move of the winning line. */
  hint?: string | null;
  lost_by?: { step: number; said: string } | null;
  /** The reason why the solver cannot answer, if any. */
  error?: string | null;
  /** The reason, set by the page, why the server did not answer, if any. */
  trouble?: string;
}

export interface GameOption {
  name: string;
  /** The label before the answer, such as "falls on:". */
  label: string;
  about: string;
  default: string;
  pattern: string;
  kind: "digits" | "suits" | "choice";
  /** For a choice: the possible answers. */
  answers: { id: string; name: string; about: string; sources: string[] }[];
}

/** Named combination of answers to a game's choices. */
export interface Combination {
  name: string;
  /** The names in all languages. */
  names: string[];
  aliases: string[];
  options: Record<string, string>;
}

export interface GameInfo {
  id: string;
  name: string;
  family: string;
  /** The names in all languages. */
  names: string[];
  aliases: string[];
  decks: number;
  about: string;
  parent: string | null;
  options: GameOption[];
  combinations: Combination[];
  /** Whether the user has defined the game. */
  own: boolean;
  stats: { played: number; won: number };
  /** Time of the last move in this game, in seconds since 1970; 0 for never. */
  last: number;
  /** Measured interval for the share of winnable deals. */
  measured?: { low: number; high: number } | null;
  /** The measured odds in words: for winning at all, and for winning by simple play. */
  odds: string;
  /** The measured share of winnable deals in short form; empty without a measurement. */
  share: string;
}

/** Statistics for a set of plays. */
export interface Figures {
  played: number;
  won: number;
  lost: number;
  streak: number;
  best_streak: number;
  fewest_steps: number | null;
  best_seconds: number | null;
  /** Lower end of the 95% interval for the share won in the long run. */
  low: number;
  high: number;
}

/** Published odds. */
export interface Odds {
  low: number;
  high: number;
  said: string;
  /** The language of the text. */
  language: string;
}

/** Statistics for a game, or for a game with house rules. */
export interface Summed {
  game: string;
  name: string;
  options?: Record<string, string>;
  stats: Figures;
  odds: Odds | null;
}

/** Statistics for all the plays that the user has ended. */
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

/** Traits of a game, used by the filters. */
export interface Traits {
  luck: "luck" | "both" | "skill";
  length: "short" | "medium" | "long";
  /** Published share of won deals. */
  odds: number | null;
}

/** Game with options. */
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
  /** Whether the play has no moves left except undo. */
  over: boolean;
  practice: boolean;
  /** Whether the play was won before an undo. */
  wasWon: boolean;
  /** Time of the last change, in seconds since 1970. */
  updated: number;
}

/** Picture of a game's table at the start. */
export interface Picture {
  layout: Layout;
  piles: Record<string, string[]>;
  down: Record<string, number>;
  covered: string[];
}

/** Definition file of the user, as saved. */
export interface DeskFile {
  id: string;
  text: string;
  /** Edition of the file, which changes whenever the file changes. */
  seen: string;
}

/** A text in the editor; a text without an id has no file yet. */
export interface Begun {
  id: string | null;
  text: string;
  seen: string | null;
  /** The key of the text's draft. */
  key: string;
}

/** Unsaved text. */
export interface Draft {
  text: string;
  /** Time of the draft, in milliseconds since 1970. */
  at: number;
  seen: string | null;
}

/** Error in a text; line 0 means the whole text. */
export interface Fault {
  said: string;
  key: string;
  line: number;
  column: number;
  length: number;
}

/** Result of trying out a text. */
export interface Tried {
  /** The errors in the order in which they were found. */
  faults: Fault[];
  games: { id: string; name: string }[];
  shown: { id: string; name: string; deal: string; picture: Picture; markdown: string } | null;
}

/** Context of the caret: the heading of a table, a key, or a value. */
export interface Context {
  kind: "header" | "key" | "value";
  /** The enclosing tables, and the key of a value. */
  path: string[];
  typed: string;
  /** The start of the typed word. */
  from: number;
  /** The opening quote. */
  quoted?: string | undefined;
  /** Whether the caret is in an inline table. */
  inline?: boolean;
}

/** Suggestion for completion. */
export interface Suggestion {
  word: string;
  insert: string;
  about: string;
}

/** Subset of JSON Schema that the schema for definitions uses. */
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

/** Unfinished plays, and a message about the file of plays. */
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
  /** Whether the stock is near the thumb on a phone in portrait. */
  thumb: boolean;
  /** Whether to ask before leaving an unfinished play; otherwise the page keeps it. */
  confirm: boolean;
  keys: boolean;
  theme: "auto" | "light" | "dark";
  table: "green" | "blue" | "wood";
  clock: boolean;
  /** Whether to show the solver's verdict on each position; null until the user has answered. */
  verdict: boolean | null;
  /** Whether cards make sounds. */
  sound: boolean;
  /** Whether the phone vibrates when a card lands or a move is refused. */
  haptics: boolean;
  /** Whether the screen stays on while a play is open. */
  awake: boolean;
  /** Whether new deals must be proved to be winnable. */
  winnable: boolean;
  /** "auto" for the browser's language, or the code of a language. */
  language: string;
  /** The ids of favourite games. */
  favourites: string[];
}

/** A place on the board: a pile and the index of a card (-1: the empty pile). */
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
// biome-ignore lint/suspicious/noExplicitAny: each listener declares its own type of event.
export type Attr = string | number | boolean | null | undefined | ((event: any) => void);

/** Card with its element. */
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
  /** A key for the index in the visible strip; "" if the card's face shows its own index. */
  corner: string;
  /** Whether the player is dragging the card, so that the pointer determines its position. */
  held: boolean;
}

/** The animated flight of a card from its previous place. */
export interface Journey {
  card: Card;
  /** The transform at the previous place. */
  from: string;
  turned: boolean;
}

export interface Pile {
  spec: PileSpec;
  /** Spoken name. */
  name: string;
  el: HTMLElement;
  /** The element of the empty pile. */
  slot: HTMLElement;
  /** Outline of the whole pile, drawn above its cards. */
  frame: HTMLElement;
  /** The number of cards in a stock. */
  count: HTMLElement;
  cards: Card[];
  place: Place | null;
}

/** Place of a pile in pixels. */
export interface Place {
  x: number;
  y: number;
  /** Rotation in degrees. */
  rot: number;
  /** The place of the first card. */
  slot: Rect;
  /** The target area for drops, from the first card to slightly beyond the last. */
  area: Rect;
  /** The cards, bottom to top. */
  cards: { x: number; y: number; hidden: boolean }[];
  /** The visible pixels of each card, from its left edge or from its top. */
  strip: { side: boolean; seen: number[] };
}

/** Pile with the space available for it. */
export interface Measured {
  pile: Unit;
  count: number;
  down: number;
  /** The maximum distance of the last card from the first. */
  space: number;
}

/** Clock face. */
export interface Ring {
  /** Horizontal centre. */
  x: number;
  y: number;
  /** Half the width of the clock face. */
  rx: number;
  /** Half the height of the clock face. */
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
  /** Whether the rows run downwards although texts refer to left and right. */
  turned: boolean;
}

export interface Room {
  width: number;
  height: number;
  mirrored: boolean;
  /** Whether the stock is near the thumb, on a phone in portrait. */
  thumb?: boolean;
}

/** Pile that is being fitted, measured in card widths and later in pixels. */
export interface Unit {
  spec: PileSpec;
  x: number;
  y: number;
  /** Horizontal part of the step from card to card; negative steps lead to the left. */
  vx: number;
  vy: number;
  min: number;
  /** The minimum distance of the last card from the first. */
  reach: number;
  /** Whether the pile is in the row near the thumb. */
  hand: boolean;
}

/** The table's handlers for gestures. */
export interface GestureHandlers {
  /** Handle a tap; return whether it moved chosen cards. */
  tap(hit: Hit, twice: boolean): boolean;
  /** Return whether these cards may be dragged. */
  lift(hit: Hit): boolean;
  /** Return the targets of these cards. */
  targets(hit: Hit): Targets;
  drop(hit: Hit, target: string): void;
  /** Handle a tap outside all piles, or a drag without a target. */
  nothing(): void;
}

export interface Targets {
  /** All legal target piles. */
  legal: Set<string>;
  /** The target piles to outline: one from each set of equivalent piles. */
  shown: Set<string>;
}

/** Keyboard commands that act outside the board. */
export interface Commands {
  /** Stop a search for a deal; return whether there was one. */
  stop(): boolean;
  hint(): void;
  fresh(): void;
  winnable(): void;
  restart(): void;
  number(): void;
  rules(): void;
  stats(): void;
  options(): void;
  /** Run a rarely used action. */
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

/** Line of steps: the play's own, or its first `after` steps followed by others. */
export interface Line {
  after: number;
  steps: string[] | null;
}

/** Line of steps with the play's bookmarks and abandoned lines. */
export interface ReviewData {
  revision: number;
  /** The number of the play's current steps. */
  done: number;
  steps: string[];
  said: string[];
  /** Whether the line ends with a win. */
  won: boolean;
  /** Whether the line contains moves that were not the player's own. */
  lent: boolean;
  /** `shared` is the number of steps it shares with the play; `gone` marks abandoned lines. */
  marks: { number: number; gone: boolean; steps: string[]; shared: number }[];
}

/** The verdicts for all places in a play. */
export interface Verdicts {
  state: "working" | "done";
  results: string[];
  /** The number of the step that lost the game. */
  thrown: number | null;
  /** The reason why the solver cannot answer, if any. */
  error?: string | null;
}

/** Entry in the list of a game's plays. */
export interface Kept {
  play: string;
  name: string;
  deal: string;
  address: string;
  state: "open" | "over" | "left" | "again" | "won";
  ended: boolean;
  /** Whether the play was ever won, except in practice. */
  won: boolean;
  /** Whether the play counts neither as won nor as lost. */
  practice: boolean;
  steps: number;
  seconds: number;
  updated: number;
}

/** Functions that the app provides for its pages. */
export interface Hands {
  /**
   * Start a play. `leaving` is a play to give up. `wish` is a search for a winnable deal, or false
   * for any deal whatever the settings. The promise resolves to whether the other play counts as
   * lost.
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
  /** Give up a play. */
  leave(play: string): Promise<Shelf>;
  /** Open a pasted text. */
  open(copied: {
    text: string;
    game: string | null;
    options: Record<string, string>;
  }): Promise<void>;
  /** Return the view of the play on the table. */
  view(): View | null;
  /** Follow a link inside the program. */
  follow(event: MouseEvent): void;
  /** Go to an address of the program without loading the page again. */
  visit(address: string): void;
}

/** Actions on the play for the review panel beside it. */
export interface ReviewActions {
  /** Send an action and show the new view. */
  act(what: string, more?: Record<string, unknown>): Promise<void>;
  bookmark(): Promise<void>;
  rescue(): Promise<void>;
  solution(): Promise<void>;
}

/** Search for a deal that is proved to be winnable; `signal` aborts the search. */
export interface Wish {
  signal: AbortSignal;
  difficulty?: "easy" | "medium" | "hard";
}

/** Values that the server inserts at the top of service-worker.js. */
declare global {
  const STAMP: string;
  const LANGUAGE: string;
  const FILES: string[];
  const LATER: string[];
  /** The path of a site on its host, without a trailing slash; the build inserts it. */
  const BASE: string;
}

/** Tour for newcomers, with the labels for its buttons. */
export interface TourData {
  family: string;
  steps: TourStep[];
  words: { back: string; next: string; play: string; end: string };
}

/** Step in a tour. */
export interface TourStep {
  title: string;
  text: string;
  /** The piles that the step points at. */
  piles: string[];
  /** The tools that the step points at, by their icons. */
  tools: string[];
}

/** Drawing of a move beside the rules. */
export interface Drawn {
  cards: string[];
  /** The cards at the target; empty for an empty pile. */
  on: string[];
  /** Other relevant cards, such as the card to the left of a gap. */
  beside: string[];
  how: "onto" | "into" | "with" | "out";
  told: string;
}

/** Example of a legal and an illegal move. */
export interface Lesson {
  /** The heading of the example's section on the rules page. */
  section: string;
  title: string;
  allowed: Drawn | null;
  refused: Drawn | null;
}
