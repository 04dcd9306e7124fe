import type { FeedbackItem } from "../actionable/actionable-feedback.ts";
import { issueKey } from "../actionable/issue-key.ts";
import { tokensOf } from "../english/tokens.ts";
import type { Judgement } from "../judge/judgement.ts";
import { OPPOSITE_LEFT, SAME_AT } from "../judge/judge-pair.ts";
import { comparePlaces, type PlaceRelation } from "./compare-places.ts";
import { keepsDemand, reversalReason } from "./reversal.ts";
import type { IssueMatch } from "./task-round.ts";

/** A finding as it is compared: what is wrong, where, and what is asked for. */
export interface ComparedItem {
  readonly aspect: FeedbackItem["aspect"];
  readonly issue: string;
  readonly location: FeedbackItem["location"];
  readonly action: string;
}

export interface IssueRelation {
  readonly relation: "same" | "reversed" | "other";
  readonly match?: IssueMatch;
  /** How surely they are one issue, by the judge. */
  readonly score?: number;
  readonly reason?: string;
}

const OTHER: IssueRelation = { relation: "other" };
/** Where the place does not help, the judge must be surer. */
const SAME_WITHOUT_PLACE = 0.5;
/** From which share of common words on two issues are one sentence about different things. */
const ONE_SENTENCE = 0.6;

/** What a judge is asked about an item: the problem and the demand together. */
export const issueText = ({ issue, action }: Pick<ComparedItem, "issue" | "action">): string =>
  `${withStop(issue)} ${withStop(action)}`;

const withStop = (text: string): string => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** Whether the words alone settle it, so that no judge has to be asked. */
export function compareByWords(earlier: ComparedItem, later: ComparedItem): IssueRelation | undefined {
  if (issueKey(earlier) === issueKey(later)) {
    const reason = keepsDemand(earlier.action, later.action)
      ? undefined
      : reversalReason(earlier.action, later.action);
    return reason === undefined ? { relation: "same", match: "words" } : { relation: "reversed", reason };
  }
  return comparePlaces(earlier.location, later.location) === "other" ? OTHER : undefined;
}

/** Whether an item is the issue of an earlier round, undoes its demand, or is another one. */
export function compareIssues(
  earlier: ComparedItem,
  later: ComparedItem,
  judgement: Judgement,
): IssueRelation {
  const settled = compareByWords(earlier, later);
  if (settled !== undefined) return settled;
  const place = comparePlaces(earlier.location, later.location);
  const isContrary = judgement.relation === "opposite" && !keepsDemand(earlier.action, later.action);
  const undone = reversalReason(earlier.action, later.action);
  // Elsewhere, demands that undo each other must at least be about one thing.
  const isNear = place === "same" || isAboutOne(judgement);
  if (undone !== undefined && isNear) return { relation: "reversed", reason: undone };
  if (isContrary && isNear) {
    const reason = judgement.reasons.find(({ sign }) => sign === "polarity")?.text;
    return { relation: "reversed", ...(reason === undefined ? {} : { reason }) };
  }
  const { score } = judgement;
  // A judge that took it for an opposite and was wrong has put it below; only its place can say more.
  const enough = judgement.relation === "opposite" ? 0 : place === "same" ? SAME_AT : SAME_WITHOUT_PLACE;
  if (score < enough || (judgement.relation === "opposite" && !sharesWords(earlier.issue, later.issue)))
    return OTHER;
  return areAboutOtherNames(earlier, later, place) ? OTHER : { relation: "same", match: "judge", score };
}

/** Of an opposite, a judge leaves a fifth of the score that it would have as the same. */
const isAboutOne = ({ relation, score }: Judgement): boolean =>
  relation === "opposite" ? score / OPPOSITE_LEFT >= SAME_AT : relation === "same";

/** "`userName` is never read" and "`orderCount` is never read" are two issues. */
function areAboutOtherNames(a: ComparedItem, b: ComparedItem, place: PlaceRelation): boolean {
  const [one, other] = [namesIn(a), namesIn(b)];
  if (one.size === 0 || other.size === 0 || shared(one, other) > 0) return false;
  return place !== "same" || likeness(wordsIn(a.issue), wordsIn(b.issue)) >= ONE_SENTENCE;
}

function namesIn({ issue, location }: ComparedItem): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { kind, start, end } of tokensOf(issue)) {
    if (kind !== "code" && kind !== "name") continue;
    const name = issue.slice(start, end).replaceAll(/[`()]/g, "").toLowerCase();
    if (name !== "" && !location.reference.toLowerCase().includes(name)) names.add(name);
  }
  return names;
}

const wordsIn = (text: string): ReadonlySet<string> =>
  new Set(tokensOf(text).flatMap(({ kind, word }) => (kind === "word" ? [word] : [])));

const sharesWords = (a: string, b: string): boolean => likeness(longWords(a), longWords(b)) > 0;
const longWords = (text: string): ReadonlySet<string> =>
  new Set([...wordsIn(text)].filter((word) => word.length >= 5));

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = shared(a, b);
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const one of a) if (b.has(one)) count += 1;
  return count;
}
