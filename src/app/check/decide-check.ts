import { applyCheckCommand, type CheckCommand, type CheckProblem } from "../../core/check/decide-check.ts";
import type { RuleCheck } from "../../core/check/rule-check.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import type { PersonStore } from "../../ports/access-store.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import { recordDecider } from "../person/change-people.ts";
import { atRevision, type ExpectedRevision, retryOnConflict } from "../retry-on-conflict.ts";

export interface CheckBusy {
  readonly code: "check_busy";
  readonly message: string;
}

export const CHECK_BUSY: CheckBusy = {
  code: "check_busy",
  message: "somebody else keeps changing this check; read it again, then retry",
};

export interface DecideCheckParts {
  readonly checks: CheckStore;
  readonly rules: Pick<RuleStore, "find">;
  readonly people: PersonStore;
  readonly policy: RulePolicy;
  readonly now: () => string;
}

/** What people decide about a check that exists. */
export type CheckDecision = Exclude<CheckCommand, { type: "draft" }>;

/** Applies a person's decision to a check, retrying on conflict, so that no approval is lost or counted twice. */
export const decideCheck =
  ({ people, policy, now, rules, ...parts }: DecideCheckParts) =>
  async (
    id: string,
    command: CheckDecision,
    expected: ExpectedRevision = {},
  ): Promise<Result<RuleCheck, CheckProblem | CheckBusy>> => {
    const checks = atRevision(parts.checks, expected);
    const decided = await retryOnConflict<Result<RuleCheck, CheckProblem>, CheckBusy>(
      CHECK_BUSY,
      async () => {
        const state = (await checks.find(id)) ?? null;
        if (state !== null && (command.type === "nudge" || command.type === "block")) {
          const rule = await rules.find(state.rule_id);
          if (rule === undefined || rule.in_force === null)
            return fail({
              code: "not_in_force",
              message: "its rule is not in force, so it may only watch; approve the rule first",
            });
        }
        const known = command.type === "approve" ? await people.read() : undefined;
        const context = { now: now(), policy, ...(known === undefined ? {} : { people: known }) };
        const change = applyCheckCommand(state, command, context);
        if (!change.ok) return change;
        const saved = known === undefined ? change.value : { ...change.value, people: known.known.revision };
        return (await checks.save(saved)) ? ok(saved.state) : undefined;
      },
    );
    if (decided.ok && command.by.trust === "person") await recordDecider({ people, now })(command.by.id);
    return decided;
  };
