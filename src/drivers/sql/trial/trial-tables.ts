import type { Generated } from "kysely";

/** A trial. The columns besides `document` are for lookups and repeat parts of it. */
interface TrialTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly rule_id: string;
  /** The rule's id while the trial runs, else its own: unique, so that a rule has one running trial. */
  readonly running: string;
  readonly state: string;
  readonly rule_version: number;
  /** The share as its shortest exact decimal. */
  readonly share: string;
  readonly secret: string;
  readonly revision: number;
  readonly updated_at: string;
  readonly document: string;
}

interface TrialTaskTable {
  readonly trial_id: string;
  readonly agent: string;
  readonly task: string;
  readonly arm: string;
  /** 1 once the mistake came back in it. */
  readonly recurred: number;
}

/** How many tasks began on a day, in the form `2026-01-31`. */
interface TrialDayTable {
  readonly trial_id: string;
  readonly day: string;
  readonly arm: string;
  readonly tasks: number;
}

interface TrialTallyTable {
  readonly trial_id: string;
  readonly revision: number;
  readonly unassigned: number;
  readonly document: string;
}

interface TrialRecurrenceTable {
  readonly trial_id: string;
  readonly feedback_id: string;
  readonly noted: string;
}

interface TrialExemptionTable {
  readonly rule_id: string;
  readonly exempted_by: string;
  readonly exempted_at: string;
  readonly reason: string;
}

export interface TrialTables {
  readonly trial: TrialTable;
  readonly trial_task: TrialTaskTable;
  readonly trial_day: TrialDayTable;
  readonly trial_tally: TrialTallyTable;
  readonly trial_recurrence: TrialRecurrenceTable;
  readonly trial_exemption: TrialExemptionTable;
}
