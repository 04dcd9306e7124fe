import { wordSet } from "../text/word-set.ts";
import { hash64 } from "../hash.ts";
import type { Aspect, FeedbackLocation, ActionableFeedback, Verdict } from "./actionable-feedback.ts";
import { defined } from "../defined.ts";

export interface IssueIdentity {
  readonly aspect: Aspect;
  readonly issue: string;
  readonly location: Pick<FeedbackLocation, "type" | "reference">;
  /** Set by a caller who knows the issue although the words differ, such as the iteration store. */
  readonly issue_id?: string;
}

/** The id of an item's issue: the given one, or else its key. */
const issueIdOf = (item: IssueIdentity): string => item.issue_id ?? issueKey(item);

/**
 * Identifies an issue across rounds by its aspect, location and words, regardless of word order, numbers and filler.
 * Line numbers are ignored, since every edit above moves them.
 */
export function issueKey({ aspect, issue, location }: IssueIdentity): string {
  return `${aspect}:${locationKey(location)}:${hash64(issueWords(issue))}`;
}

function locationKey({ type, reference }: IssueIdentity["location"]): string {
  if (type === "line" || type === "range") return "lines";
  const name = reference
    .trim()
    .toLowerCase()
    .replace(/\([^()]*\)$/, "")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/\s+/g, " ");
  return `${type}:${name}`;
}

function issueWords(issue: string): string {
  const words = issue.toLowerCase().match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  const kept = words.filter((word) => !FILLER.has(word)).map((word) => word.replace(/([^s])s$/, "$1"));
  return [...new Set(kept)].toSorted().join(" ");
}

const FILLER = wordSet(
  "a an the this that these those is are was were be been has have had do does did it its of in on at to for from with by and or but so as still again also yet now here there just very line lines s t",
);

/** The number of recent rounds that are considered. */
export const HISTORY_WINDOW = 5;
/** An issue that occurs in this many of them is escalated to a person. */
const REPEAT_LIMIT = 3;

/** One round of feedback; unknown fields are absent. */
export interface Round {
  readonly number: number;
  readonly items: readonly IssueIdentity[];
  readonly score?: number;
  /** False if the round's result was checked and failed; absent if only its score is known. */
  readonly verified?: boolean;
  readonly verdict?: Verdict;
  readonly feedback_followed?: boolean;
  /** If nobody said whether it was followed: the share of its items that were, from 0 to 1. */
  readonly followed_share?: number;
  readonly improvement_observed?: boolean;
  /** An issue was escalated in this round, regardless of its verdict. */
  readonly escalated?: boolean;
}

export function roundFromFeedback(document: ActionableFeedback): Round {
  const { feedback_followed, improvement_observed, improvement_delta } = document.quality_tracking ?? {};
  const improved =
    improvement_observed ?? (improvement_delta === undefined ? undefined : improvement_delta > 0);
  return {
    number: document.iteration.number,
    items: document.feedback_items,
    score: document.overall_assessment.score,
    verdict: document.overall_assessment.verdict,
    ...defined({ feedback_followed, improvement_observed: improved }),
  };
}

export interface Rate {
  /** Null when nothing is known yet. */
  readonly value: number | null;
  readonly target: number;
  readonly direction: "at_least" | "at_most";
  readonly met: boolean | null;
  /** The number of rounds or issues behind the rate. */
  readonly sample: number;
}

export interface IterationRates {
  readonly follow_rate: Rate;
  readonly improvement_rate: Rate;
  readonly repeated_issue_rate: Rate;
  readonly escalation_rate: Rate;
}

/** The targets of a healthy loop. */
const RATE_TARGETS = {
  follow_rate: { target: 0.9, direction: "at_least" },
  improvement_rate: { target: 0.8, direction: "at_least" },
  repeated_issue_rate: { target: 0.1, direction: "at_most" },
  escalation_rate: { target: 0.05, direction: "at_most" },
} as const satisfies Record<keyof IterationRates, Pick<Rate, "target" | "direction">>;

/**
 * The four rates over the last 5 rounds. Follow and improvement count rounds with a known answer (improvement only
 * if the feedback was not ignored), repetition counts issues that occur in more than one round, escalation counts
 * rounds with a verdict. An estimated follow counts by its share.
 */
export function iterationRates(rounds: readonly Round[]): IterationRates {
  const recent = rounds.slice(-HISTORY_WINDOW);
  const followed = recent.map((round) => round.feedback_followed ?? round.followed_share);
  const improved = recent
    .filter((round) => round.feedback_followed !== false && round.followed_share !== 0)
    .map((round) => round.improvement_observed);
  const repeated = recent.length < 2 ? [] : [...countIssues(recent).values()].map((count) => count > 1);
  const escalated = recent.map(
    (round) => round.escalated || (round.verdict === undefined ? undefined : round.verdict === "escalate"),
  );
  return {
    follow_rate: rateOf("follow_rate", followed),
    improvement_rate: rateOf("improvement_rate", improved),
    repeated_issue_rate: rateOf("repeated_issue_rate", repeated),
    escalation_rate: rateOf("escalation_rate", escalated),
  };
}

function rateOf(name: keyof IterationRates, answers: readonly (boolean | number | undefined)[]): Rate {
  const { target, direction } = RATE_TARGETS[name];
  const known = answers.filter((answer) => answer !== undefined);
  const sample = known.length;
  if (sample === 0) return { value: null, target, direction, met: null, sample };
  const value = known.reduce<number>((sum, answer) => sum + Number(answer), 0) / sample;
  return {
    value,
    target,
    direction,
    met: direction === "at_least" ? value >= target : value <= target,
    sample,
  };
}

/** The number of rounds in which each issue occurs. */
function countIssues(rounds: readonly Round[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const round of rounds) {
    for (const key of new Set(round.items.map(issueIdOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export interface Escalation {
  /** The round in which it reached the limit. */
  readonly round: number;
  readonly key: string;
  readonly issue: string;
}

export interface RepeatedIssues {
  /** Every escalation, once for each time an issue reached the limit. */
  readonly escalations: readonly Escalation[];
  /** Keys of issues that are at the limit now. */
  readonly open: readonly string[];
}

/**
 * Escalates an issue in the round in which it occurs for the 3rd time in the last 5. It is not escalated again while
 * it stays at the limit.
 */
export function findRepeatedIssues(rounds: readonly Round[]): RepeatedIssues {
  const escalations: Escalation[] = [];
  let open: ReadonlySet<string> = new Set();
  for (const [index, round] of rounds.entries()) {
    const counts = countIssues(rounds.slice(Math.max(0, index + 1 - HISTORY_WINDOW), index + 1));
    const reached = new Set([...counts].flatMap(([key, count]) => (count >= REPEAT_LIMIT ? [key] : [])));
    for (const item of round.items) {
      const key = issueIdOf(item);
      if (
        !reached.has(key) ||
        open.has(key) ||
        escalations.some((one) => one.round === round.number && one.key === key)
      ) {
        continue;
      }
      escalations.push({ round: round.number, key, issue: item.issue });
    }
    open = reached;
  }
  return { escalations, open: [...open].toSorted() };
}

/** The verified round with the highest score; of equals the earliest. */
export function bestVerifiedRound<R extends Pick<Round, "score" | "verified">>(
  rounds: readonly R[],
): R | undefined {
  let best: R | undefined;
  for (const round of rounds) {
    if (round.verified === false || round.score === undefined || !Number.isFinite(round.score)) continue;
    if (best === undefined || round.score > best.score!) best = round;
  }
  return best;
}
