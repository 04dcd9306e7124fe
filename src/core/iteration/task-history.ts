import { defined } from "../defined.ts";
import {
  bestVerifiedRound,
  HISTORY_WINDOW,
  type IterationRates,
  iterationRates,
} from "../actionable/iteration-history.ts";
import { computeVerdict, type VerdictAnswer } from "../actionable/verdict.ts";
import { type Outlook, outlookOf, type RoundOutcome, roundOutcomeOf, toRound } from "./outlook.ts";
import { FINDING_CLASSES, type FindingClass, type RoundItem, type TaskRound } from "./task-round.ts";

/** One issue across rounds, however it was worded. */
export interface TaskIssue {
  readonly issue_id: string;
  /** As worded in the last round that had it. */
  readonly issue: string;
  readonly severity: RoundItem["severity"];
  readonly location: RoundItem["location"];
  readonly first_round: number;
  readonly last_round: number;
  /** The number of rounds with it. */
  readonly count: number;
  /** The number of the last five rounds with it. */
  readonly recent: number;
  /** The last round still has it. */
  readonly open: boolean;
  /** The rounds in which it was escalated. */
  readonly escalated_in: readonly number[];
}

export interface RoundReport extends Omit<TaskRound, "prints" | "tracking" | "task" | "agent"> {
  readonly followed: RoundOutcome["followed"];
  readonly improved: RoundOutcome["improved"];
  /** Null if nobody rated it. */
  readonly clarity: number | null;
  readonly classes: Readonly<Record<FindingClass, number>>;
  /** The computed verdict, considering repetitions. */
  readonly expected_verdict: Pick<VerdictAnswer, "verdict" | "reason"> & { readonly given_fits: boolean };
}

export interface TaskHistory {
  readonly task: string;
  readonly agent: string | null;
  /** The number of all rounds, including unlisted ones. */
  readonly round_count: number;
  /** The latest rounds, in order. */
  readonly rounds: readonly RoundReport[];
  readonly rates: IterationRates;
  /** Open ones first, then by number of rounds. */
  readonly issues: readonly TaskIssue[];
  readonly escalations: readonly {
    readonly round: number;
    readonly issue_id: string;
    readonly issue: string;
  }[];
  readonly best_round: {
    readonly number: number;
    readonly score: number;
    readonly document_id: string;
  } | null;
  readonly outlook: Outlook;
}

/** The history of a task from its rounds, in order. */
export function taskHistory(
  rounds: readonly TaskRound[],
  shown: number = HISTORY_WINDOW,
): TaskHistory | undefined {
  const last = rounds.at(-1);
  if (last === undefined) return undefined;
  const counted = rounds.map((round, at) => toRound(round, rounds[at + 1]));
  const best = bestVerifiedRound(rounds);
  return {
    task: last.task,
    agent: last.agent,
    round_count: last.position,
    rounds: rounds.map((_, at) => reportRound(rounds, at)).slice(-shown),
    rates: iterationRates(counted),
    issues: issuesOf(rounds),
    escalations: rounds.flatMap(({ number, escalations }) =>
      escalations.map(({ issue_id, issue }) => ({ round: number, issue_id, issue })),
    ),
    best_round:
      best === undefined ? null : { number: best.number, score: best.score, document_id: best.document_id },
    outlook: outlookOf(rounds),
  };
}

function reportRound(rounds: readonly TaskRound[], at: number): RoundReport {
  const { prints: _prints, tracking, task: _task, agent: _agent, ...round } = rounds[at]!;
  const { items, score, confidence, number, max, phase, verdict, escalations } = round;
  const expected = computeVerdict({
    items,
    score,
    ...defined({ confidence }),
    repeated: escalations.length > 0,
    iteration: { number, max, phase },
  });
  return {
    ...round,
    ...roundOutcomeOf(rounds[at]!, rounds[at + 1]),
    clarity: tracking.feedback_clarity_score ?? null,
    classes: countClasses(items),
    expected_verdict: {
      verdict: expected.verdict,
      reason: expected.reason,
      given_fits: expected.allowed.includes(verdict),
    },
  };
}

function countClasses(items: readonly RoundItem[]): Readonly<Record<FindingClass, number>> {
  const counts = Object.fromEntries(FINDING_CLASSES.map((name) => [name, 0])) as Record<FindingClass, number>;
  for (const item of items) counts[item.class] += 1;
  return counts;
}

function issuesOf(rounds: readonly TaskRound[]): readonly TaskIssue[] {
  const last = rounds.at(-1)!;
  const recent = new Set(rounds.slice(-HISTORY_WINDOW).map(({ number }) => number));
  const seen = new Map<string, { readonly item: RoundItem; readonly numbers: readonly number[] }>();
  for (const { number, items } of rounds) {
    for (const item of items) {
      const numbers = seen.get(item.issue_id)?.numbers ?? [];
      seen.set(item.issue_id, { item, numbers: numbers.at(-1) === number ? numbers : [...numbers, number] });
    }
  }
  return [...seen]
    .map(([issue_id, { item, numbers }]) => ({
      issue_id,
      issue: item.issue,
      severity: item.severity,
      location: item.location,
      first_round: numbers[0]!,
      last_round: numbers.at(-1)!,
      count: numbers.length,
      recent: numbers.filter((number) => recent.has(number)).length,
      open: numbers.at(-1) === last.number,
      escalated_in: rounds.flatMap(({ number, escalations }) =>
        escalations.some((one) => one.issue_id === issue_id) ? [number] : [],
      ),
    }))
    .toSorted(
      (a, b) => Number(b.open) - Number(a.open) || b.count - a.count || a.first_round - b.first_round,
    );
}
