import { defined } from "../defined.ts";
import { type Round, findRepeatedIssues } from "../actionable/iteration-history.ts";
import { containsLines } from "./find-location.ts";
import { isSameTarget } from "./name-issues.ts";
import type { RoundItem, TaskRound } from "./task-round.ts";

/** Whether the value was stated, computed from the next round, or is unknown. */
type ValueSource = "given" | "worked_out" | "unknown";

/** What the next round shows about a round's feedback. */
export interface RoundOutcome {
  readonly followed: {
    /** The share of items that were followed, from 0 to 1; null if unknown. */
    readonly value: number | null;
    readonly source: ValueSource;
  };
  readonly improved: {
    readonly value: boolean | null;
    /** The change of the score. */
    readonly delta: number | null;
    readonly source: ValueSource;
  };
}

const UNKNOWN = { value: null, source: "unknown" } as const;

/** From the document if it says so, otherwise from the next round. */
export function roundOutcomeOf(round: TaskRound, next: TaskRound | undefined): RoundOutcome {
  return { followed: followedOf(round, next), improved: improvedOf(round, next) };
}

function followedOf(round: TaskRound, next: TaskRound | undefined): RoundOutcome["followed"] {
  const stated = round.tracking.feedback_followed;
  if (stated !== undefined) return { value: stated ? 1 : 0, source: "given" };
  if (next === undefined || !isSameTarget(round.target.path, next.target.path)) return UNKNOWN;
  const followed = round.items.filter((item) => wasFollowed(item, round, next)).length;
  return { value: followed / round.items.length, source: "worked_out" };
}

/** An item was followed if it is gone, or if its lines changed. If nothing changed at all, nothing was followed. */
function wasFollowed({ issue_id, lines }: RoundItem, round: TaskRound, next: TaskRound): boolean {
  if (isUnchanged(round, next)) return false;
  if (!next.items.some((item) => item.issue_id === issue_id)) return true;
  if (lines === undefined || round.prints === undefined || next.prints === undefined) return false;
  return !containsLines(round.prints, lines, next.prints);
}

function isUnchanged(round: TaskRound, next: TaskRound): boolean {
  if (round.prints !== undefined && next.prints !== undefined) return round.prints === next.prints;
  return round.target.version !== undefined && round.target.version === next.target.version;
}

function improvedOf(round: TaskRound, next: TaskRound | undefined): RoundOutcome["improved"] {
  const { improvement_observed, improvement_delta } = round.tracking;
  const delta = improvement_delta ?? (next === undefined ? null : rounded(next.score - round.score));
  const stated =
    improvement_observed ?? (improvement_delta === undefined ? undefined : improvement_delta > 0);
  if (stated !== undefined) return { value: stated, delta, source: "given" };
  if (next === undefined || delta === null) return { ...UNKNOWN, delta: null };
  return { value: delta > 0, delta, source: "worked_out" };
}

const rounded = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;

/** Converts a recorded round for the rates. */
export function toRound(round: TaskRound, next?: TaskRound): Round {
  const { followed, improved } = roundOutcomeOf(round, next);
  return {
    number: round.number,
    items: round.items,
    score: round.score,
    verdict: round.verdict,
    escalated: round.escalations.length > 0,
    ...defined({ verified: round.verified }),
    ...(followed.value === null ? {} : { followed_share: followed.value }),
    ...(improved.value === null ? {} : { improvement_observed: improved.value }),
  };
}

/** The first round that allows a prediction. */
const MIN_ROUNDS = 3;
const RECENT = 3;
/** From this share, new findings on unchanged code suggest that the reviewer will keep finding more. */
const OLD_CODE_SHARE = 0.5;

export const OUTLOOK_ANSWERS = ["too_early", "settled", "settling", "unclear", "not_settling"] as const;
type OutlookAnswer = (typeof OUTLOOK_ANSWERS)[number];

export const OUTLOOK_SIGNS = [
  "open_issues",
  "score",
  "reversals",
  "escalations",
  "old_code",
  "rounds_left",
] as const;

/** A reason for or against the loop converging. */
interface OutlookSign {
  readonly sign: (typeof OUTLOOK_SIGNS)[number];
  readonly speaks: "for" | "against";
  readonly text: string;
}

/** Whether the loop between reviewer and author is likely to converge. It is advice only. */
export interface Outlook {
  readonly answer: OutlookAnswer;
  readonly reasons: readonly OutlookSign[];
  readonly advice: string;
}

export function outlookOf(rounds: readonly TaskRound[]): Outlook {
  const last = rounds.at(-1);
  if (last === undefined || rounds.length < MIN_ROUNDS) {
    const left = MIN_ROUNDS - rounds.length;
    return {
      answer: last?.verdict === "accept" ? "settled" : "too_early",
      reasons: [],
      advice:
        last?.verdict === "accept"
          ? "The reviewer accepted the work."
          : `It is too early to tell whether the loop converges; wait for round ${MIN_ROUNDS} (${left} more).`,
    };
  }
  if (last.verdict === "accept") {
    return { answer: "settled", reasons: [], advice: "The reviewer accepted the work." };
  }
  const reasons = [
    openIssues(rounds),
    scores(rounds),
    ...reversals(rounds),
    ...escalations(rounds),
    ...oldCode(rounds),
    ...roundsLeft(rounds),
  ].filter((sign) => sign !== undefined);
  const answer = decide(reasons);
  return { answer, reasons, advice: adviceFor(answer, reasons) };
}

/** A reversal or an escalation alone decides against it; otherwise the majority of signs decides. */
function decide(reasons: readonly OutlookSign[]): OutlookAnswer {
  const against = reasons.filter(({ speaks }) => speaks === "against");
  const has = (sign: OutlookSign["sign"]): boolean => against.some((one) => one.sign === sign);
  const supporting = reasons.length - against.length;
  if (has("escalations") || has("reversals")) return "not_settling";
  if (has("open_issues") && (has("score") || has("old_code") || has("rounds_left"))) return "not_settling";
  if (against.length === 0 && supporting > 0) return "settling";
  return against.length > supporting ? "not_settling" : supporting > against.length ? "settling" : "unclear";
}

const openIn = ({ items }: TaskRound): number => new Set(items.map(({ issue_id }) => issue_id)).size;

function openIssues(rounds: readonly TaskRound[]): OutlookSign | undefined {
  const recent = rounds.slice(-RECENT);
  const counts = recent.map(openIn);
  const [first, last] = [counts[0]!, counts[counts.length - 1]!];
  const text = `Findings in the last ${recent.length} rounds: ${counts.join(", ")}.`;
  if (last < first) return { sign: "open_issues", speaks: "for", text: `${text} They are falling.` };
  return { sign: "open_issues", speaks: "against", text: `${text} They are not falling.` };
}

function scores(rounds: readonly TaskRound[]): OutlookSign {
  const recent = rounds.slice(-RECENT).map(({ score }) => score);
  const [before, last] = recent.slice(-2);
  const rises = last! > recent[0]! && last! >= before!;
  const text = `Score in the last ${recent.length} rounds: ${recent.map((score) => score.toFixed(2)).join(", ")}.`;
  return rises
    ? { sign: "score", speaks: "for", text: `${text} It is rising.` }
    : { sign: "score", speaks: "against", text: `${text} It is not rising.` };
}

function reversals(rounds: readonly TaskRound[]): readonly OutlookSign[] {
  return rounds.slice(-RECENT).flatMap(({ number, items }) =>
    items
      .filter((item) => item.class === "reversed")
      .map(({ earlier_round, action }) => ({
        sign: "reversals" as const,
        speaks: "against" as const,
        text: `Round ${number} undoes what round ${earlier_round} asked for: ${JSON.stringify(action.slice(0, 120))}.`,
      })),
  );
}

function escalations(rounds: readonly TaskRound[]): readonly OutlookSign[] {
  const last = rounds.at(-1)!;
  const open = new Set(findRepeatedIssues(rounds.map((round) => toRound(round))).open);
  const seen = new Set<string>();
  return last.items.flatMap(({ issue_id, issue }) => {
    if (!open.has(issue_id) || seen.has(issue_id)) return [];
    seen.add(issue_id);
    const text = `An issue came up in at least 3 of the last 5 rounds: ${JSON.stringify(issue.slice(0, 120))}.`;
    return [{ sign: "escalations" as const, speaks: "against" as const, text }];
  });
}

function oldCode(rounds: readonly TaskRound[]): readonly OutlookSign[] {
  const { number, items } = rounds.at(-1)!;
  const old = items.filter((item) => item.class === "new_on_unchanged").length;
  if (old === 0 || old / items.length < OLD_CODE_SHARE) return [];
  const text = `${old} of ${items.length} findings of round ${number} are new, on code that did not change since the previous round.`;
  return [{ sign: "old_code", speaks: "against", text }];
}

/** Whether enough rounds are left at the current pace. */
function roundsLeft(rounds: readonly TaskRound[]): readonly OutlookSign[] {
  const recent = rounds.slice(-RECENT);
  const [first, last] = [recent[0]!, recent[recent.length - 1]!];
  const pace = (openIn(first) - openIn(last)) / (recent.length - 1);
  if (pace <= 0) return [];
  const needed = Math.ceil(openIn(last) / pace);
  const left = last.max - last.number;
  const text = `At this pace it takes about ${needed} more ${needed === 1 ? "round" : "rounds"}; ${left} of ${last.max} are left.`;
  return [{ sign: "rounds_left", speaks: needed <= left ? "for" : "against", text }];
}

function adviceFor(answer: OutlookAnswer, reasons: readonly OutlookSign[]): string {
  const against = new Set(reasons.filter(({ speaks }) => speaks === "against").map(({ sign }) => sign));
  if (answer === "settling") return "Continue: the loop is likely to converge.";
  if (against.has("reversals")) {
    return "Let a person decide between the contradictory requests before the next round.";
  }
  if (against.has("escalations"))
    return "Ask a person about the repeated issue; another round is unlikely to help.";
  if (against.has("old_code")) {
    return "Ask the reviewer to report everything about unchanged code at once, or limit the review to what changed.";
  }
  if (answer === "unclear") return "Run one more round and check again.";
  return "Stop at the best round, or ask a person what is good enough.";
}
