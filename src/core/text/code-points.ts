/** How long a text is to a reader, and to JSON Schema; JavaScript's own `length` counts an emoji twice. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
