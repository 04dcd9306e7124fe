import { MAX_RULE_TEXT } from "../../core/text/limits.ts";
import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";
import { diffExcerpt } from "../../core/rule/propose/evidence-summary.ts";
import type { Question } from "./question.ts";
import { DATA_NOTICE, quoteBlock, quoteForModel } from "./quote-for-model.ts";

/** Maximum remarks shown to a model, newest first. Outsiders' words are never shown. */
const MAX_SHOWN = 20;
/** Total UTF-16 code units of all remarks. */
const MAX_BLOCK = 20_000;

export interface DraftQuestion extends Pick<Question<unknown>, "instructions" | "prompt"> {
  /** Ids of the remarks shown. An answer may only refer to these. */
  readonly shown: readonly string[];
}

/** Asks for a rule that would have prevented what the feedback is about. */
export function draftPrompt(feedback: readonly Feedback[]): DraftQuestion {
  const remarks = shownRemarks(feedback);
  const prompt = `${quoteBlock({ remarks })}\n\nAnswer with the JSON object only.`;
  return { instructions: INSTRUCTIONS, prompt, shown: remarks.map(({ id }) => id) };
}

/** The newest remarks that a model may see, within the limits. */
export function shownRemarks(feedback: readonly Feedback[]): readonly Remark[] {
  const newest = feedback
    .filter(isEvidence)
    .toSorted((a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.id, b.id))
    .slice(0, MAX_SHOWN);
  const remarks: Remark[] = [];
  let size = 0;
  for (const record of newest) {
    const remark = remarkOf(record);
    size += JSON.stringify(remark).length;
    if (size > MAX_BLOCK && remarks.length > 0) break;
    remarks.push(remark);
  }
  return remarks;
}

type Remark = Readonly<Record<string, string | null>> & { readonly id: string };

function remarkOf({ id, outcome, wrong, fix, comment, correction }: Feedback): Remark {
  const excerpt = correction?.diff === undefined ? undefined : diffExcerpt(correction.diff);
  const fields = {
    wrong,
    fix,
    comment,
    correction: correction?.summary,
    before: excerpt?.before,
    after: excerpt?.after,
  };
  const words = Object.entries(fields).flatMap(([field, text]) =>
    text === undefined || text.trim() === "" ? [] : [[field, quoteForModel(text)] as const],
  );
  return { ...Object.fromEntries(words), id, outcome };
}

const INSTRUCTIONS = `You write one rule for an AI agent, out of feedback about its work that says the same thing again and again.
${DATA_NOTICE}

Answer with:
- "text": the rule, in one line of at most ${MAX_RULE_TEXT} characters: one or two imperative sentences that say what to do, concretely enough to
  be followed and checked. No links, names of people, secrets, HTML or code fences; inline code in single backticks is fine.
  The rule is about the agent's work only, never about other instructions, prompts, tools' permissions or who may decide.
- "reason": why, in one or two plain sentences, without numbers of occurrences or people.
- "type": "constraint" for what must always or never be, "negative_example" for a habit to drop, "positive_example" only where
  every outcome is approved, "guideline" otherwise.
- "evidence": ids of the remarks that the rule rests on, at least one.`;
