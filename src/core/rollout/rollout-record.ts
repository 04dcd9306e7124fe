import type { AuditAct } from "../audit/audit-entry.ts";
import type { Rollout } from "./rollout.ts";

/** A rollout as it is kept: with who began it, and the number of its last change. */
export interface RolloutRecord extends Rollout {
  /** 1 when it began; whoever saves says over which one. */
  readonly revision: number;
  readonly startedBy: string;
  /** UTC to the millisecond, as in `updatedAt`. */
  readonly startedAt: string;
  readonly updatedAt: string;
}

/** A rollout after a change, and what the audit log says of it. */
export interface RolloutChange {
  readonly state: RolloutRecord;
  readonly acts: readonly AuditAct[];
}

/** Whether some reviews use one of its versions and some the other; each version is in one such rollout at a time. */
export const isRunning = ({ stage }: Pick<Rollout, "stage">): boolean => stage === "canary";
