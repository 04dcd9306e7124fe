export const MS_PER_HOUR = 3_600_000;

/** A UTC time to the millisecond so many hours later. */
export const hoursAfter = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * MS_PER_HOUR).toISOString();
