import type { GroupLease, Lease } from "./group-lease.ts";

/** A lease as far as this process may rely on it, by its own clock, which never goes back. */
export interface HeldLease {
  readonly isHeld: () => boolean;
  /** Takes the lease, or keeps it; nothing where another consumer has it. */
  readonly hold: () => Promise<Lease | undefined>;
  /** Renews it while something is done. */
  readonly during: (work: () => Promise<void>) => Promise<void>;
}

export function holdLease(lease: GroupLease, stuckMs: number): HeldLease {
  let heldUntil = 0;
  const renew = async (): Promise<void> => {
    const asked = performance.now();
    try {
      heldUntil = (await lease.renew()) ? asked + stuckMs : 0;
    } catch {
      // It may still be renewed before it ends, and until then it is held.
    }
  };
  return {
    isHeld: () => performance.now() < heldUntil,
    hold: async () => {
      const asked = performance.now();
      const held = await lease.hold();
      heldUntil = held === undefined ? 0 : asked + held.leftMs;
      return held;
    },
    during: async (work) => {
      const renewing = setInterval(() => void renew(), stuckMs / 3);
      try {
        await work();
      } finally {
        clearInterval(renewing);
      }
    },
  };
}
