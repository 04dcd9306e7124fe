/** Nobody who does nothing for so long is reading. */
export const IDLE_MS = 120_000;

/** How long somebody has looked at something; every time is in milliseconds of one clock. */
export interface ReadingClock {
  readonly counted: number;
  /** Since when it runs; null while the page is hidden or nobody does anything. */
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
  counted: readFor(clock, now),
  since: null,
});

/** Somebody moved, typed, scrolled or came back. What passed after they had gone quiet does not count. */
export const stirReading = (clock: ReadingClock, now: number): ReadingClock =>
  isReading(clock, now)
    ? { ...clock, active: now }
    : { counted: readFor(clock, now), since: now, active: now };

export const isReading = ({ since, active }: ReadingClock, now: number): boolean =>
  since !== null && now - active <= IDLE_MS;

export const readFor = ({ counted, since, active }: ReadingClock, now: number): number =>
  since === null ? counted : counted + Math.max(0, Math.min(now, active + IDLE_MS) - since);
