/** Card animations: each card is already at its target, and the animation shows its path. */

/** @import {Journey} from "./types.js" */

import { pace } from "./settings.js";

const RAISED = 50000;

/** @param {{x: number, y: number, rot: number}} at */
export function transform({ x, y, rot }) {
  return `translate(${x}px,${y}px)${rot ? ` rotate(${rot}deg)` : ""}`;
}

/**
 * Animate cards from where they were to where they are now.
 *
 * @param {Journey[]} journeys in the order of departure
 * @param {() => void} landed called once
 */
export function travel(journeys, landed) {
  const duration = pace();
  const stagger = Math.min(14, 500 / Math.max(1, journeys.length)) * (duration / 170);
  let flying = 0;
  for (const [i, { card, from, turned }] of journeys.entries()) {
    card.flight?.cancel();
    card.flight = null;
    if (!duration) continue;
    const to = transform(card);
    // A card that turns over opens from its edge.
    const start = turned ? `${from} scaleX(0.06)` : from;
    const flight = card.el.animate([{ transform: start }, { transform: to }], {
      duration: turned ? duration * 1.15 : duration,
      delay: i * stagger,
      easing: "cubic-bezier(.25,.7,.25,1)",
      fill: "backwards",
    });
    card.flight = flight;
    card.el.style.zIndex = String(RAISED + i);
    flying += 1;
    const done = () => {
      if (card.flight === flight) {
        card.flight = null;
        card.el.style.zIndex = String(card.z);
      }
      flying -= 1;
      if (!flying) landed();
    };
    flight.onfinish = done;
    flight.oncancel = done;
  }
  if (!flying) landed();
}
