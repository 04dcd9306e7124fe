import type { EmendEvent } from "../../src/core/event/emend-event.ts";
import type { ConsumeOptions, EventFault, LogEntry } from "../../src/ports/event-log.ts";
import { timeAt } from "./make-feedback.ts";

/** Event number `n`. */
export function makeEvent(n: number, data: EmendEvent["data"] = {}): EmendEvent {
  return {
    specversion: "1.0",
    id: `event-${n}`,
    source: "/emend/test",
    type: "emend.feedback.recorded",
    time: timeAt(n),
    subject: `feedback-${n}`,
    datacontenttype: "application/json",
    data: { n, ...data },
  };
}

/** Events `from` up to and without `to`. */
export const makeEvents = (from: number, to: number): EmendEvent[] =>
  Array.from({ length: to - from }, (_, offset) => makeEvent(from + offset));

/** The number that an event was made with. */
export const numberOf = (entry: LogEntry): number => (entry.event as EmendEvent).data["n"] as number;

/** Waits until the condition holds; fails with what was waited for when it never does. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 20_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}

/** A promise that others settle. */
export function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: () => resolve(), opened: promise };
}

/** A handler that remembers what it was given, and fails where `fail` says so. */
export function recorder(fail?: (entry: LogEntry) => unknown): {
  readonly calls: (readonly LogEntry[])[];
  readonly faults: EventFault[];
  /** The numbers of all events given, in the order given. */
  readonly numbers: () => number[];
  /** The numbers of the events whose call did not fail. */
  readonly handled: number[];
  readonly options: Pick<ConsumeOptions, "handle" | "onFault">;
} {
  const calls: (readonly LogEntry[])[] = [];
  const faults: EventFault[] = [];
  const handled: number[] = [];
  return {
    calls,
    faults,
    handled,
    numbers: () => calls.flat().map(numberOf),
    options: {
      handle: async (entries) => {
        calls.push(entries);
        for (const entry of entries) {
          const error = fail?.(entry);
          if (error !== undefined) throw error;
        }
        handled.push(...entries.map(numberOf));
      },
      onFault: (fault) => faults.push(fault),
    },
  };
}
