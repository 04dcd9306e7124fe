import type { Feedback } from "../feedback/feedback.ts";
import { findVersion, type Rule } from "../rule/rule.ts";

/** Whether a rule in force says what a correction asked for: it came from it, from its cluster, or has its very words. */
export function isCoveredBy(record: Feedback, rule: Rule, cluster: string | undefined): boolean {
  if (cluster !== undefined && rule.cluster_id === cluster) return true;
  const version = findVersion(rule, rule.in_force);
  if (version === undefined) return false;
  if (version.evidence.includes(record.id)) return true;
  const said = record.comment ?? record.fix ?? record.wrong;
  return said !== undefined && bareWords(said) === bareWords(version.text);
}

const bareWords = (text: string): string =>
  text
    .slice(0, 1_000)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
