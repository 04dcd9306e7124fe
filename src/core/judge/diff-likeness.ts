import { changedLines } from "../change/changed-lines.ts";

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
  for (const line of changesOf(diff.split("\n", MAX_LINES * 4)).slice(0, MAX_LINES)) {
    for (const word of line.slice(1, 400).matchAll(/\p{L}{2,40}|[^\s\p{L}\p{N}_"'`]{1,3}/gu)) {
      words.add(`${line[0]}${word[0].toLowerCase()}`);
      if (words.size >= MAX_WORDS) return words;
    }
  }
  return words;
}

/** Where there is no hunk, what begins as the lines of one do. */
function changesOf(lines: readonly string[]): readonly string[] {
  const changed = [...changedLines(lines)];
  return changed.length > 0 ? changed : lines.filter((line) => /^(?:\+(?!\+\+)|-(?!--))/.test(line));
}
