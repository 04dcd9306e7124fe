import type { RuleEffect, RuleState } from "./rule-state.ts";
import { capital } from "../lib/format.ts";
import { changePercent, drawnChange, intervalWords, missingWords, runsMissing } from "./format-effect.ts";

const COUNTED: Readonly<Record<RuleEffect["basis"], string>> = {
  runs_with_rule: "runs that had the rule",
  runs: "runs",
  decided_work: "decided submissions",
  none: "",
};

const times = (count: number): string =>
  count === 0 ? "not once" : count === 1 ? "once" : count === 2 ? "twice" : `${count} times`;

/** What a rule did, in one or two sentences. */
export function toldEffect(
  effect: RuleEffect | null | undefined,
  state: RuleState,
  flagReason?: string,
): string {
  if (state === "retired") return "It is in no prompt any more, so nothing is measured.";
  if (effect === null || effect === undefined) return "Its effect is not measured yet.";
  if (effect.basis === "none")
    return "No corrections belong to it, so it cannot be counted whether its mistake comes back.";
  const { before, after } = effect;
  const unit = COUNTED[effect.basis];
  const counted = `Its mistake came up ${times(before.events)} in ${before.runs} ${effect.basis === "runs_with_rule" ? "runs" : unit} before it and ${times(after.events)} in ${after.runs} ${unit} since.`;
  const drawn = drawnChange(effect);
  const missing = runsMissing(effect);
  const judged: Readonly<Record<RuleEffect["verdict"], string>> = {
    stabilising: `${capital(effect.rationale)}, so nothing is concluded.`,
    helping:
      drawn === undefined
        ? "It helps."
        : `It helps: ${changePercent(drawn.change)} (${intervalWords(drawn)}).`,
    not_enough:
      missing === undefined
        ? "That decides nothing yet."
        : `That decides nothing yet; ${missingWords(missing.needed, effect)} without it would.`,
    ineffective: "That is no difference worth a place in the prompt.",
    worse: "It comes up more often than before.",
  };
  const isTold = effect.verdict === "ineffective" || effect.verdict === "worse";
  const flagged =
    state === "flagged" && flagReason !== undefined && !isTold ? ` It was flagged: ${flagReason}.` : "";
  return `${counted} ${judged[effect.verdict]}${flagged}`;
}
