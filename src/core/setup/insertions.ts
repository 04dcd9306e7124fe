/** Inserted text, with a UTF-16 offset into the text before the insertion. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Applies insertions, which must be sorted by offset. */
export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const insertion of insertions) {
    parts.push(text.slice(from, insertion.at), insertion.text);
    from = insertion.at;
  }
  return [...parts, text.slice(from)].join("");
}

/** Removes insertions; undefined if one of them is not where it was. */
export function removeInsertions(text: string, insertions: readonly Insertion[]): string | undefined {
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
