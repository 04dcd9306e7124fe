import { MS_PER_HOUR } from "./hours-after.ts";
import { fail, ok, type Result } from "../result.ts";
import { utcMillis } from "./utc-millis.ts";

const HOURS = { h: 1, d: 24, w: 168 } as const;

export interface CutOffProblem {
  readonly code: "invalid_cut_off";
  readonly message: string;
}

/** The time that lies an age such as `90d` before `now`, or at which a day such as `2026-01-31` begins; never in the future. */
export function parseCutOff(text: string, now: Date): Result<string, CutOffProblem> {
  const time = timeBefore(text.trim(), now) ?? timeOfDay(text.trim());
  if (time === undefined) {
    return problem(
      `expected an age such as 24h, 90d or 12w, a day such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z, got ${JSON.stringify(text.slice(0, 40))}`,
    );
  }
  return time <= now.toISOString() ? ok(time) : problem(`expected a time that has passed, got ${time}`);
}

function timeBefore(text: string, now: Date): string | undefined {
  const match = /^([1-9]\d{0,3})([hdw])$/i.exec(text);
  if (match === null) return undefined;
  const hours = Number(match[1]) * HOURS[match[2]!.toLowerCase() as keyof typeof HOURS];
  return new Date(now.getTime() - hours * MS_PER_HOUR).toISOString();
}

const timeOfDay = (text: string): string | undefined =>
  utcMillis(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)?.time;

const problem = (message: string): Result<never, CutOffProblem> => fail({ code: "invalid_cut_off", message });
