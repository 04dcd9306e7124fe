import { byCodeUnits } from "../text/code-points.ts";
import type { Rule, RuleVersion } from "./rule.ts";

export const RULE_ACTS = [
  "proposed",
  "proposed_again",
  "modified",
  "rolled_back",
  "approved",
  "deferred",
  "came_into_force",
  "superseded",
  "rejected",
  "expired",
  "flagged",
  "retired",
] as const;

export interface RuleAct {
  readonly at: string;
  readonly version: number;
  readonly act: (typeof RULE_ACTS)[number];
  /** Null for automatic events. */
  readonly by: string | null;
  /** Null if no reason was given. */
  readonly reason: string | null;
  /** The person worked alone, so nobody else was asked. */
  readonly alone?: true;
}

/** The history of a rule, oldest first, as far as the rule records it. A removed flag leaves no trace. */
export const ruleHistory = (rule: Rule): readonly RuleAct[] =>
  rule.versions
    .flatMap((version) => actsOf(rule, version))
    .toSorted((a, b) => byCodeUnits(a.at, b.at) || a.version - b.version);

function actsOf(rule: Rule, version: RuleVersion): readonly RuleAct[] {
  const { status, origin, note, proposed_by, proposed_at, decided_at, quorum, rejection, retirement } =
    version;
  const of = (
    act: RuleAct["act"],
    at: string,
    by: string | null = null,
    reason: string | null = null,
  ): RuleAct => ({ at, version: version.version, act, by, reason: reason === "" ? null : reason });
  const acts = [of(origin, proposed_at, proposed_by.id, note)];
  for (const { at, by, alone } of version.approvals)
    acts.push({ ...of("approved", at, by), ...(alone === true ? { alone } : {}) });
  for (const { at, by, reason } of version.deferrals) acts.push(of("deferred", at, by, reason));
  if (decided_at !== null) {
    if (quorum !== null) acts.push(of("came_into_force", decided_at));
    else if (status === "expired") acts.push(of("expired", decided_at));
    else if (status === "superseded") acts.push(of("superseded", decided_at));
  }
  if (rejection !== null) acts.push(of("rejected", rejection.at, rejection.by, rejection.reason));
  if (rule.flag?.version === version.version) {
    acts.push(of("flagged", rule.flag.at, rule.flag.by, rule.flag.reason));
  }
  if (retirement !== null) acts.push(of("retired", retirement.at, retirement.by, retirement.reason));
  return acts;
}
