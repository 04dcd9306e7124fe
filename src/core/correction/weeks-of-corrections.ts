import type { WeekOfCorrections } from "./learn-report.ts";
import type { PastCorrection } from "./past-correction.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** The first Monday after the epoch. */
const A_MONDAY = 4 * DAY_MS;
/** Ten years; an older time is more likely a wrong clock. */
const MAX_WEEKS = 520;

/** How many corrections there were in each week, also in those without any. */
export function weeksOfCorrections(
  corrections: readonly PastCorrection[],
  isRecurring: (correction: PastCorrection) => boolean,
): readonly WeekOfCorrections[] {
  const counts = new Map<number, { corrections: number; recurring: number }>();
  for (const correction of corrections) {
    const time = Date.parse(correction.time ?? "");
    if (Number.isNaN(time)) continue;
    const week = Math.floor((time - A_MONDAY) / WEEK_MS);
    const count = counts.get(week) ?? { corrections: 0, recurring: 0 };
    counts.set(week, count);
    count.corrections += 1;
    if (isRecurring(correction)) count.recurring += 1;
  }
  const last = Math.max(...counts.keys());
  const first = Math.max(Math.min(...counts.keys()), last - MAX_WEEKS + 1);
  return Array.from({ length: counts.size === 0 ? 0 : last - first + 1 }, (_, at) => ({
    week: new Date(A_MONDAY + (first + at) * WEEK_MS).toISOString().slice(0, 10),
    ...(counts.get(first + at) ?? { corrections: 0, recurring: 0 }),
  }));
}
