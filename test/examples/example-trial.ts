import { startTrial, type TrialPlan } from "../../src/core/trial/decide-trial.ts";
import type { Trial } from "../../src/core/trial/trial.ts";
import { forecastTrial } from "../../src/core/trial/forecast-trial.ts";
import { EXAMPLE_TIME, person, proposing, ruleAfter } from "./example-rule.ts";

/** The rule of the examples, which two people approved. */
export const EXAMPLE_RULE_IN_FORCE = ruleAfter(
  proposing(),
  { type: "approve", version: 1, by: person("ana") },
  { type: "approve", version: 1, by: person("ben") },
);

const trialPlan = (n = 1, parts: Partial<TrialPlan> = {}): TrialPlan => ({
  id: `tr_${String(n).padStart(32, "0")}`,
  secret: `secret ${n}`,
  kind: "introduction",
  share: 0.5,
  margin: 0.25,
  forecast: forecastTrial({ share: 0.5, recurrences: 30, tasks: 100, days: 28 }),
  by: person("ana"),
  ...parts,
});

/** A change that starts a trial of the rule. */
export function startingTrial(n = 1, parts: Partial<TrialPlan> = {}, rule = EXAMPLE_RULE_IN_FORCE) {
  const started = startTrial(rule, trialPlan(n, parts), EXAMPLE_TIME);
  if (!started.ok) throw new Error(started.error.message);
  return started.value;
}

export const exampleTrial = (n = 1, parts: Partial<TrialPlan> = {}): Trial => startingTrial(n, parts).state;
