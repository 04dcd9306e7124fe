import type { AssignedTrial } from "../rule/injection.ts";
import { armOfTask, type TrialAssignment } from "./trial.ts";

interface TriedRule {
  readonly rule_id: string;
  readonly version: number;
}

/**
 * The trial of each rule, with the arm of an agent's task. Undefined if there is nothing to assign. Work that names
 * neither a task nor a run is in no trial, so it is given every rule.
 */
export function trialsOfTask(
  assignments: readonly TrialAssignment[],
  agent: string,
  task: string | undefined,
): ((rule: TriedRule) => AssignedTrial | undefined) | undefined {
  if (assignments.length === 0 || task === undefined) return undefined;
  const byRule = new Map(assignments.map((one) => [one.rule_id, one]));
  const known = new Map<string, AssignedTrial>();
  return ({ rule_id, version }) => {
    const assignment = byRule.get(rule_id);
    if (assignment?.version !== version) return undefined;
    const assigned = known.get(rule_id) ?? {
      arm: armOfTask(assignment, agent, task),
      trial: { id: assignment.id, share: assignment.share },
    };
    known.set(rule_id, assigned);
    return assigned;
  };
}

/** Whether a rule is on trial in this version, so that it must not reach every task. */
export const onTrial = (assignments: readonly TrialAssignment[]): ((rule: TriedRule) => boolean) => {
  const byRule = new Map(assignments.map(({ rule_id, version }) => [rule_id, version]));
  return ({ rule_id, version }) => byRule.get(rule_id) === version;
};
