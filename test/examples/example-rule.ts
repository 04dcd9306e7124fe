import type { RuleActor } from "../../src/core/feedback/feedback.ts";
import type { ActiveRule } from "../../src/core/rule/select-rules.ts";
import { daysAfter } from "../../src/core/time/time.ts";
import { applyRuleCommand } from "../../src/core/rule/decide-rule.ts";
import type { PackOrigin } from "../../src/core/rule/pack-origin.ts";
import { DEFAULT_INSERTION_POINT, type Rule, type RuleText, ruleId } from "../../src/core/rule/rule.ts";
import type { RuleCommand } from "../../src/core/rule/rule-command.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../src/core/evaluation/rule-policy.ts";

export const EXAMPLE_TIME = "2026-03-01T09:00:00.000Z";
export const EXAMPLE_ID = ruleId({ cluster_id: "cl_1" });

export const person = (id: string): RuleActor => ({ id, trust: "person" });
export const WRITER: RuleActor = { id: "emend", trust: "tool" };

export const EXAMPLE_TEXT: RuleText = {
  type: "guideline",
  text: "Close every file handle in a finally block.",
  reason: "Handles leaked in three runs.",
  insertion_point: DEFAULT_INSERTION_POINT,
  scope: { agents: ["rio"], paths: [] },
};

/** Where a rule of a pack came from. */
export const EXAMPLE_PACK: PackOrigin = {
  name: "@acme/rules",
  version: "1.0.0",
  integrity: `sha512-${"a".repeat(86)}==`,
  source: "npm:@acme/rules",
  rule: "close-handles",
  evidence: {
    corrections: 14,
    people: 5,
    first: "2026-03-01",
    last: "2026-03-01",
    effect: { verdict: "helping", reduction: 0.6 },
    trial: { verdict: "works", e_value: 41 },
    caught: 1,
    quotes: ["this handle is never closed"],
  },
};

export const proposing = (by: RuleActor = WRITER, text: Partial<RuleText> = {}): RuleCommand => ({
  type: "propose",
  id: EXAMPLE_ID,
  by,
  cluster_id: "cl_1",
  rule: { ...EXAMPLE_TEXT, ...text },
  evidence: ["fb_1", "fb_2", "fb_3"],
  confidence: 0.8,
});

/** A proposal for which nobody found the words. */
export const askingForWords = (suggestions: readonly string[] = ["Close file handles."]): RuleCommand => ({
  type: "propose",
  id: EXAMPLE_ID,
  by: WRITER,
  cluster_id: "cl_1",
  rule: { ...EXAMPLE_TEXT, text: "" },
  wants_words: { why: "Two remarks want different things.", suggestions },
  evidence: ["fb_1", "fb_2", "fb_3"],
  confidence: null,
});

export interface Step {
  readonly command: RuleCommand;
  readonly now?: string;
  readonly policy?: Partial<RulePolicy>;
}

/** The rule after these commands, each of which must be accepted. */
export function ruleAfter(...steps: readonly (RuleCommand | Step)[]): Rule {
  let rule: Rule | null = null;
  for (const step of steps) {
    const { command, now = EXAMPLE_TIME, policy = {} } = "command" in step ? step : { command: step };
    const decided = applyRuleCommand(rule, command, { now, policy: { ...DEFAULT_RULE_POLICY, ...policy } });
    if (!decided.ok) throw new Error(`${command.type}: ${decided.error.message}`);
    rule = decided.value.state;
  }
  if (rule === null) throw new Error("no command, no rule");
  return rule;
}

/** A rule in force as a prompt sees it; the number makes its id. */
export const activeRule = (number: number, parts: Partial<ActiveRule> = {}): ActiveRule => ({
  ...EXAMPLE_TEXT,
  rule_id: `ru_${String(number).padStart(32, "0")}`,
  version: 1,
  cluster_id: null,
  flagged: false,
  in_force_since: EXAMPLE_TIME,
  evidence_count: 3,
  text: `Do thing number ${number}.`,
  scope: { agents: [], paths: [] },
  ...parts,
});

export const approve = (by: RuleActor, version = 1): RuleCommand => ({ type: "approve", by, version });
export const reject = (by: RuleActor, reason: string, version = 1): RuleCommand => ({
  type: "reject",
  by,
  version,
  reason,
});
export const modify = (by: RuleActor, version: number, text: string): RuleCommand => ({
  type: "modify",
  by,
  version,
  rule: { ...EXAMPLE_TEXT, text },
});
export const retire = (by: RuleActor, reason: string): RuleCommand => ({ type: "retire", by, reason });
export const flag = (version: number, verdict: "ineffective" | "worse" = "ineffective"): RuleCommand => ({
  type: "flag",
  by: WRITER,
  version,
  verdict,
  reduction: 0.02,
  reason: "5 in 20 runs before, 5 in 20 since",
});
export const again = (evidence: readonly string[], by: RuleActor = WRITER): RuleCommand =>
  ({ ...proposing(by), evidence }) as RuleCommand;
export const later = (days: number): string => daysAfter(EXAMPLE_TIME, days);
