import { type Edit, type EditToken, isWord, KEYWORDS, STOP_WORDS } from "./edit.ts";

/** A run of tokens inside one hunk of one edit. */
export interface TokenRun {
  readonly edit: number;
  readonly hunk: number;
  readonly from: number;
  readonly to: number;
}

/** A run that several edits share, with all its occurrences. */
export interface SharedRun {
  readonly key: string;
  readonly length: number;
  readonly occurrences: readonly TokenRun[];
}

const MAX_RUN = 40;
const MAX_HUNK = 120;

/** The longest runs of removed (or added) tokens that at least `needed` edits share. */
export function sharedRuns(
  edits: readonly Edit[],
  side: "removed" | "added",
  needed: number,
): readonly SharedRun[] {
  const found = new Map<string, TokenRun[]>();
  const isCode = edits.some((edit) => edit.isCode);
  for (const [edit, { hunks, beforeTokens, afterTokens }] of edits.entries()) {
    for (const [hunk, { from, to, start, end }] of hunks.entries()) {
      if (side === "removed") collect(found, beforeTokens, { edit, hunk, from, to }, isCode);
      else collect(found, afterTokens, { edit, hunk, from: start, to: end }, isCode);
    }
  }
  const runs = [...found]
    .map(([key, occurrences]) => ({
      key,
      occurrences,
      length: occurrences[0]!.to - occurrences[0]!.from,
    }))
    .filter(({ occurrences }) => countEdits(occurrences) >= needed)
    .toSorted((a, b) => b.length - a.length);
  const kept: SharedRun[] = [];
  for (const run of runs) if (!kept.some((longer) => holds(longer, run))) kept.push(run);
  return kept;
}

export const countEdits = (occurrences: readonly TokenRun[]): number =>
  new Set(occurrences.map(({ edit }) => edit)).size;

/** Collects every run of a hunk by the keys of its tokens. Long hunks are truncated. */
function collect(
  found: Map<string, TokenRun[]>,
  tokens: readonly EditToken[],
  { edit, hunk, from, to }: TokenRun,
  isCode: boolean,
): void {
  const last = Math.min(to, from + MAX_HUNK);
  for (let start = from; start < last; start += 1) {
    let key = "";
    for (let end = start + 1; end <= last && end - start <= MAX_RUN; end += 1) {
      key += ` ${isCode ? tokens[end - 1]!.key : tokens[end - 1]!.key.toLowerCase()}`;
      const occurrences = found.get(key);
      if (occurrences === undefined) found.set(key, [{ edit, hunk, from: start, to: end }]);
      else occurrences.push({ edit, hunk, from: start, to: end });
    }
  }
}

/** Whether every occurrence of the shorter run is within one of the longer run. */
const holds = (longer: SharedRun, shorter: SharedRun): boolean =>
  `${longer.key} `.includes(`${shorter.key} `) &&
  shorter.occurrences.every(({ edit, hunk, from, to }) =>
    longer.occurrences.some(
      (place) => place.edit === edit && place.hunk === hunk && place.from <= from && place.to >= to,
    ),
  );

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")", "[": "]", "{": "}" };

/**
 * A run as shown in a rule, without surrounding punctuation. In code, a value that varies becomes an ellipsis:
 * `lang="…"`.
 */
export function runText(
  edit: Edit,
  side: "removed" | "added",
  { from, to }: TokenRun,
  isCode: boolean,
): string {
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

/** Whether the words are meaningful on their own: not "the", not a lone comma. */
export function isInformative(
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
  const isMeaningful = (words: string): boolean =>
    words.split(/\s+/).some((word) => isWord(word) && word.length > 1 && !STOP_WORDS.has(word.toLowerCase()));
  return all.every(isWhole ? (words) => /\p{L}/u.test(words) : isMeaningful);
}
