import type { Edit } from "./edit.ts";
import { type Finding, neededOf } from "./finding.ts";
import { quoteCode, quoteWords } from "./quote-words.ts";
import { runText, tellsSomething } from "./run-text.ts";

const SCORE = { one: 58, other: 52 } as const;
const WHOLE = 15;
const MAX_LISTED = 3;
const MAX_LENGTH = 40;

/** A replacement of one edit: what stood there, and what stands there now. */
interface Replaced {
  readonly edit: number;
  readonly removed: string;
  readonly added: string;
}

/**
 * Different things that became the same ("acme cloud" and "AcmeCloud" became "Acme Cloud"), or the same thing that
 * became something different each time.
 */
export function sharedSides(edits: readonly Edit[]): readonly Finding[] {
  const needed = neededOf(edits.length);
  const isCode = edits.every((edit) => edit.isCode);
  const quote = isCode ? quoteCode : quoteWords;
  const all = edits.flatMap((edit, at) => replacedBy(edit, at, isCode));
  const findings: Finding[] = [];
  for (const [added, found] of Map.groupBy(all, (one) => one.added)) {
    const removed = [...new Set(found.map((one) => one.removed))];
    const covers = countEdits(found);
    const told = removed.every((words) => tellsSomething("replace", words, added, true, isCode));
    if (covers < needed || removed.length < 2 || removed.length > MAX_LISTED || !told) continue;
    const [what, insteadOf] = [quote(added), listed(removed.map(quote))];
    const isWhole = found.every(({ edit }) => edits[edit]!.hunks.length === 1);
    const text = `${isCode ? "Use" : "Write"} ${what} instead of ${insteadOf}`;
    findings.push({
      act: "replace",
      what,
      insteadOf,
      text,
      covers,
      isWhole,
      score: SCORE.one + (isWhole ? WHOLE : 0),
    });
  }
  for (const [removed, found] of Map.groupBy(all, (one) => one.removed)) {
    const covers = countEdits(found);
    if (covers < needed || new Set(found.map((one) => one.added)).size < covers) continue;
    if (!tellsSomething("strike", removed, "", false, isCode)) continue;
    const what = quote(removed);
    findings.push({
      act: "avoid",
      what,
      text: `Do not ${isCode ? "use" : "write"} ${what}`,
      covers,
      isWhole: false,
      score: SCORE.other,
    });
  }
  return findings;
}

const countEdits = (found: readonly Replaced[]): number => new Set(found.map(({ edit }) => edit)).size;

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;

function replacedBy(edit: Edit, at: number, isCode: boolean): readonly Replaced[] {
  return edit.hunks.flatMap(({ from, to, start, end }, hunk) => {
    if (from === to || start === end) return [];
    const removed = runText(edit, "removed", { edit: at, hunk, from, to }, isCode);
    const added = runText(edit, "added", { edit: at, hunk, from: start, to: end }, isCode);
    return removed.length > MAX_LENGTH || added.length > MAX_LENGTH ? [] : [{ edit: at, removed, added }];
  });
}
