import type { Selectable } from "kysely";
import type { CheckHit } from "../../../core/check/check-hit.ts";
import { isRunning, type RuleCheck } from "../../../core/check/rule-check.ts";
import { storedKey, storedText } from "../stored-text.ts";
import { toStoredTime } from "../stored-time.ts";
import type { CheckTables } from "./check-tables.ts";

export const toCheckRow = (check: RuleCheck): Omit<Selectable<CheckTables["rule_check"]>, "seq"> => ({
  id: storedKey(check.id),
  revision: check.revision,
  rule_id: storedKey(check.rule_id),
  state: check.state,
  running_since: isRunning(check) ? toStoredTime(check.created_at) : "",
  updated_at: toStoredTime(check.updated_at),
  document: JSON.stringify(check),
});

/** The table only contains what `toCheckRow` wrote. */
export const fromCheckRow = ({ document }: { readonly document: string }): RuleCheck =>
  JSON.parse(document) as RuleCheck;

export type HitRow = Omit<Selectable<CheckTables["check_hit"]>, "seq">;

export const toHitRow = (hit: CheckHit): HitRow => ({
  id: storedKey(hit.id),
  check_id: storedKey(hit.check_id),
  time: toStoredTime(hit.time),
  verdict: hit.verdict ?? "",
  judged_by: storedText(hit.judged_by ?? ""),
  document: JSON.stringify(hit),
});

/** The table only contains what `toHitRow` wrote. */
export const fromHitRow = ({ document }: { readonly document: string }): CheckHit =>
  JSON.parse(document) as CheckHit;
