import type { TrialArm } from "./assign-arm.ts";
import type { ArmCounts } from "./check-arms.ts";
import { type JudgedTrial, judgeTallies } from "./judge-trial.ts";

/** The evidence after a recurrence, for a plot. */
export interface TrialPoint {
  readonly recurrences: number;
  readonly e_value: number;
  readonly low: number | null;
  readonly high: number;
  /** When that recurrence was. */
  readonly time: string;
}

/** The recurrences of a trial, added up, so that reading them costs the same whatever the history. */
export interface TrialTally extends ArmCounts {
  /** In the order in which they came in; the last is always kept. */
  readonly points: readonly TrialPoint[];
  /** Of this many recurrences, one is kept as a point. */
  readonly every: number;
}

/** What is known about a trial. */
export interface TrialEvidenceCounts {
  /** Tasks by arm. */
  readonly tasks: ArmCounts;
  /** Tasks in which the mistake came back. */
  readonly tally: TrialTally;
  /** Recurrences in work whose arm is not known, because no run or task was named. They prove nothing. */
  readonly unassigned: number;
}

export const NO_TALLY: TrialTally = { given: 0, withheld: 0, points: [], every: 1 };
export const NO_EVIDENCE: TrialEvidenceCounts = {
  tasks: { given: 0, withheld: 0 },
  tally: NO_TALLY,
  unassigned: 0,
};

const MAX_POINTS = 120;

/** The larger values differ in nothing that anybody sees, and JSON cannot hold infinity. */
const MOST_EVIDENCE = 1e12;

export function addRecurrence(
  tally: TrialTally,
  { arm, time, share }: { readonly arm: TrialArm; readonly time: string; readonly share: number },
): TrialTally {
  const counts = { given: tally.given, withheld: tally.withheld };
  counts[arm] += 1;
  const { e_value, reduction, recurrences } = judgeTallies([{ share, ...counts }]);
  const point: TrialPoint = {
    recurrences,
    e_value: Math.min(MOST_EVIDENCE, Number(e_value.toPrecision(6))),
    low: reduction.low,
    high: reduction.high,
    time,
  };
  const { every } = tally;
  const kept = tally.points.filter(({ recurrences: at }, index) => at % every === 0 || index === 0);
  const points = [...kept, point];
  if (points.length <= MAX_POINTS) return { ...counts, points, every };
  const wider = every * 2;
  return {
    ...counts,
    points: points.filter(
      ({ recurrences: at }, index) => at % wider === 0 || index === 0 || at === recurrences,
    ),
    every: wider,
  };
}

export const judgeTally = ({ given, withheld }: ArmCounts, share: number): JudgedTrial =>
  given + withheld === 0 ? judgeTallies([]) : judgeTallies([{ share, given, withheld }]);
