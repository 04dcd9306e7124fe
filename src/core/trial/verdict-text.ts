import type { JudgedTrial, TrialReduction, TrialVerdict } from "./judge-trial.ts";
import type { Trial } from "./trial.ts";

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A change of a mistake's frequency: `60 % fewer`, `20 % more`. */
export const changeText = (reduction: number): string =>
  reduction >= 0 ? `${percent(reduction)} fewer` : `${percent(-reduction)} more`;

/** The interval of a reduction, from the worst to the best case. */
export const rangeText = ({ low, high }: Pick<TrialReduction, "low" | "high">): string =>
  low === null ? `at most ${changeText(high)}` : `${changeText(low)} to ${changeText(high)}`;

/** What a verdict says about the rule, in plain words. */
export function verdictText(
  verdict: TrialVerdict,
  { reduction, recurrences }: JudgedTrial,
  { id, kind, margin }: Pick<Trial, "id" | "kind" | "margin">,
): string {
  const { estimate } = reduction;
  const found = `${estimate === null ? "" : `${changeText(estimate)}, `}interval ${rangeText(reduction)}, ${recurrences} recurrences`;
  const sentence = ((): string => {
    switch (verdict) {
      case "works":
        return kind === "withdrawal" ? "the rule is still needed" : "the rule works";
      case "harms":
        return "the rule makes its mistake more frequent";
      case "makes no difference":
        return kind === "withdrawal" && margin !== null
          ? `without the rule the mistake rises by at most ${percent(margin)}`
          : "the rule makes no difference";
      case "undecided":
        return "there is too little evidence";
    }
  })();
  return `trial ${id}: ${sentence} (${found})`;
}
