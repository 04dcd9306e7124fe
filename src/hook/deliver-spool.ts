import { setImmediate } from "node:timers/promises";
import type { Delivery } from "./read-spool-entry.ts";
import { readSpoolEntry } from "./read-spool-entry.ts";
import type { Spool } from "./spool.ts";

/** Where entries go. A refusal is about the entry and stands; whatever is thrown is about the world and passes. */
export interface Destination {
  deliver(delivery: Delivery): Promise<{ readonly refused?: string }>;
}

export interface DeliverReport {
  readonly delivered: number;
  readonly aside: number;
  readonly left: number;
  /** Why it ended before everything was delivered. */
  readonly fault?: unknown;
}

interface DeliverParts {
  readonly spool: Spool;
  readonly destination: Destination;
  readonly now: () => Date;
  /** Hears of entries that were put aside. */
  readonly onAside: (name: string, reason: string) => void;
  /** Called before each. */
  readonly onStep?: () => void;
}

/** Delivers what waits, the oldest first, each removed only after it is acknowledged; a fault of the world leaves the rest for later. */
export async function deliverSpool(parts: DeliverParts): Promise<DeliverReport> {
  const { spool, destination, now, onAside, onStep } = parts;
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
