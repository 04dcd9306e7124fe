import type { ReadingLog } from "./feedback-reading.ts";
import { utcMillis } from "../time/utc-millis.ts";

/** The time a source states, where it is one; says when a zone was assumed or the time cannot be used. */
export function statedTime(value: unknown, path: string, log: ReadingLog): string | undefined {
  if (value === undefined || value === null) return undefined;
  const read = typeof value === "string" ? utcMillis(value) : undefined;
  if (read === undefined) {
    log.change("time_unknown", path, "is no RFC 3339 date-time; the time of reading is used instead");
    return undefined;
  }
  if (read.assumed) log.change("zone_assumed", path, "names no time zone and is read as UTC");
  return read.time;
}
