import { hash64 } from "../hash.ts";
import type { Aspect, FeedbackLocation } from "./actionable-feedback.ts";

export interface IssueIdentity {
  readonly aspect: Aspect;
  readonly issue: string;
  readonly location: Pick<FeedbackLocation, "type" | "reference">;
  /** Set by whoever knows which issue it is although the words differ, such as the store of rounds. */
  readonly issue_id?: string;
}

/** Which issue an item is about: the id it was given, or else its key. */
export const issueIdOf = (item: IssueIdentity): string => item.issue_id ?? issueKey(item);

/**
 * What makes two items the same issue in different rounds: the aspect, the place, and the words of
 * the issue without order, numbers and filler. Line numbers do not count, since every edit above
 * moves them.
 */
export function issueKey({ aspect, issue, location }: IssueIdentity): string {
  return `${aspect}:${placeOf(location)}:${hash64(wordsOf(issue))}`;
}

function placeOf({ type, reference }: IssueIdentity["location"]): string {
  if (type === "line" || type === "range") return "lines";
  const place = reference
    .trim()
    .toLowerCase()
    .replace(/\([^()]*\)$/, "")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\s+/g, " ");
  return `${type}:${place}`;
}

function wordsOf(issue: string): string {
  const words = issue.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  const kept = words.filter((word) => !FILLER.has(word)).map((word) => word.replace(/([^s])s$/, "$1"));
  return [...new Set(kept)].toSorted().join(" ");
}

const FILLER: ReadonlySet<string> = new Set(
  "a an the this that these those is are was were be been has have had do does did it its of in on at to for from with by and or but so as still again also yet now here there just very line lines s t".split(
    " ",
  ),
);
