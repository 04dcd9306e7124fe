import type { ActiveRule } from "../../src/core/rule/select-rules.ts";
import { type InjectionRequest, planInjection } from "../../src/core/inject/plan-injection.ts";
import type { InjectionPlan } from "../../src/core/inject/planned-file.ts";
import type { TargetName } from "../../src/core/inject/targets.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { activeRule } from "./example-rule.ts";

/** One for everywhere, two for paths that every format can name, and one for a path that some cannot. */
export const RULES: readonly ActiveRule[] = [
  activeRule(1, { type: "constraint", text: "Never log a token." }),
  activeRule(2, { text: "Build a set before a loop.", scope: { agents: [], paths: ["src/**/*.{ts,tsx}"] } }),
  activeRule(3, { text: "Name the route's parameter.", scope: { agents: [], paths: ["app/[id]/page.tsx"] } }),
  activeRule(4, {
    type: "negative_example",
    text: "Do not mock the store.",
    scope: { agents: [], paths: ["*.test.ts"] },
  }),
];

/** What is planned for these targets in an empty folder, unless told otherwise. */
export const plan = (targets: readonly TargetName[], parts: Partial<InjectionRequest> = {}): InjectionPlan =>
  planInjection({
    targets,
    rules: RULES,
    agents: [],
    policy: DEFAULT_RULE_POLICY,
    existing: new Map(),
    ...parts,
  });
