const MAX_LINES = 400;
const MAX_WORDS = 2_000;

/** How much of what two corrections add and remove is the same, from 0 to 1; identifiers count by their parts. */
export function diffLikeness(a: string, b: string): number {
  const [one, other] = [changedWords(a), changedWords(b)];
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const word of one) if (other.has(word)) shared += 1;
  return shared / (one.size + other.size - shared);
}

function changedWords(diff: string): ReadonlySet<string> {
  const words = new Set<string>();
  let lines = 0;
  for (const line of diff.split("\n", MAX_LINES * 4)) {
    const sign = line[0];
    if ((sign !== "+" && sign !== "-") || line.startsWith("+++") || line.startsWith("---")) continue;
    lines += 1;
    if (lines > MAX_LINES) break;
    for (const word of line.slice(1, 400).matchAll(/\p{L}{2,40}|[^\s\p{L}\p{N}_"'`]{1,3}/gu)) {
      words.add(`${sign}${word[0].toLowerCase()}`);
      if (words.size >= MAX_WORDS) return words;
    }
  }
  return words;
}
