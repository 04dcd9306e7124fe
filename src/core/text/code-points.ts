/** The length in code points, as in JSON Schema. JavaScript's `length` counts an emoji twice. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
