import { diffArrays } from "diff";

export interface DiffStep {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this many edits the changed part is shown as one block, as nobody reads it line by line. */
const MAX_EDITS = 600;

const step =
  (kind: DiffStep["kind"]) =>
  (text: string): DiffStep => ({ kind, text });

/** Runs of unchanged, removed and added items; undefined if the two differ too much. */
function runs(before: readonly string[], after: readonly string[], maxEditLength: number) {
  return diffArrays([...before], [...after], { maxEditLength })?.map(({ added, removed, value }) => ({
    kind: added ? ("added" as const) : removed ? ("removed" as const) : ("same" as const),
    value,
  }));
}

export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffStep[] {
  const found = runs(before, after, MAX_EDITS);
  if (found !== undefined) return found.flatMap(({ kind, value }) => value.map(step(kind)));
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const shorter = Math.min(before.length, after.length) - start;
  let end = 0;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...before.slice(0, start).map(step("same")),
    ...before.slice(start, before.length - end).map(step("removed")),
    ...after.slice(start, after.length - end).map(step("added")),
    ...before.slice(before.length - end).map(step("same")),
  ];
}

/** Rules are short; longer texts are compared as a whole. */
const MAX_WORD_EDITS = 300;

/** Words that were removed or added, with neighbours of one kind joined. */
export function diffWords(before: string, after: string): readonly DiffStep[] {
  const words = (text: string): readonly string[] => text.split(/\s/).filter((word) => word !== "");
  return (
    runs(words(before), words(after), MAX_WORD_EDITS)?.map(({ kind, value }) =>
      step(kind)(value.join(" ")),
    ) ?? [step("removed")(before), step("added")(after)]
  );
}

/** How many lines were changed; a rewritten line counts once. */
export function countChangedLines(original: string, text: string): number {
  let lines = 0;
  let removed = 0;
  let added = 0;
  for (const { kind } of [...diffLines(original.split("\n"), text.split("\n")), step("same")("")]) {
    if (kind === "removed") removed += 1;
    else if (kind === "added") added += 1;
    else {
      lines += Math.max(removed, added);
      removed = 0;
      added = 0;
    }
  }
  return lines;
}
