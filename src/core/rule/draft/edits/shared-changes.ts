import { type Edit, withBefore } from "./edit.ts";
import { isWord } from "./edit-tokens.ts";
import { type Finding, neededOf } from "./finding.ts";
import { quoteCode, quoteWords } from "./quote-words.ts";
import { countEdits, type Run, type SharedRun, sharedRuns } from "./shared-runs.ts";
import { STOP_WORDS } from "./stop-words.ts";

const SCORE = { replace: 60, strike: 55, insert: 42 } as const;
const WHOLE = 15;
const PER_WORD = 2;

/** What the same words were struck out, put in or put in another's place in the edits. */
export function sharedChanges(edits: readonly Edit[]): readonly Finding[] {
  const needed = neededOf(edits.length);
  const removed = sharedRuns(edits, "removed", needed).slice(0, MAX_RUNS);
  const added = sharedRuns(edits, "added", needed).slice(0, MAX_RUNS);
  const findings: Finding[] = [];
  for (const out of removed) {
    for (const put of added) {
      const pairs = pairsOf(out, put);
      if (countEdits(pairs.map(([place]) => place)) >= needed) {
        findings.push(...finding(edits, "replace", pairs));
      }
    }
    findings.push(
      ...finding(
        edits,
        "strike",
        out.places.map((place) => [place, undefined] as const),
      ),
    );
  }
  for (const put of added) {
    findings.push(
      ...finding(
        edits,
        "insert",
        put.places.map((place) => [undefined, place] as const),
      ),
    );
  }
  return findings;
}

const MAX_RUNS = 12;

type Places = readonly (readonly [Run | undefined, Run | undefined])[];

/** Places in which both runs lie in one hunk. */
const pairsOf = (out: SharedRun, put: SharedRun): readonly (readonly [Run, Run])[] =>
  out.places.flatMap((place) => {
    const other = put.places.find(({ edit, hunk }) => edit === place.edit && hunk === place.hunk);
    return other === undefined ? [] : [[place, other] as const];
  });

function finding(edits: readonly Edit[], type: keyof typeof SCORE, places: Places): readonly Finding[] {
  const [out, put] = places[0] ?? [];
  const sample = edits[out?.edit ?? put?.edit ?? 0]!;
  const isCode = edits.every((edit) => edit.isCode);
  const removed = out === undefined ? "" : shown(sample.before, sample.beforeTokens, out, isCode);
  const added = put === undefined ? "" : shown(sample.after, sample.afterTokens, put, isCode);
  const left = edits.map((edit, at) =>
    made(
      edit,
      places.filter(([a, b]) => (a ?? b)?.edit === at),
    ),
  );
  const covered = new Set(places.map(([a, b]) => (a ?? b)!.edit));
  const isWhole = left.every(({ hunks }, at) => hunks.length === 0 || !covered.has(at));
  if (!tells(type, removed, added, isWhole, isCode)) return [];
  const words = Math.min(8, (type === "insert" ? added : removed).split(/\s+/).length - 1);
  const quote = isCode ? quoteCode : quoteWords;
  const base = {
    covers: covered.size,
    isWhole,
    score: SCORE[type] + PER_WORD * words + (isWhole ? WHOLE : 0),
    left,
  };
  if (type === "replace") {
    const [what, insteadOf] = [quote(added), quote(removed)];
    const text = `${isCode ? "Use" : "Write"} ${what} instead of ${insteadOf}`;
    return [{ ...base, act: "replace", what, insteadOf, text }];
  }
  const what = quote(type === "strike" ? removed : added);
  return type === "strike"
    ? [{ ...base, act: "avoid", what, text: `Leave out ${what}` }]
    : [{ ...base, act: "do", what, text: `Add ${what}` }];
}

/** The text before with the change made wherever the edit has it. */
function made(edit: Edit, places: Places): Edit {
  const splices = places
    .map(([out, put]) => {
      const hunk = edit.hunks[(out ?? put)!.hunk]!;
      const first = edit.beforeTokens[out?.from ?? hunk.from];
      const start = first?.start ?? edit.before.length;
      const end = out === undefined ? start : edit.beforeTokens[out.to - 1]!.end;
      const text =
        put === undefined
          ? ""
          : edit.after.slice(edit.afterTokens[put.from]!.start, edit.afterTokens[put.to - 1]!.end);
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

/** The words of a run without the signs around them; code keeps its own signs, except brackets that are cut in two. */
function shown(text: string, tokens: Edit["beforeTokens"], { from, to }: Run, isCode: boolean): string {
  const run = text.slice(tokens[from]!.start, tokens[to - 1]!.end).replaceAll(/\s+/g, " ");
  if (isCode)
    return run
      .replace(/^[,;)\]}]+ ?/, "")
      .replace(/[,;([{]+$/, "")
      .trim();
  return run.replace(/^[^\p{L}\p{N}$€£"“(]+/u, "").replace(/[^\p{L}\p{N}%)"”]+$/u, "");
}

/** Whether the words say something of themselves: not "the", not a lone comma. */
function tells(
  type: keyof typeof SCORE,
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
    return operators || all.every((words) => /[\p{L}_]{2}/u.test(words));
  }
  const meant = (words: string): boolean =>
    words.split(/\s+/).some((word) => isWord(word) && word.length > 1 && !STOP_WORDS.has(word.toLowerCase()));
  return isWhole ? all.every((words) => /\p{L}/u.test(words)) : all.every(meant);
}
