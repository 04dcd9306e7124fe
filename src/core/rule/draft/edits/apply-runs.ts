import { type Edit, withBefore } from "./edit.ts";
import type { Run } from "./shared-runs.ts";

/** What is taken out and what is put in its place, for each place of a change. */
export type Places = readonly (readonly [out: Run | undefined, put: Run | undefined])[];

/** The edit that is left when these places of the text before have been changed. */
export function applyRuns(edit: Edit, places: Places): Edit {
  const splices = places
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

const textOf = ({ after, afterTokens }: Edit, { from, to }: Run): string =>
  after.slice(afterTokens[from]!.start, afterTokens[to - 1]!.end);
