import { defined } from "../defined.ts";
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
export function compareIssues(earlier: ComparedItem, later: ComparedItem, judged: JudgedPair): IssueRelation {
  const settled = compareByWords(earlier, later);
  if (settled !== undefined) return settled;
  const place = comparePlaces(earlier.location, later.location);
  const how = nearnessOf(place, earlier.location.type);
  const { judgement, cosine } = judged;
  const undone = reversalReason(earlier.action, later.action);
  const isContrary = judgement.relation === "opposite" && !keepsDemand(earlier.action, later.action);
  const isNear = cosine >= how.reversedFrom && (place === "same" || isAboutOne(judgement));
  if (isNear && (undone !== undefined || isContrary)) {
    const reason = undone ?? judgement.reasons.find(({ sign }) => sign === "polarity")?.text;
    return { relation: "reversed", ...defined({ reason }) };
  }
  if (judgement.relation === "opposite" && isContrary) return OTHER;
  // A judge that takes "replace 86400" and "a constant for 86400" for opposites has left a fifth of the score.
  const score = judgement.relation === "opposite" ? judgement.score / OPPOSITE_LEFT : judgement.score;
  if (score < how.sameFrom || cosine < how.likeFrom) return OTHER;
  return areAboutOtherNames(earlier, later, place) ? OTHER : { relation: "same", match: "judge", score };
}

/** What the judge says of two items, and how near their texts are in meaning. */
export interface JudgedPair {
  readonly judgement: Judgement;
  readonly cosine: number;
}

interface Nearness {
  /** The least score and the least cosine at which two items are one issue. */
  readonly sameFrom: number;
  readonly likeFrom: number;
  /** The least cosine at which a demand can undo another. */
  readonly reversedFrom: number;
}

/**
 * The judge tells kinds of mistakes, of which one file may have several; meaning tells these apart. The less the place
 * says, the nearer the words must be.
 */
function nearnessOf(place: PlaceRelation, type: ComparedItem["location"]["type"]): Nearness {
  if (place !== "same") return { sameFrom: 0.2, likeFrom: 0.7, reversedFrom: 0.55 };
  if (type === "path") return { sameFrom: SAME_AT, likeFrom: 0.65, reversedFrom: 0.55 };
  return { sameFrom: SAME_AT, likeFrom: 0.6, reversedFrom: 0.4 };
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
