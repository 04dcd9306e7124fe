import { addRules } from "../src/cli/rules/rules.ts";
import { proposeRules } from "../src/app/rule/propose-rules.ts";
import { composeEmend, type Emend } from "../src/compose.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../src/drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../src/ports/store.ts";
import type { CliRun } from "./run-cli.ts";
import { runCommand, type RunCommandOptions } from "./run-command.ts";
import { testPorts } from "./test-ports.ts";

/** Runs `emend rules …` on a store that stays open; what it learns needs no model. */
export function rulesCli(store: Store, now: () => string) {
  const emend = composeEmend(testPorts(store, { now }));
  const evaluator = createBuiltInEvaluator();
  const proposeRecurring = proposeRules({ ...store, evaluator, policy: DEFAULT_RULE_POLICY, now });
  const kept: Emend = {
    ...emend,
    close: async () => undefined,
    feedback: { ...emend.feedback, learn: async () => ({ evaluated: 3, failed: 0 }) },
    rules: { ...emend.rules, proposeRecurring, reconsider: async () => undefined },
  };
  return (args: readonly string[], options: RunCommandOptions = {}): Promise<CliRun> =>
    runCommand((program, context) => addRules(program.version("0.0.0"), context), ["rules", ...args], {
      now: () => new Date(now()),
      openEmend: async () => kept,
      ...options,
    });
}
