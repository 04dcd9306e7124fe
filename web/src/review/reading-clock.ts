/** Without input for this long, nobody is reading. */
export const IDLE_MS = 120_000;

export interface ReadingClock {
  readonly counted: number;
  readonly since: number | null;
  readonly active: number;
}

export const startReading = (now: number, counted = 0): ReadingClock => ({
  counted,
  since: now,
  active: now,
});

export const pauseReading = (clock: ReadingClock, now: number): ReadingClock => ({
  ...clock,
  counted: readingTime(clock, now),
  since: null,
});

/** Time after the user went idle is not counted. */
export const resumeReading = (clock: ReadingClock, now: number): ReadingClock =>
  isReading(clock, now)
    ? { ...clock, active: now }
    : { counted: readingTime(clock, now), since: now, active: now };

export const isReading = ({ since, active }: ReadingClock, now: number): boolean =>
  since !== null && now - active <= IDLE_MS;

export const readingTime = ({ counted, since, active }: ReadingClock, now: number): number =>
  since === null ? counted : counted + Math.max(0, Math.min(now, active + IDLE_MS) - since);
