const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)(?:([Zz])|[+-]\d{2}:\d{2})$/;

/** An RFC 3339 date-time in UTC with its own precision where it is UTC already; nothing for any other text. */
export function toUtcTimestamp(text: string): string | undefined {
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [, date = "", time = "", zulu] = match;
  const asUtc = `${date}T${time}Z`;
  const instant = Date.parse(text.toUpperCase());
  // `Date` moves 30 February on to March; such a day is refused instead.
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(instant) || Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date))
    return undefined;
  return zulu !== undefined || text.endsWith("+00:00") ? asUtc : new Date(instant).toISOString();
}
