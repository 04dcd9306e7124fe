import type { ReminderEnd } from "../core/reminder/reminder.ts";

/** Which corrections are no longer told. Every driver passes test/contract/reminder-store.ts. */
export interface ReminderStore {
  /** The ends of those that have one, by the id of the feedback; at most 2,000 are asked for. */
  ends(feedbackIds: readonly string[]): Promise<ReadonlyMap<string, ReminderEnd>>;
  /**
   * Ends a reminder; a dismissal with its act in the audit log, in one step. Answers false, and changes nothing, where it
   * has ended already.
   */
  end(end: ReminderEnd): Promise<boolean>;
}
