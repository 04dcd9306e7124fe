import type { RuleEffect, RuleState } from "./rule-state.ts";
import { capitalize } from "../lib/format.ts";
import { changePercent, drawnChange, formatInterval, formatMissing, runsMissing } from "./format-effect.ts";

const COUNTED: Readonly<Record<RuleEffect["basis"], string>> = {
  runs_with_rule: "runs that had the rule",
  runs: "runs",
  decided_work: "decided submissions",
  none: "",
};

const times = (count: number): string =>
  count === 0 ? "not once" : count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

export function describeEffect(
  effect: RuleEffect | null | undefined,
  state: RuleState,
  flagReason?: string,
): string {
  if (state === "retired") return "It is no longer in any prompt, so it isn’t measured.";
  if (effect === null || effect === undefined) return "Not measured yet.";
  if (effect.basis === "none") return "No corrections are linked to it, so its effect can’t be measured.";
  const { before, after } = effect;
  const unit = COUNTED[effect.basis];
  const counted = `Its mistake came up ${times(before.events)} in ${before.runs} ${effect.basis === "runs_with_rule" ? "runs" : unit} before it and ${times(after.events)} in ${after.runs} ${unit} since.`;
  const drawn = drawnChange(effect);
  const missing = runsMissing(effect);
  const judged: Readonly<Record<RuleEffect["verdict"], string>> = {
    stabilising: `${capitalize(effect.rationale)}, so it is too early to say.`,
    helping:
      drawn === undefined
        ? "It helps."
        : `It helps: ${changePercent(drawn.change)} (${formatInterval(drawn)}).`,
    not_enough:
      missing === undefined
        ? "That is not enough to say."
        : `That is not enough to say; ${formatMissing(missing.needed, effect)} without it would.`,
    ineffective: "The rule makes no measurable difference.",
    worse: "The mistake is more frequent than before.",
  };
  const mentionsFlag = effect.verdict === "ineffective" || effect.verdict === "worse";
  const flagged =
    state === "flagged" && flagReason !== undefined && !mentionsFlag ? ` It was flagged: ${flagReason}.` : "";
  return `${counted} ${judged[effect.verdict]}${flagged}`;
}
