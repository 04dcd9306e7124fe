import type { RuleEffect, RuleState } from "./rule-state.ts";
import { capitalize } from "../lib/format.ts";
import { changePercent, drawnChange, formatInterval, formatMissing, runsMissing } from "./format-effect.ts";

const COUNTED: Readonly<Record<RuleEffect["basis"], string>> = {
  runs_with_rule: "runs that had the rule",
  runs: "runs",
  decided_work: "decided submissions",
  none: "",
};

/** Surely fewer, though not by so much that the rule must be the cause. */
const isUncredited = ({ interval }: RuleEffect): boolean => (interval?.low ?? 0) > 0;

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
  const led = effect.led_to_rule === 0 ? "" : `, without the ${effect.led_to_rule} that led to it,`;
  const counted =
    before.runs + after.runs === 0
      ? `There are no ${unit} yet, neither before it nor since.`
      : `Its mistake came up ${times(before.events)} in ${before.runs} ${effect.basis === "runs_with_rule" ? "runs" : unit} before it${led} and ${times(after.events)} in ${after.runs} ${unit} since.`;
  const drawn = drawnChange(effect);
  const missing = runsMissing(effect);
  const judged: Readonly<Record<RuleEffect["verdict"], string>> = {
    stabilising: `${capitalize(effect.rationale)}, so it is too early to say.`,
    helping:
      drawn === undefined
        ? "It helps."
        : `It helps: ${changePercent(drawn.change)} (${formatInterval(drawn)}).`,
    not_enough:
      effect.compared_with === "nothing"
        ? "The model has changed since, so the time before says nothing about now."
        : isUncredited(effect)
          ? `That is fewer, but a change by less than ${Math.round(effect.least_reduction * 100)} % may have other causes, such as another model. A trial would tell.`
          : missing === undefined
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
