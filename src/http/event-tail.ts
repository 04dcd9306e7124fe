import type { EventLog, LogEntry } from "../ports/event-log.ts";

export type TailedEvent = Omit<LogEntry, "attempt">;

interface Listener {
  readonly hear: (events: readonly TailedEvent[]) => void;
  /** Events were lost: whoever listens must look at everything anew. */
  readonly lose: (place: string) => void;
  /** Nothing more is told: the server stops. */
  readonly end: () => void;
}

export interface EventTail {
  /** Hears what is published from now on; answers the place after which that is, and a way to stop. */
  readonly listen: (listener: Listener) => Promise<{ readonly place: string; readonly stop: () => void }>;
  /** Lets everybody go. */
  readonly close: () => void;
}

const POLL_MS = 250;
const BATCH = 500;

/** Looks at the log once for everybody who listens, and not at all where nobody does. */
export function createEventTail(
  log: Pick<EventLog, "newest" | "read">,
  onFault: (error: unknown) => void = () => {},
): EventTail {
  const listeners = new Set<Listener>();
  let place: Promise<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const look = async (): Promise<void> => {
    try {
      for (let more = true; more && listeners.size > 0;) {
        const after = await place!;
        const { entries, gap } = await log.read({ after, limit: BATCH });
        const last = entries.at(-1)?.id;
        if (last !== undefined) place = Promise.resolve(last);
        for (const listener of listeners) {
          if (gap) listener.lose(last ?? after);
          else if (entries.length > 0) listener.hear(entries);
        }
        more = entries.length === BATCH;
      }
    } catch (error) {
      onFault(error);
    }
    if (listeners.size > 0 && !closed) timer = setTimeout(() => void look(), POLL_MS);
    else [place, timer] = [undefined, undefined];
  };

  return {
    listen: async (listener) => {
      place ??= log.newest();
      const from = await place;
      listeners.add(listener);
      if (closed) listener.end();
      if (timer === undefined && !closed) timer = setTimeout(() => void look(), POLL_MS);
      return { place: from, stop: () => void listeners.delete(listener) };
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const { end } of listeners) end();
      listeners.clear();
    },
  };
}
