import { dayOf, timeOf } from "./stored-time.ts";

/** The first and the last UTC day, as the tables have them. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The days that the time from `from` up to and without `to` touches; a `to` at midnight does not touch its day. */
export function daySpan({ from, to }: { readonly from: string; readonly to: string }): DaySpan {
  const end = timeOf(to);
  const last = end.endsWith("T00:00:00.000Z") ? new Date(Date.parse(end) - 1).toISOString() : end;
  return { first: dayOf(timeOf(from)), last: dayOf(last) };
}
