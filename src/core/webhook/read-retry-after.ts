/** The seconds that the header Retry-After asks for, given as a number or as a date; nothing where it says neither. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // A date begins with the name of a day; Date.parse alone would take "1e3" for a year.
  if (!/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const time = Date.parse(text.slice(0, 64));
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - nowMs) / 1_000));
}
