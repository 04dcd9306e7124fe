import type { Generated } from "kysely";

/** A rule's check with all its versions. The columns besides `document` are for lookups and repeat parts of it. */
interface RuleCheckTable {
  readonly seq: Generated<number>;
  readonly id: string;
  /** For optimistic locking: a save names the revision it is based on. */
  readonly revision: number;
  readonly rule_id: string;
  readonly state: string;
  /** When the check was created; empty if it does not run. */
  readonly running_since: string;
  readonly updated_at: string;
  readonly document: string;
}

/** A place that a check found. The columns besides `document` are for lookups and repeat parts of it. */
interface CheckHitTable {
  readonly seq: Generated<number>;
  readonly id: string;
  readonly check_id: string;
  readonly time: string;
  /** Empty if nobody has judged it. */
  readonly verdict: string;
  readonly judged_by: string;
  readonly document: string;
}

interface CheckFiguresTable {
  readonly check_id: string;
  readonly files: number;
  readonly fired: number;
  readonly judged_right: number;
  readonly judged_wrong: number;
  readonly overridden: number;
  readonly caught: number;
  /** Empty if it never ran. */
  readonly last_ran: string;
}

/** When a check last ran in an agent's hook. */
interface CheckHookRunTable {
  readonly check_id: string;
  readonly agent: string;
  readonly last_ran: string;
}

/** A time in which a check was alive in an agent's hook, without a pause that ends it. */
interface CheckHookSpanTable {
  readonly check_id: string;
  readonly agent: string;
  /** When the store heard of the first run. */
  readonly since: string;
  readonly last_ran: string;
}

export interface CheckTables {
  readonly rule_check: RuleCheckTable;
  readonly check_hit: CheckHitTable;
  readonly check_figures: CheckFiguresTable;
  readonly check_hook_run: CheckHookRunTable;
  readonly check_hook_span: CheckHookSpanTable;
}
