const KEPT = 256 * 1024;
const GAP = "\n[…]\n";

/** The start and the end of a long text, where tools usually say what happened. */
export function headAndTail(text: string, kept = KEPT): string {
  if (text.length <= 2 * kept) return text;
  return text.slice(0, kept).toWellFormed() + GAP + text.slice(-kept).toWellFormed();
}
