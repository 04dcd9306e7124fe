import type { RuleSummary } from "./rule-state.ts";

/** What a rule is, as it stands before “for rio”. */
export const TYPE_WORDS: Readonly<Record<RuleSummary["type"], string>> = {
  constraint: "constraint",
  negative_example: "mistake not to repeat",
  guideline: "guideline",
  positive_example: "example to follow",
};
