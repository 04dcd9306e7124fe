import { type Edit, withBefore } from "./edit.ts";
import { type EditFinding, neededOf, asCode, asQuotedWords } from "./edit-kind.ts";
import {
  countEdits,
  type TokenRun,
  type SharedRun,
  sharedRuns,
  runText,
  isInformative,
} from "./shared-runs.ts";

const textOf = ({ after, afterTokens }: Edit, { from, to }: TokenRun): string =>
  after.slice(afterTokens[from]!.start, afterTokens[to - 1]!.end);

const SCORE = { replace: 60, strike: 55, insert: 42 } as const;
type ChangeType = keyof typeof SCORE;
const WHOLE = 15;
const PER_WORD = 2;
/** The bonus or penalty for how much of the edits a change explains. */
const DOMINANT = 12;
const HALF = 0.5;
const MIN_INSERT_SHARE = 0.4;
const LONG = 4;
const MAX_RUNS = 12;

/** The same words removed, added or replaced in several edits. */
export function sharedChanges(edits: readonly Edit[]): readonly EditFinding[] {
  const needed = neededOf(edits.length);
  const removed = sharedRuns(edits, "removed", needed).slice(0, MAX_RUNS);
  const added = sharedRuns(edits, "added", needed).slice(0, MAX_RUNS);
  const findings: EditFinding[] = [];
  for (const out of removed) {
    for (const put of added) {
      const pairs = pairsOf(out, put);
      if (countEdits(pairs.map(([occurrence]) => occurrence)) >= needed)
        findings.push(...finding(edits, "replace", pairs));
    }
    findings.push(
      ...finding(
        edits,
        "strike",
        out.occurrences.map((occurrence) => [occurrence, undefined] as const),
      ),
    );
  }
  for (const put of added) {
    findings.push(
      ...finding(
        edits,
        "insert",
        put.occurrences.map((occurrence) => [undefined, occurrence] as const),
      ),
    );
  }
  return findings;
}

/** Occurrences of both runs in the same hunk. */
const pairsOf = (out: SharedRun, put: SharedRun): readonly (readonly [TokenRun, TokenRun])[] =>
  out.occurrences.flatMap((occurrence) => {
    const other = put.occurrences.find(
      ({ edit, hunk }) => edit === occurrence.edit && hunk === occurrence.hunk,
    );
    return other === undefined ? [] : [[occurrence, other] as const];
  });

function finding(edits: readonly Edit[], type: ChangeType, occurrences: Occurrences): readonly EditFinding[] {
  const covered = new Set(occurrences.map(([out, put]) => (out ?? put)!.edit));
  const isCode = edits.every((edit) => edit.isCode);
  const sides = occurrences.map(([out, put]) => ({
    removed: out === undefined ? "" : runText(edits[out.edit]!, "removed", out, isCode),
    added: put === undefined ? "" : runText(edits[put.edit]!, "added", put, isCode),
  }));
  // Prefers the spelling from the middle of a sentence.
  const { removed, added } = sides.find((side) => /^\p{Ll}/u.test(side.removed || side.added)) ?? sides[0]!;
  const left = edits.map((edit, at) =>
    applyRuns(
      edit,
      occurrences.filter(([out, put]) => (out ?? put)!.edit === at),
    ),
  );
  const isWhole = left.every(({ hunks }, at) => hunks.length === 0 || !covered.has(at));
  if (!isInformative(type, removed, added, isWhole, isCode)) return [];
  const share = mean(
    ...[...covered].map((at) =>
      shareOf(
        edits[at]!,
        occurrences.filter(([out, put]) => (out ?? put)!.edit === at),
      ),
    ),
  );
  const score = scoreOf(type, (type === "insert" ? added : removed).split(/\s+/).length, share, isWhole);
  const base = { covers: covered.size, isWhole, score, left };
  const quote =
    isCode || (/^[\w.-]+$/.test(removed + added) && edits.some((edit) => edit.isCode))
      ? asCode
      : asQuotedWords;
  if (type === "replace") {
    const [what, insteadOf] = [quote(added), quote(removed)];
    const text = `${quote === asCode ? "Use" : "Write"} ${what} instead of ${insteadOf}`;
    return [{ ...base, act: "replace", what, insteadOf, text }];
  }
  const what = quote(type === "strike" ? removed : added);
  return type === "strike"
    ? [{ ...base, act: "avoid", what, text: `Leave out ${what}` }]
    : [{ ...base, act: "do", what, text: `Add ${what}` }];
}

function scoreOf(type: ChangeType, words: number, share: number, isWhole: boolean): number {
  const score = SCORE[type] + PER_WORD * Math.min(8, words - 1) + (isWhole ? WHOLE : 0);
  if (type === "insert") return share >= MIN_INSERT_SHARE ? score + DOMINANT : score;
  return share < HALF && (type === "replace" || words < LONG) ? score - DOMINANT : score;
}

const mean = (...shares: readonly number[]): number =>
  shares.reduce((sum, share) => sum + share, 0) / shares.length;

/** The share of an edit that the runs explain. */
function shareOf({ hunks }: Edit, occurrences: Occurrences): number {
  const changed = hunks.reduce((sum, { from, to, start, end }) => sum + to - from + end - start, 0);
  const runs = occurrences.flat().flatMap((run) => run ?? []);
  return runs.reduce((sum, { from, to }) => sum + to - from, 0) / Math.max(1, changed);
}

/** The removed and the added run of each occurrence. */
type Occurrences = readonly (readonly [out: TokenRun | undefined, put: TokenRun | undefined])[];

/** The remaining edit after these runs were applied to the text before. */
function applyRuns(edit: Edit, occurrences: Occurrences): Edit {
  const splices = occurrences
    .map(([out, put]) => {
      const hunk = edit.hunks[(out ?? put)!.hunk]!;
      const start = edit.beforeTokens[out?.from ?? hunk.from]?.start ?? edit.before.length;
      const end = out === undefined ? start : edit.beforeTokens[out.to - 1]!.end;
      const text = put === undefined ? "" : textOf(edit, put);
      return { start, end, text: out === undefined ? `${text} ` : text };
    })
    .toSorted((a, b) => b.start - a.start);
  let { before } = edit;
  let limit = before.length + 1;
  for (const { start, end, text } of splices) {
    if (end > limit) continue;
    before = before.slice(0, start) + text + before.slice(end);
    limit = start;
  }
  return withBefore(edit, before);
}
