import { setImmediate } from "node:timers/promises";
import type { SpooledDelivery } from "./read-spool-entry.ts";
import { readSpoolEntry } from "./read-spool-entry.ts";
import type { Spool } from "./spool.ts";

/** Where entries go. A refusal is final; an exception is an external failure, and the entry is retried. */
export interface Destination {
  deliver(delivery: SpooledDelivery): Promise<{ readonly refused?: string }>;
}

export interface DeliverReport {
  readonly delivered: number;
  readonly aside: number;
  readonly left: number;
  /** Why it stopped before everything was delivered. */
  readonly fault?: unknown;
}

interface DeliverOptions {
  readonly spool: Spool;
  readonly destination: Destination;
  readonly now: () => Date;
  /** Called for each rejected entry. */
  readonly onAside: (name: string, reason: string) => void;
  /** Called before each entry. */
  readonly onStep?: () => void;
}

/** Delivers queued entries, oldest first, and removes each once it is acknowledged. An external failure leaves the rest queued. */
export async function deliverSpool(options: DeliverOptions): Promise<DeliverReport> {
  const { spool, destination, now, onAside, onStep } = options;
  let delivered = 0;
  let aside = 0;
  const putAside = (name: string, reason: string): void => {
    if (!spool.setAside(name)) return;
    aside += 1;
    onAside(name, reason);
  };
  spool.tidy(now().getTime());
  try {
    for (;;) {
      const names = spool.names();
      if (names.length === 0) break;
      for (const name of names) {
        onStep?.();
        const entry = readSpoolEntry(spool.read(name), now().toISOString());
        if (!entry.ok) {
          putAside(name, entry.error);
          continue;
        }
        const { refused } = await destination.deliver(entry.value);
        if (refused === undefined) {
          spool.remove(name);
          delivered += 1;
        } else putAside(name, refused);
        await setImmediate();
      }
    }
  } catch (fault) {
    return { delivered, aside, left: spool.names().length, fault };
  }
  return { delivered, aside, left: 0 };
}
