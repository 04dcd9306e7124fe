const MS_PER_DAY = 86_400_000;

/** A UTC time to the millisecond so many days later; nothing comes after the last representable one. */
export function daysAfter(time: string, days: number): string {
  const moved = Date.parse(time) + days * MS_PER_DAY;
  return moved > LAST ? "9999-12-31T23:59:59.999Z" : new Date(moved).toISOString();
}

const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** Days from one time to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / MS_PER_DAY;
