import type { Edit } from "./edit.ts";
import { isWord } from "./edit-tokens.ts";
import type { Run } from "./shared-runs.ts";
import { KEYWORDS, STOP_WORDS } from "./stop-words.ts";

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")", "[": "]", "{": "}" };

/**
 * A run as a rule shows it: without the signs around it. In code, a value that differs from edit to edit is an
 * ellipsis: `lang="…"`.
 */
export function runText(edit: Edit, side: "removed" | "added", { from, to }: Run, isCode: boolean): string {
  const [text, tokens] =
    side === "removed" ? [edit.before, edit.beforeTokens] : [edit.after, edit.afterTokens];
  const run = text.slice(tokens[from]!.start, tokens[to - 1]!.end).replaceAll(/\s+/g, " ");
  if (!isCode) {
    const words = run.replace(/^[^\p{L}\p{N}$€£"“(]+/u, "");
    return words.endsWith(":") ? `${words} …` : words.replace(/[^\p{L}\p{N}%)"”]+$/u, "");
  }
  const bare = run.replace(/^[,;)\]}]+ ?/, "").replace(/[,;]+$/, "");
  const open = /=(["'[({])$/.exec(bare)?.[1];
  return open === undefined ? bare.replace(/[([{"']+$/, "").trim() : `${bare}…${CLOSING[open]}`;
}

/** Whether the words say something of themselves: not "the", not a lone comma. */
export function tellsSomething(
  type: "replace" | "strike" | "insert",
  removed: string,
  added: string,
  isWhole: boolean,
  isCode: boolean,
): boolean {
  const all = type === "insert" ? [added] : type === "strike" ? [removed] : [removed, added];
  if (all.some((words) => words === "")) return false;
  if (type === "replace" && removed.toLowerCase() === added.toLowerCase() && !isWhole) return false;
  if (isCode) {
    const operators = all.every((words) => /^\W{2,}$/.test(words)) && type === "replace";
    return (
      operators ||
      all.every(
        (words) => /[\p{L}_]{2}/u.test(words) && (type === "replace" || !KEYWORDS.has(words.toLowerCase())),
      )
    );
  }
  const meant = (words: string): boolean =>
    words.split(/\s+/).some((word) => isWord(word) && word.length > 1 && !STOP_WORDS.has(word.toLowerCase()));
  return all.every(isWhole ? (words) => /\p{L}/u.test(words) : meant);
}
