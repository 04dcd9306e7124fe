import { addRules } from "../src/cli/rules/rules.ts";
import type { LearnReport } from "../src/cli/rules/rules-ports.ts";
import { proposeRules } from "../src/app/rule/propose-rules.ts";
import { DEFAULT_RULE_POLICY } from "../src/core/rule/rule-policy.ts";
import { createBuiltInEvaluator } from "../src/drivers/evaluator/built-in-evaluator.ts";
import type { Store } from "../src/ports/store.ts";
import type { CliRun } from "./run-cli.ts";
import { runCommand, type RunCommandOptions } from "./run-command.ts";

/** Runs `emend rules …` on a store that stays open. */
export function rulesCli(store: Store, now: () => string) {
  const kept: Store = { ...store, close: () => Promise.resolve() };
  const learn = async (): Promise<LearnReport> => ({
    evaluated: 3,
    ...(await proposeRules({
      ...store,
      evaluator: createBuiltInEvaluator(),
      policy: DEFAULT_RULE_POLICY,
      now,
    })()),
  });
  return (args: readonly string[], options: RunCommandOptions = {}): Promise<CliRun> =>
    runCommand(
      (program, context) =>
        addRules(program.version("0.0.0"), context, {
          openStore: () => Promise.resolve(kept),
          learn,
        }),
      ["rules", ...args],
      { now: () => new Date(now()), ...options },
    );
}
