import { capitalize, countWord } from "../lib/format.ts";
import { drawnChange } from "./format-effect.ts";
import { isCertainEffect } from "./effect-cell.tsx";
import type { StatedRule } from "./rule-list.tsx";
import { RULE_STATES, type RuleSummary, stateOf } from "./rule-state.ts";

export function inOrder(rules: readonly RuleSummary[]): readonly StatedRule[] {
  const stated = rules.flatMap((rule) => {
    const state = stateOf(rule, rule.effect);
    return state === undefined ? [] : [{ rule, state }];
  });
  return stated.toSorted(
    (a, b) =>
      RULE_STATES.indexOf(a.state) - RULE_STATES.indexOf(b.state) ||
      (a.state === "retired"
        ? b.rule.updated_at.localeCompare(a.rule.updated_at)
        : rank(a.rule) - rank(b.rule)),
  );
}

function rank({ effect }: RuleSummary): number {
  const drawn = drawnChange(effect);
  if (drawn === undefined) return 1_000;
  return drawn.change + (effect !== null && effect !== undefined && isCertainEffect(effect) ? 0 : 100);
}

export const orderText = (rules: readonly StatedRule[]): string =>
  rules.map(({ rule, state }) => `${state} ${rule.id}`).join("\n");

export function standfirstOf(rules: readonly StatedRule[]): string {
  const inForce = rules.filter(({ state }) => state !== "retired");
  const helping = inForce.filter(({ rule }) => rule.effect?.verdict === "helping").length;
  const flagged = inForce.filter(({ state }) => state === "flagged").length;
  const one = inForce.length === 1;
  const first = `${capitalize(countWord(inForce.length))} ${one ? "is" : "are"} in force.`;
  const second =
    helping === 0
      ? "None has a measurable effect yet"
      : `${capitalize(countWord(helping))} measurably reduced ${helping === 1 ? "its" : "their"} mistake`;
  const third =
    flagged === 0
      ? "."
      : `; ${countWord(flagged)} ${flagged === 1 ? "may not help and needs a decision" : "may not help and need a decision"}.`;
  return `${first} ${second}${third}`;
}
