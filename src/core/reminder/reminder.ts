import type { Nearness } from "../mistake/rank-mistakes.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

/** Whose corrections an agent sees: those of the person who runs it, of the whole team, or none. */
export const REMINDER_SOURCES = ["own", "team", "off"] as const;
export type ReminderSource = (typeof REMINDER_SOURCES)[number];
/** Other people's words reach an agent only if somebody chose that. */
export const DEFAULT_REMINDER_SOURCE: ReminderSource = "own";

/** The relevance of a correction, nearest first. */
export const REMINDER_PLACES = [
  "same_file",
  "same_folder",
  "same_work",
  "same_extension",
  "elsewhere",
] as const satisfies readonly (Nearness | "same_work" | "elsewhere")[];
export type ReminderPlace = (typeof REMINDER_PLACES)[number];

/** A correction that an agent sees again until a rule or check covers it. It is not a rule. */
export interface Reminder {
  readonly feedback_id: string;
  /** The person's words, fit for a prompt. */
  readonly words: string;
  readonly by: string;
  readonly said_at: string;
  /** The corrected file. */
  readonly path?: string;
  readonly here: ReminderPlace;
  /** When it ends. */
  readonly until: string;
}

/** How long a correction is repeated. */
export const REMINDER_DAYS = 14;
export const MAX_REMINDERS = 5;
/** In code points; a reminder brings back the point rather than the whole message. */
export const MAX_REMINDER_WORDS = 240;
/** The token budget of the section; see `tokenCost`. */
export const MAX_REMINDER_TOKENS = 400;

export const REMINDER_ENDS = ["dismissed", "fixed"] as const;

/** Why a reminder ended: dismissed by a person, or its failure was fixed. */
export interface ReminderEnd {
  readonly feedback_id: string;
  readonly how: (typeof REMINDER_ENDS)[number];
  readonly by: string;
  /** The person's reason, or the command that passed. */
  readonly reason: string;
  readonly at: string;
}

/** The audit entry of a dismissal. */
export const dismissalAct = ({ feedback_id, by, reason }: ReminderEnd): AuditAct => ({
  actor: by,
  action: "reminder.dismissed",
  subject: feedback_id,
  detail: { reason },
});
