/** The shapes that the server and the page exchange. Nothing here runs. */

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
}

export type Layout = Arrangement & {portrait?: Arrangement | null};

export interface Move {
  /** Its text: "t3-t5x4", "deal". */
  move: string;
  /** "move", "deal", "refill", "redeal" or "shift". */
  kind: string;
  /** Pile name or "". */
  source: string;
  /** Pile name or "". */
  target: string;
  count: number;
  /** Other piles that mean the same target. */
  also: string[];
}

/** Everything the page is told about a play. */
export interface View {
  play: string;
  revision: number;
  game: {id: string, name: string, options: Record<string, string>, deal: string, address: string};
  layout: Layout;
  /** Bottom to top; "??" lies face down. */
  piles: Record<string, string[]>;
  down: Record<string, number>;
  /** Best first. */
  moves: Move[];
  counters: {label: string, value: number | string}[];
  steps: number;
  canUndo: boolean;
  canRedo: boolean;
  canAuto: boolean;
  won: boolean;
  over: boolean;
  seconds: number;
  said: string;
  changed: string[];
  auto: string[];
}

export interface GameOption {
  name: string;
  about: string;
  default: string;
  pattern: string;
  kind: string;
}

export interface GameInfo {
  id: string;
  name: string;
  family: string;
  aliases: string[];
  decks: number;
  about: string;
  parent: string | null;
  options: GameOption[];
  stats: {played: number, won: number};
}

export interface Unfinished {
  play: string;
  name: string;
  game: string;
  deal: string;
  address: string;
  steps: number;
  /** Seconds since 1970. */
  updated: number;
}

export interface Settings {
  auto: "off" | "safe";
  deck: string;
  back: string;
  motion: "normal" | "fast" | "off";
  oneTap: boolean;
  mirrored: boolean;
  keys: boolean;
  theme: "auto" | "light" | "dark";
  clock: boolean;
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
