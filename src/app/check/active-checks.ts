import { toActiveCheck, type ActiveCheck } from "../../core/check/active-check.ts";
import { presentCheckVersion, type CheckExample, type RuleCheck } from "../../core/check/rule-check.ts";
import type { Check } from "../../core/check/check.ts";
import { applyFixes } from "../../core/check/apply-fixes.ts";
import { holdsFor } from "../../core/rule/rule.ts";
import { toActiveRule } from "../../core/rule/select-rules.ts";
import type { CheckStore } from "../../ports/check-store.ts";
import type { RuleStore } from "../../ports/rule-store.ts";
import type { Syntax } from "../../ports/syntax.ts";
import { runChecks } from "./run-checks.ts";

export interface ActiveChecksParts {
  readonly checks: Pick<CheckStore, "running">;
  readonly rules: Pick<RuleStore, "inForce">;
  readonly syntax: () => Promise<Syntax>;
}

export interface ActiveChecksQuery {
  /** Only those whose rule holds for this agent. */
  readonly agent?: string;
  /** Whether to find out which fixes can be trusted, which takes a parser. */
  readonly fixes?: boolean;
}

/** The checks that run: those of rules in force. */
export function activeChecks({ checks, rules, syntax }: ActiveChecksParts) {
  const agreed = new Map<string, Promise<boolean>>();
  const agrees = (check: RuleCheck): Promise<boolean> => {
    const { version, check: runs, examples } = presentCheckVersion(check);
    if (runs.kind !== "structure" || runs.fix === undefined) return Promise.resolve(false);
    const key = `${check.id} ${version}`;
    let answer = agreed.get(key);
    if (answer === undefined) {
      if (agreed.size >= MOST_KEPT) agreed.clear();
      agreed.set(key, (answer = fixesAgree(syntax, runs, examples)));
    }
    return answer;
  };
  return async ({ agent, fixes = false }: ActiveChecksQuery = {}): Promise<readonly ActiveCheck[]> => {
    const running = await checks.running();
    if (running.length === 0) return [];
    const inForce = await rules.inForce(...(agent === undefined ? [] : [agent]));
    const byId = new Map(inForce.map((rule) => [rule.id, toActiveRule(rule)]));
    const found: ActiveCheck[] = [];
    for (const check of running) {
      const rule = byId.get(check.rule_id);
      if (rule === undefined || (agent !== undefined && !holdsFor(rule.scope, agent))) continue;
      found.push(
        ...[toActiveCheck(check, rule, fixes && (await agrees(check)))].filter((one) => one !== undefined),
      );
    }
    return found;
  };
}

const MOST_KEPT = 10_000;

/** Whether the fix makes of what people corrected what they made of it, apart from white space. */
async function fixesAgree(
  syntax: () => Promise<Syntax>,
  check: Extract<Check, { kind: "structure" }>,
  examples: readonly CheckExample[],
): Promise<boolean> {
  const run = runChecks({ syntax: await syntax() });
  const hit = examples.filter(({ isHit }) => isHit);
  for (const { before, after } of hit) {
    const { text, applied } = applyFixes(before, await run(check, check.language, before));
    if (applied === 0 || withoutSpace(text) !== withoutSpace(after)) return false;
  }
  return hit.length > 0;
}

const withoutSpace = (code: string): string => code.replaceAll(/\s+/gu, "");
