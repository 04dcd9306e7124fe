import { logBeta } from "../statistics/beta.ts";

/** Tasks by arm. */
export interface ArmCounts {
  readonly given: number;
  readonly withheld: number;
}

/** One in a thousand: a mismatch says that something is broken, not that somebody was lucky. */
const FALSE_ALARMS = 0.001;

export interface ArmCheck {
  readonly ok: boolean;
  /** The evidence that arms do not have the sizes they should; holds at every look. */
  readonly e_value: number;
}

/** Whether the arms are as large as the share says. If not, tasks get lost in one arm, and no verdict can be trusted. */
export function checkArms({ given, withheld }: ArmCounts, share: number): ArmCheck {
  const log = logBeta(given + 1, withheld + 1) - given * Math.log(share) - withheld * Math.log(1 - share);
  const e_value = Math.exp(Math.min(log, LARGEST));
  return { ok: e_value < 1 / FALSE_ALARMS, e_value };
}

/** The largest exponent of a double. */
const LARGEST = 700;
