import type { Check } from "../../src/core/check/check.ts";
import type { CheckHit } from "../../src/core/check/check-hit.ts";
import { applyCheckCommand, type CheckCommand } from "../../src/core/check/decide-check.ts";
import { checkId, type CheckTrial, type RuleCheck } from "../../src/core/check/rule-check.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../src/core/evaluation/rule-policy.ts";
import { EXAMPLE_ID, EXAMPLE_TIME, WRITER } from "./example-rule.ts";

/** `parseInt(x)` without a radix. */
export const EXAMPLE_CHECK: Check = {
  kind: "structure",
  language: "javascript",
  rule: { pattern: "parseInt($X)" },
};

export const EXAMPLE_CHECK_ID = checkId(EXAMPLE_ID, EXAMPLE_CHECK);

const EXAMPLE_TRIAL: CheckTrial = {
  before: { tried: 3, hit: 3 },
  after: { tried: 3, hit: 0 },
  accepted: { tried: 12, hit: 0 },
  others: { tried: 8, hit: 0 },
  tree: null,
};

export const drafting = (
  parts: Partial<Extract<CheckCommand, { type: "draft" }>> = {},
): Extract<CheckCommand, { type: "draft" }> => ({
  type: "draft",
  by: WRITER,
  rule_id: EXAMPLE_ID,
  check: EXAMPLE_CHECK,
  examples: [
    { before: "parseInt(a)", after: "parseInt(a, 10)", correction: "co_1", isHit: true },
    { before: "f(parseInt(b))", after: "f(parseInt(b, 10))", correction: "co_2", isHit: true },
  ],
  trial: EXAMPLE_TRIAL,
  ...parts,
});

interface CheckStep {
  readonly command: CheckCommand;
  readonly now?: string;
  readonly policy?: Partial<RulePolicy>;
}

/** The check after these commands, each of which must be accepted. */
export function checkAfter(...steps: readonly (CheckCommand | CheckStep)[]): RuleCheck {
  let check: RuleCheck | null = null;
  for (const step of steps) {
    const { command, now = EXAMPLE_TIME, policy = {} } = "command" in step ? step : { command: step };
    const decided = applyCheckCommand(check, command, { now, policy: { ...DEFAULT_RULE_POLICY, ...policy } });
    if (!decided.ok) throw new Error(`${command.type}: ${decided.error.message}`);
    check = decided.value.state;
  }
  if (check === null) throw new Error("no command, no check");
  return check;
}

export const exampleHit = (number: number, parts: Partial<CheckHit> = {}): CheckHit => ({
  id: `hi_${String(number).padStart(32, "0")}`,
  check_id: EXAMPLE_CHECK_ID,
  version: 1,
  state: "nudging",
  time: EXAMPLE_TIME,
  checked_in: "hook",
  agent: "rio",
  run: "run-1",
  path: "src/cart.js",
  line: number,
  code: `parseInt(row${number})`,
  verdict: null,
  ...parts,
});
