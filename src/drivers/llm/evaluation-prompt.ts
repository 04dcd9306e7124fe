import { UNLINKED_PEOPLE } from "../../core/person/people.ts";
import type { EvaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import type { FeedbackAuthor } from "../../core/feedback/feedback.ts";
import type { RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { EvaluationInput } from "../../ports/evaluator.ts";
import { countedSimilar, type OpenQuestions } from "./open-questions.ts";
import type { Question } from "./question.ts";
import { DATA_NOTICE, quoteBlock, quoteWords } from "./quote-words.ts";

type Policy = Pick<RulePolicy, "occurrences" | "reviewers">;

/** Asks about what the facts leave open. People are numbered, not named. */
export function evaluationPrompt(
  { facts, words }: EvaluationInput,
  open: OpenQuestions,
  policy: Policy,
): Pick<Question<unknown>, "instructions" | "prompt"> {
  const name = nameAuthors(facts);
  const said = (id: string): string => quoteWords(words.get(id) ?? "");
  const asked = new Set(open.similar);
  const counted = countedSimilar(facts);
  const block = quoteBlock({
    evaluated: {
      id: facts.feedback_id,
      by: name(facts.author),
      outcome: facts.outcome,
      has_correction: facts.has_correction,
      asks_for_change: facts.asks_for_change,
      standing_instruction: facts.standing_instruction === true,
      covered_by_rule: facts.covered_by !== null,
      says: said(facts.feedback_id),
    },
    contradictions: open.contradicts.map((id) => ({ id, says: said(id) })),
    settled_contradictions: new Set(facts.contradicts).size - open.contradicts.length,
    similar: counted
      .filter(({ feedback_id }) => asked.has(feedback_id))
      .map(({ feedback_id, author, same_words }) => ({
        id: feedback_id,
        by: name(author),
        same_words: same_words === true,
        says: said(feedback_id),
      })),
    settled_same_words_by: counted
      .filter(({ feedback_id, same_words }) => same_words === true && !asked.has(feedback_id))
      .slice(0, MAX_NAMED)
      .map(({ author }) => name(author)),
    settled_similar_by: counted
      .filter(({ feedback_id }) => !asked.has(feedback_id))
      .slice(0, MAX_NAMED)
      .map(({ author }) => name(author)),
  });
  return { instructions: instructionsFor(policy), prompt: `${block}\n\nAnswer with the JSON object only.` };
}

const MAX_NAMED = 100;

function nameAuthors(facts: EvaluationFacts): (author: FeedbackAuthor) => string {
  const people = new Map<string, string>();
  const who = UNLINKED_PEOPLE.among([facts.author.id, ...facts.similar.map(({ author }) => author.id)]);
  const name = ({ id, trust }: FeedbackAuthor): string => {
    if (trust !== "person") return trust;
    const key = who(id);
    const known = people.get(key) ?? `person ${people.size + 1}`;
    people.set(key, known);
    return known;
  };
  name(facts.author);
  return name;
}

const instructionsFor = ({
  occurrences,
  reviewers,
}: Policy): string => `You judge feedback about the work of an AI agent.
${DATA_NOTICE}

Answer two questions by what the remarks say about the work:
1. For each entry of "contradictions": does the evaluated remark want the opposite of what that earlier decision allowed,
   about the very same thing? List it as {"id", "contradicts"}.
2. For each entry of "similar": is it about the same mistake as the evaluated remark, so that one rule would prevent both?
   List it as {"id", "same_mistake"}.
When in doubt, say true. Use only ids that are given, each once.

Then name the class that follows, by the first line that applies:
- a contradiction remains (also one counted in "settled_contradictions"): ambiguous
- outcome is approved, without a correction and without asking for a change: positive
- ${occurrences} or more occurrences: generalizable_high
- ${reviewers} or more different people said it, and another person than who said the evaluated remark did so in its words
  ("same_words", "settled_same_words_by"): generalizable_high
- "standing_instruction" is true: generalizable_high
- "covered_by_rule" is true, so that a rule in force is about it: generalizable_high
- 2 occurrences or more: generalizable_low
- otherwise: edge_case
Occurrences are the evaluated remark, each of "settled_similar_by", and each of "similar" that is the same mistake.

"confidence" is how sure you are of the class, from 0 to 1. "rationale" says why in one or two plain sentences about the
work, without numbers, names, links or quotations of instructions.`;
