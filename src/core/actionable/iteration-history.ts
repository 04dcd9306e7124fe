import { wordSet } from "../text/word-set.ts";
import { hash64 } from "../hash.ts";
import type { Aspect, FeedbackLocation, ActionableFeedback, Verdict } from "./actionable-feedback.ts";
import { defined } from "../defined.ts";

export interface IssueIdentity {
  readonly aspect: Aspect;
  readonly issue: string;
  readonly location: Pick<FeedbackLocation, "type" | "reference">;
  /** Set by whoever knows which issue it is although the words differ, such as the store of rounds. */
  readonly issue_id?: string;
}

/** Which issue an item is about: the id it was given, or else its key. */
const issueIdOf = (item: IssueIdentity): string => item.issue_id ?? issueKey(item);

/**
 * What makes two items the same issue in different rounds: the aspect, the place, and the words of
 * the issue without order, numbers and filler. Line numbers do not count, since every edit above
 * moves them.
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

/** How many of the latest rounds count. */
export const HISTORY_WINDOW = 5;
/** In how many of them the same issue may come up before a person is asked. */
const REPEAT_LIMIT = 3;

/** One round of feedback; what is not known is left out. */
export interface Round {
  readonly number: number;
  readonly items: readonly IssueIdentity[];
  readonly score?: number;
  /** False when the round's result was checked and failed; absent when its score is all there is. */
  readonly verified?: boolean;
  readonly verdict?: Verdict;
  readonly feedback_followed?: boolean;
  /** Where nobody said whether it was followed: the share of its items that were, from 0 to 1. */
  readonly followed_share?: number;
  readonly improvement_observed?: boolean;
  /** An issue was escalated in this round, whatever its verdict says. */
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
  /** Over how many rounds, or issues, the rate was taken. */
  readonly sample: number;
}

export interface IterationRates {
  readonly follow_rate: Rate;
  readonly improvement_rate: Rate;
  readonly repeated_issue_rate: Rate;
  readonly escalation_rate: Rate;
}

/** What a healthy loop reaches. */
const RATE_TARGETS = {
  follow_rate: { target: 0.9, direction: "at_least" },
  improvement_rate: { target: 0.8, direction: "at_least" },
  repeated_issue_rate: { target: 0.1, direction: "at_most" },
  escalation_rate: { target: 0.05, direction: "at_most" },
} as const satisfies Record<keyof IterationRates, Pick<Rate, "target" | "direction">>;

/**
 * The four rates over the last 5 rounds. Follow and improvement count rounds for which the answer is
 * known (improvement only where feedback was not ignored), repetition counts distinct issues seen in
 * more than one round, escalation counts rounds with a verdict. A follow that was worked out counts by its share.
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

/** In how many of these rounds each issue came up; twice in one round is once. */
function countIssues(rounds: readonly Round[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const round of rounds) {
    for (const key of new Set(round.items.map(issueIdOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export interface Escalation {
  /** The round that made it one too many. */
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
 * Walks through the rounds and escalates an issue in the round in which it was seen in 3 of the last
 * 5. It is not escalated again while it stays at the limit; once it has fallen below, it may be.
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

/** The verified round with the highest score, the earliest of equals; the last round is not special. */
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
