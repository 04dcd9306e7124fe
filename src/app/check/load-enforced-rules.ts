import { aliveSince, type EnforcedQuestion, enforcedRules } from "../../core/check/enforced-rules.ts";
import type { CheckStore } from "../../ports/check-store.ts";

export interface EnforcedRulesParts {
  readonly checks: Pick<CheckStore, "hookRuns" | "running">;
  readonly now: () => string;
}

const NONE: ReadonlySet<string> = new Set();

/** Reads what is needed to say which rules' texts are left out of prompts and files, because a check enforces them. */
export async function loadEnforcedRules({
  checks,
  now,
}: EnforcedRulesParts): Promise<(question: EnforcedQuestion) => ReadonlySet<string>> {
  const runs = await checks.hookRuns(aliveSince(now()));
  if (runs.length === 0) return () => NONE;
  const running = await checks.running();
  return (question) => enforcedRules(running, runs, question);
}
