import type { EventLog, LogEntry } from "../ports/event-log.ts";

export type TailedEvent = Omit<LogEntry, "attempt">;

interface Listener {
  readonly onEvents: (events: readonly TailedEvent[]) => void;
  /** Events were lost up to this position, so the listener must reload everything. */
  readonly onGap: (position: string) => void;
  /** The server is stopping. */
  readonly onEnd: () => void;
}

export interface EventTail {
  /** Subscribes to events after the returned position. */
  readonly listen: (listener: Listener) => Promise<{ readonly position: string; readonly stop: () => void }>;
  /** Ends all subscriptions. */
  readonly close: () => void;
}

const POLL_MS = 250;
const BATCH = 500;

/** Polls the log once for all listeners, and only while there are any. */
export function createEventTail(
  log: Pick<EventLog, "newest" | "read">,
  onFault: (error: unknown) => void = () => {},
): EventTail {
  const listeners = new Set<Listener>();
  let position: Promise<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const poll = async (): Promise<void> => {
    try {
      for (let more = true; more && listeners.size > 0;) {
        const after = await position!;
        const { entries, gap } = await log.read({ after, limit: BATCH });
        const last = entries.at(-1)?.id;
        if (last !== undefined) position = Promise.resolve(last);
        for (const listener of listeners) {
          if (gap) listener.onGap(last ?? after);
          else if (entries.length > 0) listener.onEvents(entries);
        }
        more = entries.length === BATCH;
      }
    } catch (error) {
      onFault(error);
    }
    if (listeners.size > 0 && !closed) timer = setTimeout(() => void poll(), POLL_MS);
    else [position, timer] = [undefined, undefined];
  };

  return {
    listen: async (listener) => {
      position ??= log.newest();
      const from = await position;
      listeners.add(listener);
      if (closed) listener.onEnd();
      if (timer === undefined && !closed) timer = setTimeout(() => void poll(), POLL_MS);
      return { position: from, stop: () => void listeners.delete(listener) };
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const { onEnd } of listeners) onEnd();
      listeners.clear();
    },
  };
}
