import { type Evaluation, CLASSIFICATIONS } from "../../core/evaluation/evaluation.ts";
import { type Result, fail, ok } from "../../core/result.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "../../core/evaluation/rule-policy.ts";
import type { DraftAnswer, EvaluationInput, Evaluator, WrittenDraft } from "../../ports/evaluator.ts";
import { isDisputed } from "../../core/rule/propose/try-words.ts";
import type { ClusterEvidence } from "../../core/rule/propose/write-proposal.ts";
import { ExternalError } from "../../ports/errors.ts";
import { createDailyBudget, type EvaluatorBudget } from "./daily-budget.ts";
import { draftPrompt } from "./draft-prompt.ts";
import { type EvaluatorError, evaluatorError } from "./evaluator-error.ts";
import { createKeyGuard } from "../text/key-guard.ts";
import { createModelClient } from "./model-client.ts";
import { modelEndpoint, type ModelEndpointOptions } from "./model-endpoint.ts";
import { openQuestions, type OpenQuestions, withoutDiscarded, countedSimilar } from "./open-questions.ts";
import { modelDraft, readDraft } from "./read-draft.ts";
import * as z from "zod";
import { classify } from "../../core/evaluation/classify.ts";
import { countEvidence } from "../../core/evaluation/recurs.ts";
import type { EvaluationFacts } from "../../core/evaluation/evaluation-facts.ts";
import { checkProse } from "./check-prose.ts";
import { UNLINKED_PEOPLE } from "../../core/person/people.ts";
import type { FeedbackAuthor } from "../../core/feedback/feedback.ts";
import type { Question } from "./question.ts";
import { DATA_NOTICE, quoteBlock, quoteForModel } from "./quote-for-model.ts";

const MAX_NAMED = 100;

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
- ${reviewers} or more different people reply it, and another person than who reply the evaluated remark did so in its words
  ("same_words", "settled_same_words_by"): generalizable_high
- "standing_instruction" is true: generalizable_high
- "covered_by_rule" is true, so that a rule in force is about it: generalizable_high
- 2 occurrences or more: generalizable_low
- otherwise: edge_case
Occurrences are the evaluated remark, each of "settled_similar_by", and each of "similar" that is the same mistake.

"confidence" is how sure you are of the class, from 0 to 1. "rationale" says why in one or two plain sentences about the
work, without numbers, names, links or quotations of instructions.`;

const evaluationAnswer = z.strictObject({
  contradictions: z.array(z.strictObject({ id: z.string(), contradicts: z.boolean() })),
  similar: z.array(z.strictObject({ id: z.string(), same_mistake: z.boolean() })),
  classification: z.enum(CLASSIFICATIONS),
  confidence: z.number(),
  rationale: z.string(),
});

/** How far a model may shift the confidence derived from the facts. */
const MAX_SHIFT = 0.15;

const [LEAST, MOST] = [0.05, 0.98];

export interface LlmEvaluatorOptions extends ModelEndpointOptions {
  /** Total time for one answer, from 1 to 600,000. */
  readonly timeoutMs: number;
  readonly budget: EvaluatorBudget;
  /** Answers when the model does not, or not usably. */
  readonly fallback: Evaluator;
  /** Called for every failure and refusal, and once a day when the budget is used up. */
  readonly onFault: (fault: EvaluatorError) => void;
  readonly now: () => Date;
  readonly policy?: Pick<RulePolicy, "occurrences" | "reviewers">;
  /** Whether the server can enforce a JSON schema. Set it to false if it refuses such requests. */
  readonly schemaOutput?: boolean;
}

/**
 * Lets a language model settle what the facts leave open, and word rules. Its answers are checked against the facts
 * and the checks for rules. The fallback answers whatever is unusable or late. Only throws here, for invalid
 * settings.
 */
export function createLlmEvaluator(options: LlmEvaluatorOptions): Evaluator {
  const { fallback, policy = DEFAULT_RULE_POLICY } = options;
  const endpoint = modelEndpoint(options);
  const timeoutMs = Math.min(600_000, Math.max(1, Math.trunc(options.timeoutMs) || 1));
  const budget = createDailyBudget(options.budget, options.now);
  const guard = createKeyGuard(endpoint.apiKey);
  const { containsKey } = guard;
  const client = createModelClient({
    endpoint,
    timeoutMs,
    budget,
    guard,
    schemaOutput: options.schemaOutput ?? true,
  });

  /** The model's answer, or undefined after a failure, or the reason why it was refused. */
  const attempt = async <T>(
    ask: () => Promise<Result<T, string>>,
  ): Promise<Result<T, string | undefined>> => {
    try {
      const answer = await ask();
      if (!answer.ok)
        report(
          evaluatorError(
            "evaluator_answer_refused",
            `the language model's answer was rejected: ${answer.error}`,
          ),
        );
      return answer;
    } catch (thrown) {
      const fault = asFault(thrown);
      if (fault.code !== "evaluator_over_budget" || budget.reportOnce()) report(fault);
      return { ok: false, error: fault.code === "evaluator_answer_refused" ? "it is unreadable" : undefined };
    }
  };
  const report = (fault: EvaluatorError): void => {
    try {
      options.onFault(fault);
    } catch {
      // A failing listener must not cost anyone an answer.
    }
  };

  const evaluate = async (input: EvaluationInput): Promise<Evaluation> => {
    const open = openQuestions(input);
    if (open.contradicts.length + open.similar.length === 0) return fallback.evaluate(input);
    const answer = await attempt(async () => {
      const prompt = evaluationPrompt(input, open, policy);
      const reply = await client.ask({ ...prompt, name: "evaluation", form: evaluationAnswer });
      return readEvaluation(reply, { facts: input.facts, open, policy, containsKey });
    });
    if (answer.ok) return answer.value;
    const evaluation = await fallback.evaluate(input);
    return answer.error === undefined
      ? evaluation
      : { ...evaluation, rationale: `${evaluation.rationale}${noteOf(answer.error)}` };
  };
  const draft = async (cluster: ClusterEvidence): Promise<DraftAnswer> => {
    const built = await fallback.draft(cluster);
    const settled = built.ok
      ? cluster.draft?.ok === true && cluster.draft.source === "catalogue"
      : built.error.code === "no_trusted_evidence" || isDisputed(cluster.feedback);
    if (settled) return built;
    const answer = await attempt<WrittenDraft>(async () => {
      const { shown, ...prompt } = draftPrompt(cluster.feedback);
      const reply = await client.ask({ ...prompt, name: "rule", form: modelDraft });
      return readDraft(reply, { cluster, built, shown, containsKey });
    });
    if (answer.ok) return answer;
    if (!built.ok || answer.error === undefined) return built;
    return { ok: true, value: { ...built.value, why: `${built.value.why}${noteOf(answer.error)}` } };
  };
  return { evaluate, draft };
}

const noteOf = (why: string): string =>
  ` (a language model was asked too, but its answer was rejected: ${why})`;

function asFault(thrown: unknown): EvaluatorError {
  if (thrown instanceof ExternalError) return thrown as EvaluatorError;
  return evaluatorError(
    "evaluator_failed",
    "the language model could not be called; the package may be incomplete, so reinstall it",
  );
}

type EvaluationAnswer = z.infer<typeof evaluationAnswer>;

interface Asked {
  readonly facts: EvaluationFacts;
  readonly open: OpenQuestions;
  readonly policy: Pick<RulePolicy, "occurrences" | "reviewers">;
  readonly containsKey: (text: string) => boolean;
}

/**
 * Applies a model's answer to the facts, or says why it is refused. A model can only discard what it was asked about.
 * The class then follows from the remaining facts, and an answer that names a different one is refused.
 */
export function readEvaluation(
  answer: EvaluationAnswer,
  { facts, open, policy, containsKey }: Asked,
): Result<Evaluation, string> {
  const contradicts = denied(
    answer.contradictions.map(({ id, contradicts: yes }) => [id, yes]),
    open.contradicts,
  );
  const similar = denied(
    answer.similar.map(({ id, same_mistake }) => [id, same_mistake]),
    open.similar,
  );
  if (contradicts === undefined || similar === undefined)
    return fail("it refers to feedback that it was not asked about");
  if (!(answer.confidence >= 0 && answer.confidence <= 1)) return fail("its confidence is not from 0 to 1");
  const left = withoutDiscarded(facts, { contradicts, similar });
  const evaluation = classify(left, policy);
  if (answer.classification !== evaluation.classification) {
    return fail(`it says ${answer.classification}, and the facts say ${evaluation.classification}`);
  }
  const prose = checkProse(answer.rationale, countEvidence([left, ...left.similar]), containsKey);
  if (!prose.ok) return prose;
  const taken = describeDiscarded(contradicts.length, similar.length);
  return ok({
    ...evaluation,
    confidence: shifted(evaluation.confidence, answer.confidence),
    rationale: `${evaluation.rationale}${taken}; the model says: ${prose.value}`,
  });
}

/** The ids that the model denied, or undefined if it answered about something else or about one thing twice. */
function denied(
  answers: readonly (readonly [string, boolean])[],
  asked: readonly string[],
): readonly string[] | undefined {
  const left = new Set(asked);
  if (!answers.every(([id]) => left.delete(id))) return undefined;
  return answers.filter(([, yes]) => !yes).map(([id]) => id);
}

function describeDiscarded(contradicts: number, similar: number): string {
  const parts = [
    ...(contradicts === 0 ? [] : [`${contradicts} as no contradiction`]),
    ...(similar === 0 ? [] : [`${similar} as another mistake`]),
  ];
  return parts.length === 0 ? "" : `; the model set aside ${parts.join(" and ")}`;
}

function shifted(base: number, wanted: number): number {
  const near = Math.min(base + MAX_SHIFT, Math.max(base - MAX_SHIFT, wanted));
  return Math.round(Math.min(MOST, Math.max(LEAST, near)) * 1_000) / 1_000;
}

type Policy = Pick<RulePolicy, "occurrences" | "reviewers">;

/** Asks about what the facts leave open. People are numbered, not named. */
function evaluationPrompt(
  { facts, words }: EvaluationInput,
  open: OpenQuestions,
  policy: Policy,
): Pick<Question<unknown>, "instructions" | "prompt"> {
  const name = nameAuthors(facts);
  const reply = (id: string): string => quoteForModel(words.get(id) ?? "");
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
      says: reply(facts.feedback_id),
    },
    contradictions: open.contradicts.map((id) => ({ id, says: reply(id) })),
    settled_contradictions: new Set(facts.contradicts).size - open.contradicts.length,
    similar: counted
      .filter(({ feedback_id }) => asked.has(feedback_id))
      .map(({ feedback_id, author, same_words }) => ({
        id: feedback_id,
        by: name(author),
        same_words: same_words === true,
        says: reply(feedback_id),
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
