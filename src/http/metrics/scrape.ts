import type { Reading, Sample } from "./reading.ts";

/** What was read of one part; nothing where that failed. */
export interface ScrapedPart {
  readonly reading: Reading;
  readonly samples: readonly Sample[] | undefined;
}

interface ScrapeOptions {
  readonly nowMs: () => number;
  /** How long one scrape waits. */
  readonly limitMs: number;
  /** Hears of each part that could not be read. Never throws. */
  readonly onFailure: (part: string, error: unknown) => void;
}

interface State {
  running?: Promise<void>;
  /** When what is there was read. */
  at: number;
  /** From when on it is read anew. */
  dueAt: number;
  samples?: readonly Sample[];
}

/** A part that failed is tried again after this, however seldom it is read. */
const RETRY_MS = 5_000;
/** A part is idle for so many times as long as it took, so that scrapes never take the store's time from others. */
const IDLE = 4;

/**
 * Reads what is no longer fresh, each part once at a time whoever asks, and answers within the limit with what there
 * is: a part that takes longer is told as it was for twice as long as it is fresh, and then is left out.
 */
export function createScrape(
  readings: readonly Reading[],
  { nowMs, limitMs, onFailure }: ScrapeOptions,
): () => Promise<readonly ScrapedPart[]> {
  const states = readings.map((reading) => ({ reading, state: { at: 0, dueAt: -Infinity } as State }));

  async function read({ part, freshMs, read: ask }: Reading, state: State): Promise<void> {
    const started = nowMs();
    try {
      state.samples = await ask();
      state.at = nowMs();
      state.dueAt = state.at + Math.max(freshMs, IDLE * (state.at - started));
    } catch (error) {
      delete state.samples;
      state.dueAt = nowMs() + Math.min(freshMs, RETRY_MS);
      onFailure(part, error);
    }
    delete state.running;
  }

  return async () => {
    for (const { reading, state } of states) {
      if (state.running === undefined && nowMs() >= state.dueAt) state.running = read(reading, state);
    }
    await within(
      limitMs,
      states.flatMap(({ state }) => state.running ?? []),
    );
    return states.map(({ reading, state }) => {
      const isLate = state.running !== undefined && nowMs() > state.at + 2 * reading.freshMs;
      const isMissing = state.running !== undefined && state.samples === undefined;
      if (!isLate && !isMissing) return { reading, samples: state.samples };
      onFailure(reading.part, new Error(`the store took longer than ${limitMs} ms`));
      return { reading, samples: undefined };
    });
  };
}

async function within(ms: number, all: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([Promise.all(all), limit]);
  clearTimeout(timer);
}
