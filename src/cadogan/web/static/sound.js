/** Card sounds, synthesized from noise and a few tones, and vibrations; off unless the settings enable them. */

/** @import {View} from "./types.js" */
/** @import {Table} from "./table.js" */

import { canVibrate, pace, settings } from "./settings.js";

/** Created for the first sound, because browsers require a user gesture before it. @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;
/** @type {Set<Table>} */
const heard = new Set();

/** Play a tone that fades. @param {AudioContext} audio @param {number} pitch in hertz @param {number} after seconds @param {number} length */
function tone(audio, pitch, after, length) {
  const from = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const level = new GainNode(audio, { gain: 0 });
  level.gain.setValueAtTime(0, from);
  level.gain.linearRampToValueAtTime(0.12, from + 0.015);
  level.gain.exponentialRampToValueAtTime(0.001, from + length);
  source.connect(level).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}

/** Play the sound of a card on cloth: a short noise, duller at a lower pitch. @param {AudioContext} audio @param {number} pitch @param {number} after */
function tap(audio, pitch, after) {
  if (!noise) {
    noise = new AudioBuffer({ length: audio.sampleRate / 10, sampleRate: audio.sampleRate });
    const wave = noise.getChannelData(0);
    for (let i = 0; i < wave.length; i++)
      wave[i] = (Math.random() * 2 - 1) * (1 - i / wave.length) ** 6;
  }
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.9 });
  const level = new GainNode(audio, { gain: 0.5 });
  source.connect(filter).connect(level).connect(audio.destination);
  source.start(audio.currentTime + after);
}

/** Return the name of the sound for a new view, or "". @param {View} view @param {View | null} before */
export function soundOf(view, before) {
  if (before?.play !== view.play || before.revision === view.revision) return "";
  if (view.won && !before.won) return "won";
  if (!view.changed.length) return "";
  const up = view.changed.some(
    (name) =>
      name.startsWith("f") && (view.piles[name]?.length ?? 0) > (before.piles[name]?.length ?? 0),
  );
  return up ? "up" : "card";
}

/** Vibrations in milliseconds, with pauses between them. @type {Record<string, number[]>} */
const PULSES = { card: [12], up: [12], refused: [25, 60, 25], won: [40, 60, 40, 60, 120] };

/** Vibrate for an event; without motion, a win is as short as a card. @param {string} kind */
function vibrate(kind) {
  // Browsers write a warning if a page vibrates before the first touch.
  if (!settings.haptics || !canVibrate || !navigator.userActivation.hasBeenActive) return;
  navigator.vibrate(PULSES[kind === "won" && !pace() ? "card" : kind] ?? []);
}

/** Start the sounds and vibrations for the cards of a table. @param {Table} table */
export function listenTo(table) {
  if (heard.has(table)) return;
  heard.add(table);
  /** @type {View | null} */
  let before = table.view;
  table.refused = () => vibrate("refused");
  table.watchers.add((view) => {
    const kind = soundOf(view, before);
    before = view;
    if (kind) vibrate(kind);
    if (!kind || !settings.sound) return;
    context ??= new AudioContext();
    const audio = context;
    // Skip the sound if the browser is not ready to play it.
    audio.resume().catch(() => undefined);
    if (kind === "won") {
      for (const [i, pitch] of [523, 659, 784, 1047].entries()) tone(audio, pitch, i * 0.11, 0.5);
    } else {
      const pitch = kind === "up" ? 2600 : 1500;
      for (let i = 0; i <= Math.min(view.auto.length, 5); i++) tap(audio, pitch, i * 0.07);
    }
  });
}
