import type { AuditAct } from "../audit/audit-entry.ts";

export const REMINDER_ENDS = ["dismissed", "fixed"] as const;

/** Why a correction is no longer told: somebody dismissed it, or the failure that it names is fixed. */
export interface ReminderEnd {
  readonly feedback_id: string;
  readonly how: (typeof REMINDER_ENDS)[number];
  readonly by: string;
  /** What the person said, or the command that passed. */
  readonly reason: string;
  readonly at: string;
}

/** What the audit log keeps of a dismissal. */
export const dismissalAct = ({ feedback_id, by, reason }: ReminderEnd): AuditAct => ({
  actor: by,
  action: "reminder.dismissed",
  subject: feedback_id,
  detail: { reason },
});
