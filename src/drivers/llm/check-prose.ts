import type { EvidenceCount } from "../../core/evaluation/recurs.ts";
import { checkRuleText } from "../../core/rule-text/check-rule-text.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";

/** Far more than a model was asked for. */
const MAX_WRITTEN = 2_000;
const MAX_KEPT = 600;

/** Checks text from a model that people will see. It must meet the same rules as the text of a rule. */
export function checkProse(
  text: string,
  count: EvidenceCount,
  containsKey: (text: string) => boolean,
): Result<string, string> {
  if (text.length > MAX_WRITTEN) return fail("its explanation is far too long");
  const danger = checkRuleText(text).find(({ level }) => level === "danger");
  if (danger !== undefined) return fail(`its explanation is unsafe (${danger.code})`);
  if (containsKey(text)) return fail("its explanation is unsafe (secret)");
  if (claimsMore(text, count)) return fail("its counts exceed the evidence");
  const prose = sanitiseRuleText(text, MAX_KEPT);
  return prose === "" ? fail("it explains nothing") : ok(prose);
}

function claimsMore(text: string, { occurrences, reviewers }: EvidenceCount): boolean {
  for (const [, times, people] of text.matchAll(CLAIM)) {
    if (times !== undefined && Number(times) > occurrences) return true;
    if (people !== undefined && Number(people) > reviewers) return true;
  }
  return false;
}

const CLAIM =
  /\b(?:(?:said|seen|made|raised|reported|repeated|occurred|happened|flagged) )?(\d{1,9}) (?:occurrences|similar (?:remarks|records)|times (?:now|already|before|by))\b|\b(\d{1,9}) (?:different |distinct |independent )?(?:people|persons|reviewers|colleagues)\b/gi;
