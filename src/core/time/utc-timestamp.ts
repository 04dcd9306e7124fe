import { isDateTime } from "./date-time.ts";

const LONGEST = 40;

/** An RFC 3339 date-time in UTC with its own precision where it is UTC already; nothing for any other text. */
export function toUtcTimestamp(text: string): string | undefined {
  if (text.length > LONGEST || !isDateTime(text)) return undefined;
  const isUtc = /(?:[Zz]|\+00:00)$/.test(text);
  if (isUtc) return `${text.slice(0, 10)}T${text.slice(11).replace(/(?:[Zz]|\+00:00)$/, "Z")}`;
  const instant = Date.parse(text.toUpperCase());
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
}
