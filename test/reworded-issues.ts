import type { ComparedItem } from "../src/core/iteration/same-issue.ts";
import pairs from "./reworded-issues.json" with { type: "json" };

export interface IssuePair {
  readonly why: string;
  readonly earlier: ComparedItem;
  readonly later: ComparedItem;
}

type Row = (typeof pairs)["same"][number];

function readItem(text: string): ComparedItem {
  const [type, reference, aspect, issue, action] = text.split(" | ") as [
    ComparedItem["location"]["type"],
    string,
    ComparedItem["aspect"],
    string,
    string,
  ];
  return { aspect, issue, action, location: { type, reference } };
}

const read = (rows: readonly Row[]): readonly IssuePair[] =>
  rows.map(({ why, earlier, later }) => ({ why, earlier: readItem(earlier), later: readItem(later) }));

/** The same problem, said in other words by the reviewer of a later round. */
export const REWORDED_ISSUES = read(pairs.same);
/** Different problems, however alike they are in their words or their place. */
export const DIFFERENT_ISSUES = read(pairs.other);
/** The later round wants undone what the earlier one wanted. */
export const REVERSED_ISSUES = read(pairs.reversed);
