import { type GroupReader, keyOf, type OwnEntry } from "./group-reader.ts";

/** Renewals per `stuckMs`, so that a process that is delayed for a while keeps its entries. */
const RENEWALS = 5;

/** The entries of this consumer. Each is renewed until it is acknowledged, buried or given up. */
export interface Holdings {
  /** Being handled now. */
  readonly inProgress: Map<string, OwnEntry>;
  /** Retried once `due`, on the clock of `performance.now()`. */
  readonly waiting: Map<string, OwnEntry & { readonly due: number }>;
}

export interface HeldEntries extends Holdings {
  /** Adds entries that are not held yet, due at once. */
  readonly hold: (entries: readonly OwnEntry[]) => void;
  /** Stops renewing. */
  readonly end: () => void;
  /** Gives everything up to other consumers, due at the same time as here. */
  readonly release: () => Promise<void>;
}

export function holdEntries(reader: GroupReader, stuckMs: number): HeldEntries {
  const { inProgress, waiting }: Holdings = { inProgress: new Map(), waiting: new Map() };
  const isHeld = (own: OwnEntry): boolean => inProgress.has(keyOf(own)) || waiting.has(keyOf(own));
  let renewing: Promise<void> = Promise.resolve();
  const renew = async (): Promise<void> => {
    if (inProgress.size + waiting.size === 0) return;
    const own = await reader.own();
    await reader.setIdle(own.filter(isHeld), () => 0);
  };
  const renewal = setInterval(
    () => {
      renewing = renewing.then(renew).catch(() => {});
    },
    Math.max(1, stuckMs / RENEWALS),
  );
  return {
    inProgress,
    waiting,
    hold: (entries) => {
      for (const own of entries) if (!isHeld(own)) waiting.set(keyOf(own), { ...own, due: 0 });
    },
    end: () => clearInterval(renewal),
    release: async () => {
      await renewing;
      await reader.setIdle(await reader.own(), (own) => {
        const due = waiting.get(keyOf(own))?.due ?? 0;
        return stuckMs - Math.max(0, due - performance.now());
      });
    },
  };
}
