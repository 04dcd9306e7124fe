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
export const textKey = (lines: readonly string[]): string =>
  lines.map(lineKey).join("").replace(/[,;]/g, "").replace(/[()]/g, "");

const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|export\s+(?:\*|\{[^}]*\})\s+from\b|(?:const|let|var)\s[^=]{1,200}=\s*(?:await\s+)?(?:require|import)\(|(?:pub\s+)?use\s+[\w:]+|#include\b|using\s+[\w.]+;|require(?:_relative)?\s|\}\s*from\s)/;
/** A module in Go's list of imports. */
const MODULE = /^\s*(?:\w+\s+)?"[\w.@-]+\/[\w./@-]+"$/;
const NAME = /^(?:type )?(?:[\w:*]+(?: as \w+)?)?;?$/;
const VERSION =
  /\bv?\d+(?:\.\d+)+(?:-[\w.]+)?\b|\b\d{4}-\d{2}-\d{2}\b|\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b|\b[0-9a-f]{32,64}\b/g;
const COMMENT = /^\s*(?:\/\/+|\/\*+|\*+\/?|#+(?!include|!|\[)|--|<!--|;;+|"{3}|'{3})\s?/;

const filled = (lines: readonly string[]): readonly string[] => lines.filter((line) => line.trim() !== "");

/** Part of a list of names, such as those that are imported. */
const isNames = (line: string): boolean =>
  line
    .replace(/[{}]/g, "")
    .split(",")
    .every((name) => NAME.test(name.trim()));

/** Whether a change only formats, reorders, imports, comments code out or in, or changes versions. */
export function isFormatting(before: readonly string[], after: readonly string[]): boolean {
  const [old, fresh] = [filled(before), filled(after)];
  if (textKey(old) === textKey(fresh)) return true;
  const all = [...old, ...fresh];
  if (all.every((line) => IMPORT.test(line) || MODULE.test(line) || isNames(line))) return true;
  if (old.length === 0 || fresh.length === 0) return false;
  const sorted = (lines: readonly string[]): string => lines.map(lineKey).toSorted().join("\n");
  if (sorted(old) === sorted(fresh)) return true;
  const isSame = (change: (line: string) => string): boolean =>
    textKey(old.map(change)) === textKey(fresh.map(change));
  return isSame((line) => line.replace(VERSION, "0")) || isSame((line) => line.replace(COMMENT, ""));
}

/** From the start of a comment after code. */
const COMMENT_END = /\s(?:\/\/|#) .*$/;

/** Whether all that a change touches is comments. */
export function isComment(before: readonly string[], after: readonly string[]): boolean {
  if ([...filled(before), ...filled(after)].every((line) => COMMENT.test(line))) return true;
  const code = (lines: readonly string[]): string =>
    textKey(lines.filter((line) => !COMMENT.test(line)).map((line) => line.replace(COMMENT_END, "")));
  return code(before) === code(after);
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

/** The words that a change takes out. */
export function removedWords(before: readonly string[], after: readonly string[]): readonly string[] {
  const fresh = wordsIn(after);
  return [...wordsIn(before)].filter((word) => !fresh.has(word));
}
