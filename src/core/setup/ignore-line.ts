import type { Insertion } from "./insertions.ts";
import { lineEndOf } from "./line-end-of.ts";

const IGNORED = ".emend/";

/** Adds the line that keeps the store out of git, unless there is one. */
export function addIgnoreLine(text: string | null): readonly Insertion[] {
  if (text === null) return [{ at: 0, text: `${IGNORED}\n` }];
  const isThere = text.split("\n").some((line) => /^\/?\.emend\/?\**$/.test(line.trim()));
  if (isThere) return [];
  const newline = lineEndOf(text);
  const begin = text === "" || text === "\uFEFF" || text.endsWith("\n") ? "" : newline;
  return [{ at: text.length, text: `${begin}${IGNORED}${newline}` }];
}

/** Removes the last such line. */
export function removeIgnoreLine(text: string): string {
  const lines = text.split("\n");
  const at = lines.findLastIndex((line) => line.replace(/\r$/, "") === IGNORED);
  return at === -1 ? text : lines.toSpliced(at, 1).join("\n");
}
