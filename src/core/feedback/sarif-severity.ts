import { FEEDBACK_SEVERITIES, type FeedbackSeverity } from "./feedback.ts";
import { fieldOf, oneOf } from "../json/read-json.ts";
import type { SarifRuleFacts } from "./sarif-rule.ts";

const SEVERITY_OF_LEVEL = {
  error: "high",
  warning: "medium",
  note: "low",
  none: "info",
} as const satisfies Record<string, FeedbackSeverity>;
const LEVELS = ["error", "warning", "note", "none"] as const;

/**
 * How bad a result is: our own word where the log has it, then the security score in the bands that code
 * scanning uses, then the level, which is the rule's where the result has none and else `warning`.
 */
export function sarifSeverity(result: unknown, rule: SarifRuleFacts): FeedbackSeverity {
  const properties = fieldOf(result, "properties");
  const own = oneOf(fieldOf(properties, "severity"), FEEDBACK_SEVERITIES);
  if (own !== undefined) return own;
  const stated = fieldOf(properties, "security-severity");
  const score = stated === undefined ? rule.securityScore : Number(stated);
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  if (score > 0) return "low";
  const level = oneOf(fieldOf(result, "level"), LEVELS) ?? oneOf(rule.level, LEVELS) ?? "warning";
  return SEVERITY_OF_LEVEL[level];
}
