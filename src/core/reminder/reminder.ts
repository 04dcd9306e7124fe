import type { Nearness } from "../mistake/rank-mistakes.ts";
import type { AuditAct } from "../audit/audit-entry.ts";

/** Whose corrections an agent is reminded of: those of the person who runs it, those of the whole team, or none. */
export const REMINDER_SOURCES = ["own", "team", "off"] as const;
export type ReminderSource = (typeof REMINDER_SOURCES)[number];
/** Other people's words reach an agent without their approval only if somebody chose that. */
export const DEFAULT_REMINDER_SOURCE: ReminderSource = "own";

/** How near a correction is to the work at hand, the nearest first. */
export const REMINDER_PLACES = [
  "same_file",
  "same_folder",
  "same_work",
  "same_extension",
  "elsewhere",
] as const satisfies readonly (Nearness | "same_work" | "elsewhere")[];
export type ReminderPlace = (typeof REMINDER_PLACES)[number];

/** A person's correction that an agent is told again until a rule or a check covers it. It is not a rule. */
export interface Reminder {
  readonly feedback_id: string;
  /** The person's own words, fit to be put in a prompt. */
  readonly words: string;
  readonly by: string;
  readonly said_at: string;
  /** The file that it was said about. */
  readonly path?: string;
  readonly here: ReminderPlace;
  /** When it is no longer told. */
  readonly until: string;
}

/** For so long a correction is told again. */
export const REMINDER_DAYS = 14;
export const MAX_REMINDERS = 5;
/** Longer remarks are cut: a reminder brings the point back, not the whole message. In code points. */
export const MAX_REMINDER_WORDS = 240;
/** What the whole section of a prompt may cost; see `tokenCost`. */
export const MAX_REMINDER_TOKENS = 400;

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
