/** What games are called, compared as people type it. */

/** Letters only, without accents and case: what a search compares. @param {string} text */
export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/['’]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * A test whether something that has these names is looked for.
 *
 * @param {string} text as it was typed
 * @param {boolean} loosely forgive slips of the pen
 * @returns {(names: string[]) => boolean}
 */
export function sought(text, loosely) {
  const words = fold(text).split(" ").filter(Boolean);
  return (names) => {
    const all = ` ${fold(names.join(" "))}`;
    if (loosely) return words.every((word) => all.split(" ").some((known) => isSlip(word, known)));
    return words.every((word) => all.includes(` ${word}`) || (word.length > 2 && all.includes(word)));
  };
}

/** Are two words alike but for a slip or two? @param {string} word @param {string} known */
export function isSlip(word, known) {
  const most = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  if (Math.abs(word.length - known.length) > most) return false;
  /** How many slips lead from the beginning of one word to the beginnings of the other. */
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: known.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= word.length; i++) {
    const next = [i];
    for (let j = 1; j <= known.length; j++) {
      const same = word[i - 1] === known[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      // Two letters in the wrong order are one slip.
      if (word[i - 1] === known[j - 2] && word[i - 2] === known[j - 1]) least = Math.min(least, (before[j - 2] ?? 9) + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return (row[known.length] ?? 9) <= most;
}
