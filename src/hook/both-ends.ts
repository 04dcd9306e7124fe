const KEPT = 256 * 1024;
const GAP = "\n[…]\n";

/** The beginning and the end of a long text, which is where tools say what happened. */
export function bothEnds(text: string, kept = KEPT): string {
  if (text.length <= 2 * kept) return text;
  return text.slice(0, kept).toWellFormed() + GAP + text.slice(-kept).toWellFormed();
}
