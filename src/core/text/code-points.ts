/** The length in code points, as in JSON Schema. JavaScript's `length` counts an emoji twice. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Compares by code units: the same order on every machine, unlike a locale's. */
export const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
