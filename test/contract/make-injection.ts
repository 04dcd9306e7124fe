import { INJECTION_SCHEMA, type Injection } from "../../src/core/rule/injection.ts";
import { ruleId } from "../../src/core/rule/rule.ts";

/** What went into a run's prompt: the rule of the cluster `cl-1`, unless told otherwise. */
export const makeInjection = (parts: Partial<Injection> = {}): Injection => ({
  schema: INJECTION_SCHEMA,
  run: "run-1",
  agent: "rio",
  task: null,
  time: "2026-03-01T10:00:00.000Z",
  rules: [{ rule_id: ruleId({ cluster_id: "cl-1" }), version: 1 }],
  withheld: [],
  withheld_more: 0,
  tokens: 20,
  ...parts,
});
