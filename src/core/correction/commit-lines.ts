/** A line without what formatters change: white space, kinds of quotes, a comma or semicolon at its end. */
export const lineKey = (line: string): string =>
  line
    .replace(/\s+/g, "")
    .replace(/['`]/g, '"')
    .replace(/[,;]+$/, "");

/** Long enough to recognise the line by, and not only brackets or a keyword. */
export const isDistinctive = (key: string): boolean =>
  key.length >= 8 && /\p{L}{3}|\p{L}\p{L}.*\p{L}\p{L}/u.test(key);

/** Lines wrapped anew are the same text. */
const textKey = (lines: readonly string[]): string =>
  lines.map(lineKey).join("").replace(/[,;]/g, "").replace(/[()]/g, "");

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s+(?:\*|\{[^}]*\})\s+from\b|(?:const|let|var)\s+[\w{}\s,:]+=\s*(?:await\s+)?(?:require|import)\(|use\s+[\w:]+|#include\b|using\s+[\w.]+;|require(?:_relative)?\s|\}\s*from\s|[\w\s,]+,?$)/;
const VERSION = /\bv?\d+(?:\.\d+)+(?:-[\w.]+)?\b|\b\d{4}-\d{2}-\d{2}\b|\b[0-9a-f]{32,64}\b/g;

/** Whether a change only formats, reorders, imports, or changes versions. */
export function isFormatting(before: readonly string[], after: readonly string[]): boolean {
  const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.trim() !== "");
  const [old, fresh] = [filled(before), filled(after)];
  if (textKey(old) === textKey(fresh)) return true;
  const all = [...old, ...fresh];
  if (
    all.every((line) => IMPORT.test(line)) &&
    all.some((line) => /\b(?:import|use|require|include|using)\b/.test(line))
  )
    return true;
  const sorted = (lines: readonly string[]): string => lines.map(lineKey).toSorted().join("\n");
  if (sorted(old) === sorted(fresh)) return true;
  const unversioned = (lines: readonly string[]): string =>
    textKey(lines.map((line) => line.replace(VERSION, "0")));
  return old.length > 0 && fresh.length > 0 && unversioned(old) === unversioned(fresh);
}

const wordsIn = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(
    lines
      .join("\n")
      .slice(0, 8_000)
      .match(/\p{L}[\p{L}\d_]*|\d+/gu) ?? [],
  );

/** How many of the words of two texts are the same, from 0 to 1. */
export function wordOverlap(before: readonly string[], after: readonly string[]): number {
  const [old, fresh] = [wordsIn(before), wordsIn(after)];
  if (old.size === 0 || fresh.size === 0) return 0;
  const shared = [...old].filter((word) => fresh.has(word)).length;
  return shared / Math.min(old.size, fresh.size);
}

/** The words that a change takes out and puts in: the same for each place that a codemod changes. */
export function changedWords(before: readonly string[], after: readonly string[]): string {
  const [old, fresh] = [wordsIn(before), wordsIn(after)];
  const out = [...old].filter((word) => !fresh.has(word)).toSorted();
  const put = [...fresh].filter((word) => !old.has(word)).toSorted();
  return `${out.join(" ")}>${put.join(" ")}`;
}
