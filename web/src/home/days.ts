const DAY_MS = 86_400_000;

export const today = (): string => new Date().toISOString().slice(0, 10);

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY_MS).toISOString().slice(0, 10);

export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const long = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export function dayName(day: string): string {
  const now = today();
  if (day === now) return "Today";
  if (day === shiftDay(now, -1)) return "Yesterday";
  return long.format(at(day));
}

/** `13 to 19 November`. */
export function spanName(first: string, last: string): string {
  const [from, to] = [short.format(at(first)), short.format(at(last))];
  const isSameMonth = first.slice(0, 7) === last.slice(0, 7);
  return `${isSameMonth ? from.split(" ")[0] : from} to ${to}`;
}
