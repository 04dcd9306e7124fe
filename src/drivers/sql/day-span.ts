import { toStoredDay, toStoredTime } from "./stored-time.ts";

/** First and last UTC day, in the format of the tables. */
export interface DaySpan {
  readonly first: string;
  readonly last: string;
}

/** The days touched by the half-open interval from `from` to `to`. A `to` at midnight does not touch its day. */
export function daySpan({ from, to }: { readonly from: string; readonly to: string }): DaySpan {
  const end = toStoredTime(to);
  const last = end.endsWith("T00:00:00.000Z") ? new Date(Date.parse(end) - 1).toISOString() : end;
  return { first: toStoredDay(toStoredTime(from)), last: toStoredDay(last) };
}
