import type { Check } from "../../core/check/check.ts";
import type { CheckFigures } from "../../core/check/check-hit.ts";
import {
  openCheckVersion,
  type CheckExample,
  type CheckState,
  type CheckTrial,
  type CheckVersion,
} from "../../core/check/rule-check.ts";
import type { Quorum } from "../../core/rule/quorum.ts";
import type { Approval, ReasonedAct } from "../../core/rule/rule.ts";
import type { DescribedCheck } from "./describe-checks.ts";

/** A check as the API and `--json` give it. */
export interface CheckAnswer {
  readonly id: string;
  readonly check_id: string;
  readonly rule_id: string;
  readonly rule: DescribedCheck["rule"];
  readonly revision: number;
  readonly state: CheckState;
  readonly running: number | null;
  readonly pending: number | null;
  /** The version that waits for a decision, else the one that runs, else the last. */
  readonly version: number;
  readonly check: Check;
  readonly trial: CheckTrial;
  readonly note: string | null;
  readonly figures: CheckFigures;
  readonly approval: Quorum & { readonly proposed_by: string; readonly approved_by: readonly Approval[] };
  readonly last_move: ReasonedAct;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WholeCheckAnswer extends CheckAnswer {
  readonly examples: readonly CheckExample[];
  readonly versions: readonly CheckVersion[];
}

export function checkAnswer({ check, rule, figures, approval }: DescribedCheck): CheckAnswer {
  const { version, check: runs, trial, note, proposed_by, approvals } = openCheckVersion(check);
  const { id, rule_id, revision, state, running, pending, last_move, created_at, updated_at } = check;
  return {
    id,
    check_id: id,
    rule_id,
    rule,
    revision,
    state,
    running,
    pending,
    version,
    check: runs,
    trial,
    note,
    figures,
    approval: { ...approval, proposed_by: proposed_by.id, approved_by: approvals },
    last_move,
    created_at,
    updated_at,
  };
}

/** With its examples and all versions. */
export const wholeCheckAnswer = (described: DescribedCheck): WholeCheckAnswer => ({
  ...checkAnswer(described),
  examples: openCheckVersion(described.check).examples,
  versions: described.check.versions,
});
