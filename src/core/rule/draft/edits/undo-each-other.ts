import type { Edit } from "./edit.ts";
import { isWord } from "./edit-tokens.ts";

/** Whether one edit turns X into Y and another Y into X. */
export function undoEachOther(edits: readonly Edit[]): boolean {
  const made = edits.map(replacements);
  return made.some((pairs, at) =>
    made.some((others, other) => other > at && [...pairs].some((pair) => others.has(turned(pair)))),
  );
}

const SPLIT = "\u0000";

function replacements({ hunks, beforeTokens, afterTokens }: Edit): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const { from, to, start, end } of hunks) {
    const removed = beforeTokens.slice(from, to).map(({ key }) => key);
    const added = afterTokens.slice(start, end).map(({ key }) => key);
    if (removed.length === 0 || added.length === 0 || ![...removed, ...added].some(isWord)) continue;
    pairs.add(`${removed.join(" ")}${SPLIT}${added.join(" ")}`);
  }
  return pairs;
}

const turned = (pair: string): string => pair.split(SPLIT).toReversed().join(SPLIT);
