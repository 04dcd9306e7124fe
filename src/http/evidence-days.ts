import { daysAfter } from "../core/time/hours.ts";

interface DayCount {
  readonly day: string;
  readonly count: number;
}

/** So many days a plot shows at most. */
const MAX_DAYS = 90;

/**
 * Every day from the first on which something was said up to today, those without any too. What was last said
 * longer ago than that ends with its last day, instead of with months of nothing.
 */
export function evidenceDays(said: readonly DayCount[], now: string): readonly DayCount[] {
  const [first, last] = [said[0]?.day, said.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const counts = new Map(said.map(({ day, count }) => [day, count]));
  const today = now.slice(0, 10);
  const end = last > today || last <= dayBefore(today, MAX_DAYS) ? last : today;
  const days: DayCount[] = [];
  for (let day = end; day >= first && days.length < MAX_DAYS; day = dayBefore(day, 1)) {
    days.push({ day, count: counts.get(day) ?? 0 });
  }
  return days.toReversed();
}

const dayBefore = (day: string, days: number): string =>
  daysAfter(`${day}T00:00:00.000Z`, -days).slice(0, 10);
