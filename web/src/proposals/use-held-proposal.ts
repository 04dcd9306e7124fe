import { useState } from "react";
import type { Proposal } from "./proposal-queries.ts";

/**
 * A proposal as it is being read: approvals come in by themselves, but another text waits until whoever reads asks for it, so
 * that nobody signs what they have not seen.
 */
export function useHeldProposal(fresh: Proposal | undefined) {
  const [held, setHeld] = useState<Proposal | undefined>(undefined);
  const isOther =
    held !== undefined &&
    fresh !== undefined &&
    held.rule_id === fresh.rule_id &&
    held.version.version !== fresh.version.version;
  if (!isOther && fresh !== undefined && held !== fresh) setHeld(fresh);
  return {
    proposal: isOther ? held : fresh,
    newer: isOther ? fresh : undefined,
    takeNewer: () => setHeld(undefined),
  };
}
