/** Longer words are no misspelling of a tag, and comparing them would cost more than the answer is worth. */
const MAX_LENGTH = 80;

/** The registered tag that was probably meant, or nothing when none is close. */
export function nearestTag(
  word: string,
  tags: readonly string[],
  /** How many letters may differ; a third of them if left out. */
  most = Math.max(2, Math.floor(word.trim().length / 3)),
): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const wanted = word
    .trim()
    .toLowerCase()
    .replace(/[-\s.]/g, "_");
  let best: string | undefined;
  let bestDistance = most + 1;
  for (const tag of tags) {
    if (tag.length > MAX_LENGTH || Math.abs(tag.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, tag);
    if (distance < bestDistance) [best, bestDistance] = [tag, distance];
  }
  // A word that shares no more than its length with the tag is not a misspelling of it.
  return best !== undefined && bestDistance < wanted.length ? best : undefined;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const swap = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(swap, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}
