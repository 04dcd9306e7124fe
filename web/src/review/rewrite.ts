/** Hedges that a sentence can do without. */
const HEDGES = /\b(?:maybe|perhaps|possibly|probably|arguably|ideally|just)\b,?\s*/gi;

interface Complaint {
  readonly code: string;
  readonly span?: { readonly start: number; readonly end: number };
}

/**
 * Removes hedges from the phrases that the lint complained about; null if there are none. The caller lints the result
 * again.
 */
export function rewriteOf(text: string, complaints: readonly Complaint[]): string | null {
  const spans = complaints.flatMap(({ code, span }) =>
    code === "advisory_wording" && span !== undefined ? [span] : [],
  );
  let rewritten = text;
  for (const { start, end } of spans.toSorted((a, b) => b.start - a.start)) {
    const { length } = text.slice(end).match(/^,?\s*/)![0];
    const phrase = rewritten.slice(start, end + length);
    const left = phrase.replace(HEDGES, "");
    const rest = left + rewritten.slice(end + length);
    rewritten = rewritten.slice(0, start) + (startsSentence(rewritten, start) ? capitalise(rest) : rest);
  }
  return rewritten === text || rewritten.trim() === "" ? null : rewritten;
}

const startsSentence = (text: string, at: number): boolean => {
  const before = text.slice(0, at).trimEnd();
  return before === "" || /[.!?:]$/.test(before);
};

const capitalise = (text: string): string => (text === "" ? text : text[0]!.toUpperCase() + text.slice(1));
