import type { Schemas } from "../api/contract.ts";
import type { MarkName } from "../components/mark.tsx";

export type RuleSummary = Schemas["RuleSummary"];
export type RuleEffect = Schemas["RuleEffect"];

export const RULE_STATES = ["flagged", "stabilising", "active", "retired"] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const STATE_WORDS: Readonly<Record<RuleState, string>> = {
  flagged: "Flagged",
  stabilising: "Stabilising",
  active: "Active",
  retired: "Retired",
};

export const STATE_MARKS: Readonly<
  Record<RuleState, { readonly name: MarkName; readonly tone: "ink" | "red" | "green" }>
> = {
  flagged: { name: "query", tone: "red" },
  stabilising: { name: "wait", tone: "ink" },
  active: { name: "stet", tone: "green" },
  retired: { name: "dele", tone: "ink" },
};

/** Rules that were never in force are proposals and have no state. */
export function stateOf(
  { status, in_force }: Pick<RuleSummary, "status" | "in_force">,
  effect: RuleEffect | null | undefined,
): RuleState | undefined {
  if (status === "flagged") return "flagged";
  if (in_force !== null) return effect?.verdict === "stabilising" ? "stabilising" : "active";
  return status === "retired" ? "retired" : undefined;
}

export const isRuleState = (text: string | undefined): text is RuleState =>
  RULE_STATES.some((state) => state === text);

export const ruleText = ({
  text,
  wants_words,
}: {
  readonly text: string;
  readonly wants_words?: object | null;
}): string => (wants_words === undefined || wants_words === null ? text : "Needs wording");

export const TYPE_WORDS: Readonly<Record<RuleSummary["type"], string>> = {
  constraint: "constraint",
  negative_example: "mistake not to repeat",
  guideline: "guideline",
  positive_example: "example to follow",
};
