/** Shorter names are too often near to something else, as HOST is to HOME. */
const MIN_LENGTH = 8;
const MAX_EDITS = 2;

/** Sentences on given names that differ from a known one by a slip of the pen. */
export function similarNames(given: readonly string[], known: readonly string[]): string[] {
  const exact = new Set(known);
  return given.flatMap((name) => {
    if (exact.has(name) || name.length < MIN_LENGTH) return [];
    const meant = known.find((candidate) => candidate.length >= MIN_LENGTH && edits(name, candidate) <= MAX_EDITS);
    return meant ? [`${name} is not a variable of this program: was ${meant} meant?`] : [];
  });
}

/** Levenshtein's distance: how many letters to insert, remove or replace. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
