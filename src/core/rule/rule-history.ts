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

/** One thing that happened to a version of a rule. */
export interface RuleAct {
  readonly at: string;
  readonly version: number;
  readonly act: (typeof RULE_ACTS)[number];
  /** Null for what followed by itself. */
  readonly by: string | null;
  /** Null where nobody said why. */
  readonly reason: string | null;
  /** Who did it worked alone, so that nobody else was asked. */
  readonly alone?: true;
}

/** What happened to a rule, oldest first, as the rule itself tells it; a flag that was taken off left no trace in it. */
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
