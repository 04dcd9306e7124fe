import type { ActiveCheck } from "../src/core/check/active-check.ts";
import type { Check } from "../src/core/check/check.ts";
import { checkId } from "../src/core/check/rule-check.ts";
import { ruleId } from "../src/core/rule/rule.ts";

/** A check that runs, for the rule with this text. */
export function activeCheck(rule: string, check: Check, parts: Partial<ActiveCheck> = {}): ActiveCheck {
  const scope = { agents: [], paths: [] };
  const rule_id = ruleId({ text: rule, scope });
  return {
    check_id: checkId(rule_id, check),
    version: 1,
    state: "nudging",
    rule_id,
    rule,
    scope,
    check,
    example: null,
    may_fix: false,
    ...parts,
  };
}

/** `==` in JavaScript, with `===` as its fix. */
export const looseEquality = (parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck(
    "Compare with ===.",
    { kind: "structure", language: "javascript", rule: { pattern: "$A == $B" }, fix: "$A === $B" },
    { example: { before: "if (a == b) go();", after: "if (a === b) go();" }, may_fix: true, ...parts },
  );

/** A phrase in prose. */
export const promisedDate = (parts: Partial<ActiveCheck> = {}): ActiveCheck =>
  activeCheck("Never promise a date.", { kind: "text", tokens: ["we", "promise"] }, parts);
