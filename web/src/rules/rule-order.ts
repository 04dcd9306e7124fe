import { capital, countWord } from "../lib/format.ts";
import { drawnChange } from "./format-effect.ts";
import { isFirm } from "./effect-cell.tsx";
import type { StatedRule } from "./rule-list.tsx";
import { RULE_STATES, type RuleSummary, stateOf } from "./rule-state.ts";

/** By state, within it the largest effect first; what is not certain or not measured comes after. */
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
  return drawn.change + (effect !== null && effect !== undefined && isFirm(effect) ? 0 : 100);
}

export const orderText = (rules: readonly StatedRule[]): string =>
  rules.map(({ rule, state }) => `${state} ${rule.id}`).join("\n");

/** What the list says as a whole. */
export function standfirstOf(rules: readonly StatedRule[]): string {
  const inForce = rules.filter(({ state }) => state !== "retired");
  const helping = inForce.filter(({ rule }) => rule.effect?.verdict === "helping").length;
  const flagged = inForce.filter(({ state }) => state === "flagged").length;
  const one = inForce.length === 1;
  const first = `${capital(countWord(inForce.length))} ${one ? "is" : "are"} in force.`;
  const second =
    helping === 0
      ? "Of none can it be said yet that its mistake has become rarer"
      : `For ${countWord(helping)} of them the mistake has measurably become rarer`;
  const third =
    flagged === 0
      ? "."
      : `; ${countWord(flagged)} ${flagged === 1 ? "has made no difference and waits" : "have made no difference and wait"} for a person.`;
  return `${first} ${second}${third}`;
}
