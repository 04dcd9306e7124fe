import type { CheckPlace } from "./run-check.ts";

/** The code with its places replaced, from the last to the first. A place that overlaps one that was replaced is left. */
export function applyFixes(
  code: string,
  places: readonly CheckPlace[],
): { readonly text: string; readonly applied: number } {
  let text = code;
  let applied = 0;
  let free = code.length + 1;
  for (const { start, end, replacement } of places.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    if (replacement === undefined || end > free || start > end) continue;
    if (text.slice(start, end) === replacement) continue;
    text = text.slice(0, start) + replacement + text.slice(end);
    free = start;
    applied++;
  }
  return { text, applied };
}
