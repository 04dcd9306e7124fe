import { visibleFindingText } from "../review/render-text.ts";
import type { Review } from "../review/review.ts";
import type { Severity } from "../review/review-fields.ts";
import type { ActiveCheck } from "./active-check.ts";
import type { FileHit } from "./check-file.ts";
import type { RunningState } from "./rule-check.ts";

const SEVERITY = { blocking: "high", nudging: "medium", watching: "low" } as const satisfies Record<
  RunningState,
  Severity
>;

/** Hits in the form of a reviewer's findings, which has all output formats. */
export const hitsAsReview = (hits: readonly FileHit[]): Review => ({
  schema_version: "1.0",
  prompt_version: "1.0",
  findings: hits.map(({ check, path, line, end_line, replacement }, index) => ({
    id: `${check.check_id}-${index + 1}`,
    severity: SEVERITY[check.state],
    category: "maintainability",
    title: check.rule,
    file: path,
    line,
    ...(end_line > line ? { end_line } : {}),
    message: [check.rule, ...exampleLines(check.example)].join("\n"),
    ...(replacement === undefined || !check.may_fix ? {} : { suggestion: replacement }),
    rule_id: check.rule_id,
  })),
});

function exampleLines(example: ActiveCheck["example"]): readonly string[] {
  if (example === null) return [];
  const code = (text: string): string => (text.trim() === "" ? "(nothing)" : text.trim());
  return ["", "An earlier correction:", code(example.before), "became:", code(example.after)];
}

/** What SARIF says about the rules that checks enforce. */
export function describeRules(
  hits: readonly FileHit[],
): (ruleId: string) => { readonly short: string; readonly full: string } | undefined {
  const rules = new Map(hits.map(({ check }) => [check.rule_id, check.rule]));
  return (ruleId) => {
    const rule = rules.get(ruleId);
    if (rule === undefined) return undefined;
    const short = visibleFindingText(rule);
    return { short, full: `Your team approved this rule after correcting earlier work: ${short}` };
  };
}

const ORDER: readonly RunningState[] = ["watching", "nudging", "blocking"];

/** Whether a hit has this state or a stronger one. One that a comment overrides has none. */
export const reaches = ({ check, ignored }: FileHit, state: RunningState): boolean =>
  ignored === undefined && ORDER.indexOf(check.state) >= ORDER.indexOf(state);
