import { geometric, type Random } from "./random.ts";

/** How a mistake's frequency changes while a trial runs. */
export const DRIFTS = ["steady", "halves", "doubles", "in waves", "wanders"] as const;
export type TrialDrift = (typeof DRIFTS)[number];

/** How recurrences hang together. */
export const LINKS = ["independent", "bursts", "retries", "spreads"] as const;
export type TrialLink = (typeof LINKS)[number];

export interface TrialWorld {
  readonly drift: TrialDrift;
  readonly link: TrialLink;
  /** The share of tasks in which the mistake happens without the rule, on average. */
  readonly rate: number;
  /** The share of these that the rule prevents; negative if it causes more. */
  readonly reduction: number;
}

/** What a task came to. */
export interface SimulatedTask {
  /** Attempts at the task. */
  readonly runs: number;
  /** How often the mistake happened in it. */
  readonly recurrences: number;
}

/** Recurrences of a burst, on average. */
const BURST = 4;
/** How likely a retry is to make the mistake again. */
const AGAIN = 0.7;
/** How likely the mistake is to go over to the next task, whatever its arm: people copy bad work. */
const SPREADS = 0.4;
/** Tasks until a drift has halved or doubled the frequency, and of one wave. */
const DRIFT_TASKS = 600;
/** The largest step of a frequency that wanders, in logarithms. */
const STEP = 0.15;

/** Tasks one after the other. Whether the rule was given has no influence but its reduction. */
export function createTrialWorld({ drift, link, rate, reduction }: TrialWorld, random: Random) {
  let [task, wandered, failed] = [0, 0, false];
  const factor = (): number => {
    switch (drift) {
      case "steady":
        return 1;
      case "halves":
        return Math.max(0.25, 0.5 ** (task / DRIFT_TASKS));
      case "doubles":
        return Math.min(4, 2 ** (task / DRIFT_TASKS));
      case "in waves":
        return task % DRIFT_TASKS < DRIFT_TASKS / 4 ? 2.5 : 0.5;
      case "wanders":
        wandered = Math.max(-1.5, Math.min(1.5, wandered + (random() - 0.5) * STEP));
        return Math.exp(wandered);
    }
  };
  return (given: boolean): SimulatedTask => {
    const kept = given ? 1 - reduction : 1;
    const chance = Math.min(0.95, rate * factor()) * kept;
    const isCaught = link === "spreads" && failed && random() < SPREADS * kept;
    failed = isCaught || random() < chance;
    task += 1;
    if (!failed) return { runs: 1, recurrences: 0 };
    if (link === "bursts") return { runs: 1, recurrences: geometric(random, BURST) };
    if (link !== "retries") return { runs: 1, recurrences: 1 };
    let runs = 1;
    while (random() < AGAIN && runs < 20) runs += 1;
    return { runs, recurrences: runs };
  };
}
