/** Text that was put in; the offset is UTF-16, in the text as it was before. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The text with all of them in; they come in the order of their offsets. */
export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const insertion of insertions) {
    parts.push(text.slice(from, insertion.at), insertion.text);
    from = insertion.at;
  }
  return [...parts, text.slice(from)].join("");
}

/** The text without them, or nothing where one of them does not stand in its place. */
export function takeOutInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
  const parts: string[] = [];
  let from = 0;
  let before = 0;
  for (const insertion of insertions) {
    const at = from + insertion.at - before;
    if (insertion.at < before || !text.startsWith(insertion.text, at)) return undefined;
    parts.push(text.slice(from, at));
    from = at + insertion.text.length;
    before = insertion.at;
  }
  return [...parts, text.slice(from)].join("");
}
