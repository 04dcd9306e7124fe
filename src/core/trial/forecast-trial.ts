import { FALSE_VERDICTS, judgeTallies } from "./judge-trial.ts";

export interface TrialOutlook {
  /** The share of tasks that are given the rule. */
  readonly share: number;
  /** In how many of the tasks the mistake happened without the rule. */
  readonly recurrences: number;
  readonly tasks: number;
  /** The days in which that was. */
  readonly days: number;
}

export interface TrialForecast {
  /** Tasks in which the mistake comes back until a verdict, if the rule prevents half of them. */
  readonly recurrences: number;
  /** Null if the mistake has not happened, so that nobody knows. */
  readonly tasks: number | null;
  readonly days: number | null;
  /** The mistake is so rare that nobody would wait for a verdict. */
  readonly is_too_rare: boolean;
}

/** The reduction that a forecast assumes. */
const ASSUMED = 0.5;
/** The longest that anybody would wait. */
const LONGEST_DAYS = 120;

/** How long a trial takes until a verdict, if the mistake goes on as it did. */
export function forecastTrial({ share, recurrences, tasks, days }: TrialOutlook): TrialForecast {
  const needed = recurrencesNeeded(share);
  if (recurrences === 0 || tasks === 0 || days <= 0)
    return { recurrences: needed, tasks: null, days: null, is_too_rare: true };
  // Of the tasks that are given the rule, some no longer fail.
  const perTask = (recurrences / tasks) * (1 - share * ASSUMED);
  const more = Math.ceil(needed / perTask);
  const forDays = Math.ceil(more / (tasks / days));
  return { recurrences: needed, tasks: more, days: forDays, is_too_rare: forDays > LONGEST_DAYS };
}

const known = new Map<number, number>();

/** The recurrences after which the evidence is clear if they fall as they are expected to. */
function recurrencesNeeded(share: number): number {
  let needed = known.get(share);
  if (needed !== undefined) return needed;
  const odds = 1 - ASSUMED;
  const given = (share * odds) / (share * odds + 1 - share);
  const isClear = (count: number): boolean =>
    judgeTallies([{ share, given: Math.round(count * given), withheld: count - Math.round(count * given) }])
      .e_value >=
    1 / FALSE_VERDICTS;
  let [low, high] = [1, MOST];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isClear(middle)) high = middle;
    else low = middle;
  }
  needed = high;
  known.set(share, needed);
  return needed;
}

const MOST = 20_000;
