import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import * as z from "zod";
import { countEvidence } from "../../core/evaluation/recurs.ts";
import { fail, ok, type Result } from "../../core/result.ts";
import { checkRuleText, type RuleTextWarningCode } from "../../core/rule-text/check-rule-text.ts";
import { tryWords } from "../../core/rule/propose/try-words.ts";
import {
  type ClusterEvidence,
  type ProposalDraft,
  writeProposal,
} from "../../core/rule/propose/write-proposal.ts";
import { RULE_TYPES } from "../../core/rule/rule.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { DraftAnswer, WrittenDraft } from "../../ports/evaluator.ts";
import { checkProse } from "./check-prose.ts";

export const modelDraft = z.strictObject({
  text: z.string(),
  reason: z.string(),
  type: z.enum(RULE_TYPES),
  evidence: z.array(z.string()),
});
export type ModelDraft = z.infer<typeof modelDraft>;

interface Asked {
  readonly cluster: ClusterEvidence;
  /** The draft made without the model. */
  readonly built: DraftAnswer;
  readonly shown: readonly string[];
  readonly containsKey: (text: string) => boolean;
}

const MAX_REASON = 600;
/** Confidence factor for a rule that nobody put into words. */
const UNSTATED_FACTOR = 0.7;
/** Warnings that people may ignore but a model may not. */
const REFUSED_ADVICE: ReadonlySet<RuleTextWarningCode> = new Set(["too_long", "empty", "several_lines"]);

/**
 * A draft with a model's wording, or why it is refused. Evidence, scope, counts and confidence come from the cluster:
 * a model only words a rule.
 */
export function readDraft(
  answer: ModelDraft,
  { cluster, built, shown, containsKey }: Asked,
): Result<WrittenDraft, string> {
  const checked = checkRuleWording(answer.text, cluster, containsKey);
  if (!checked.ok) return checked;
  const text = checked.value;
  const shownIds = new Set(shown);
  if (answer.evidence.length === 0 || !answer.evidence.every((id) => shownIds.has(id))) {
    return fail("it refers to evidence that it was not given");
  }
  const counted = cluster.feedback.filter(isEvidence);
  if (answer.type === "positive_example" && !counted.every(({ outcome }) => outcome === "approved")) {
    return fail("it uses unapproved work as an example");
  }
  const count = countEvidence(counted.map(({ id, author }) => ({ feedback_id: id, author })));
  const reason = checkProse(answer.reason, count, containsKey);
  if (!reason.ok) return reason;
  const draft = { ok: true, text, why: reason.value, source: "remarks", score: 1 } as const;
  const written = writeProposal({ ...cluster, draft });
  if (!written.ok) return fail(written.error.message);
  const { rule, why } = written.value;
  return ok({
    ...byModel(written.value, built),
    rule: { ...rule, type: answer.type, reason: sanitiseRuleText(`${reason.value} (${why})`, MAX_REASON) },
  });
}

/** A draft with a command's wording. Type and reason follow from the evidence too. */
export function readRule(
  text: string,
  { cluster, built, containsKey }: Omit<Asked, "shown">,
): Result<WrittenDraft, string> {
  const checked = checkRuleWording(text, cluster, containsKey);
  if (!checked.ok) return checked;
  const draft = { ok: true, text: checked.value, why: "", source: "remarks", score: 1 } as const;
  const written = writeProposal({ ...cluster, draft });
  if (!written.ok) return fail(written.error.message);
  const { rule, why } = written.value;
  return ok({
    ...byModel(written.value, built),
    rule: { ...rule, reason: sanitiseRuleText(why, MAX_REASON) },
  });
}

/** Checks a model's text: its form, its safety, and how it fits the evidence. */
function checkRuleWording(
  wording: string,
  { feedback }: ClusterEvidence,
  containsKey: (text: string) => boolean,
): Result<string, string> {
  const text = wording.trim();
  const flagged = checkRuleText(text).find(
    ({ code, level }) => level === "danger" || REFUSED_ADVICE.has(code),
  );
  if (flagged !== undefined) return fail(`its rule is invalid (${flagged.code})`);
  if (containsKey(text)) return fail("its rule is invalid (secret)");
  if (sanitiseRuleText(text) !== text) return fail("its rule contains text that is not allowed in a prompt");
  const wrong = tryWords(text, feedback);
  return wrong === undefined ? ok(text) : fail(`its rule fails on the evidence: ${wrong}`);
}

const byModel = (written: ProposalDraft, built: DraftAnswer): WrittenDraft => ({
  ...written,
  confidence: built.ok
    ? built.value.confidence
    : Math.round(written.confidence * UNSTATED_FACTOR * 1_000) / 1_000,
  source: "model",
});
