/** Icons that the first board does not need; modules that use them import this file. */

import { STROKES } from "./dom.js";

Object.assign(STROKES, {
  options:
    "M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 1 0-4 0M7 17a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  star: "m12 4 2.5 5.2 5.7.7-4.2 3.9 1.1 5.7-5.1-2.8-5.1 2.8 1.1-5.7L3.8 9.9l5.7-.7z",
  calendar: "M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7",
  filter: "M4 5h16l-6 7.5V19l-4-2v-4.5z",
  before: "m15 5-7 7 7 7",
  after: "m9 5 7 7-7 7",
  open: "M9 4h6v3H9zM9 5.5H6V20h12V5.5h-3M12 10v7M9 14l3 3 3-3",
  stats: "M5 20V11M12 20V4M19 20v-6",
  rules: "M5 4h10a4 4 0 0 1 4 4v12H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6",
  way: "M4 12h15M13 6l6 6-6 6",
  tour: "M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M15.5 8.5l-2 5-5 2 2-5z",
  wrong: "M6 6l12 12M18 6 6 18",
  winnable: "m4 13 5 5L20 6",
  share: "M12 15V4M8 7.5 12 3.5l4 4M8 11H5v9h14v-9h-3",
  number: "M9 4 7 20M17 4l-2 16M4 9h16M4 15h16",
  auto: "M13 3 5 14h6l-1 7 8-11h-6z",
  review: "M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1",
  solution: "M5 4v16M10 5v14l10-7z",
  bookmark: "M7 4h10v16l-5-4-5 4z",
  find: "M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0M15.5 15.5 21 21",
  movable: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  pause: "M9 5v14M15 5v14",
  history: "M5 12a7 7 0 1 0 2.3-5.2M5 4v4h4M12 8v4l3 2",
  first: "M6 5v14M18 6l-9 6 9 6z",
  back: "M16 6l-8 6 8 6z",
  forward: "M8 6l8 6-8 6z",
  last: "M18 5v14M6 6l9 6-9 6z",
});
