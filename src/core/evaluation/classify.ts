import { byCodeUnits } from "../text/code-points.ts";
import { DEFAULT_RULE_POLICY, type RulePolicy } from "./rule-policy.ts";
import { recurs, countEvidence, type EvidenceCount } from "./recurs.ts";
import type { ProposedActionType, Classification, Evaluation, ProposedAction } from "./evaluation.ts";
import type { ContradictedDecision, EvaluationFacts } from "./evaluation-facts.ts";

/** The most similar records that an evaluation lists; counts include all. */
export const MAX_SIMILAR = 100;

type ClassifyPolicy = Pick<RulePolicy, "occurrences" | "reviewers">;

interface Case {
  readonly facts: EvaluationFacts;
  readonly count: EvidenceCount;
  readonly policy: ClassifyPolicy;
}

interface Row {
  readonly when: (subject: Case) => boolean;
  readonly classification: Classification;
  readonly why: (subject: Case) => string;
}

/** Names of remarks that are no corrections. */
const KINDS: Readonly<Record<NonNullable<EvaluationFacts["kind"]>, string>> = {
  praise: "praise",
  agreement: "agreement",
  acknowledgement: "thanks, an apology or a promise",
  status: "a report of what was done",
  question: "a question",
  musing: "a thought without a request",
  reply: "an answer to a remark",
};

/** The first row that applies decides. */
const TABLE: readonly Row[] = [
  {
    when: ({ facts }) => facts.author.trust === "outsider",
    classification: "edge_case",
    why: () => "by an outsider: stored, but not used for rules",
  },
  {
    when: ({ facts }) => facts.work_of === "people",
    classification: "edge_case",
    why: () => "about people's work, not an agent's: stored, but not used for rules",
  },
  {
    when: ({ facts }) => facts.kind === "praise" || facts.kind === "agreement",
    classification: "positive",
    why: () => "praises or agrees, and asks for nothing",
  },
  {
    when: ({ facts }) => facts.kind !== undefined,
    classification: "edge_case",
    why: ({ facts }) => `${KINDS[facts.kind ?? "reply"]}, so it is not used for rules`,
  },
  {
    when: ({ facts }) => facts.convention === true && facts.covered_by === null,
    classification: "edge_case",
    why: () => "stored as a convention of the repository; recurring ones are found when rules are proposed",
  },
  {
    when: ({ facts }) => facts.contradicts.length > 0,
    classification: "ambiguous",
    why: ({ facts }) => contradictionText(facts),
  },
  {
    when: ({ facts }) => facts.outcome === "approved" && !facts.has_correction && !facts.asks_for_change,
    classification: "positive",
    why: () => "approved unchanged, with no request",
  },
  {
    when: ({ count, policy }) => count.occurrences >= policy.occurrences,
    classification: "generalizable_high",
    why: ({ count }) => `${count.occurrences} occurrences${peopleText(count)}`,
  },
  {
    when: ({ facts, count, policy }) =>
      recurs({ ...count, people: count.reviewers, sameWords: isInSomebodysWords(facts) }, policy),
    classification: "generalizable_high",
    why: ({ count }) => `${count.reviewers} people independently say the same in the same words`,
  },
  {
    when: ({ facts }) => facts.standing_instruction === true,
    classification: "generalizable_high",
    why: () => "a person gives a standing instruction",
  },
  {
    when: ({ facts }) => facts.covered_by !== null,
    classification: "generalizable_high",
    why: ({ facts }) =>
      facts.covered_by?.earlier === true
        ? `covered by rule ${facts.covered_by.rule_id}, which is in force`
        : `it happened again although rule ${facts.covered_by?.rule_id} is in force`,
  },
  {
    when: ({ count }) => count.occurrences >= 2,
    classification: "generalizable_low",
    why: ({ count, policy }) =>
      `${count.occurrences} occurrences${peopleText(count)}; ${policy.occurrences} times, or ${policy.reviewers} people in the same words, would make it a pattern`,
  },
  {
    when: () => true,
    classification: "edge_case",
    why: () => "seen once, nothing similar",
  },
];

/** Classifies feedback. The record itself is one of the occurrences. */
export function classify(facts: EvaluationFacts, policy: ClassifyPolicy = DEFAULT_RULE_POLICY): Evaluation {
  const others = distinctOthers(facts);
  const count = countEvidence([facts, ...others]);
  const subject: Case = { facts, count, policy };
  const row = TABLE.find(({ when }) => when(subject))!;
  return {
    feedback_id: facts.feedback_id,
    classification: row.classification,
    confidence: confidenceOf(row.classification, subject, others),
    rationale: row.why(subject),
    similar_feedback_ids: others.slice(0, MAX_SIMILAR).map(({ feedback_id }) => feedback_id),
    proposed_action: actionFor(row.classification, facts),
    ...(row.classification === "ambiguous"
      ? { contradicts: [...new Set(facts.contradicts)].slice(0, MAX_SIMILAR) }
      : {}),
    ...(row.classification === "generalizable_high" && facts.covered_by !== null
      ? { covered_by: facts.covered_by.rule_id }
      : {}),
  };
}

/** Does not name people, because they may be erased. */
function contradictionText({ contradicts, contradicted = [] }: EvaluationFacts): string {
  const known = contradicted.filter(({ feedback_id }) => contradicts.includes(feedback_id));
  const decision = known.find(({ same_output }) => same_output) ?? known[0];
  const others = new Set(contradicts).size - 1;
  const more = others === 0 ? "" : ` and ${others} more`;
  const which =
    decision === undefined
      ? `contradicts ${others === 0 ? "an earlier decision" : `${others + 1} earlier decisions`} about the same thing`
      : decision.same_output
        ? `contradicts an earlier decision (${decision.feedback_id}${more}): the same output was ${decidedWords(decision)} on ${dayOf(decision)}`
        : `asks for the opposite of what was asked for on ${dayOf(decision)} (${decision.feedback_id}${more})`;
  return `${which}; a person has to decide which one is right`;
}

const dayOf = ({ time }: ContradictedDecision): string => time.slice(0, 10);

const decidedWords = ({ outcome }: ContradictedDecision): string =>
  outcome === "approved_with_changes" ? "what came of changes that were approved" : (outcome ?? "judged");

function distinctOthers(facts: EvaluationFacts): EvaluationFacts["similar"] {
  const seen = new Set([facts.feedback_id]);
  return facts.similar
    .toSorted((a, b) => b.score - a.score || byCodeUnits(a.feedback_id, b.feedback_id))
    .filter(({ feedback_id }) => !seen.has(feedback_id) && seen.add(feedback_id));
}

/** Whether another person uses the same words. */
const isInSomebodysWords = ({ author, similar }: EvaluationFacts): boolean =>
  author.trust === "person" &&
  similar.some(
    (other) => other.same_words === true && other.author.trust === "person" && other.author.id !== author.id,
  );

const peopleText = ({ reviewers }: EvidenceCount): string =>
  reviewers === 0
    ? " (by tools only)"
    : `, and ${reviewers === 1 ? "one person" : `${reviewers} people`} said so`;

/** The base confidence by class; further occurrences and people add to it. */
const CONFIDENCE = {
  generalizable_high: 0.75,
  generalizable_low: 0.55,
  edge_case: 0.5,
  ambiguous: 0.6,
  positive: 0.9,
} as const satisfies Record<Classification, number>;
const PER_OCCURRENCE = 0.03;
const PER_REVIEWER = 0.05;
const MAX_CONFIDENCE = 0.98;
/** The share of the confidence that depends on the similarity of the others. */
const FROM_SIMILARITY = 0.3;

function confidenceOf(
  classification: Classification,
  { count, policy }: Case,
  others: EvaluationFacts["similar"],
): number {
  const base = CONFIDENCE[classification];
  if (classification !== "generalizable_high" && classification !== "generalizable_low") return base;
  const needed = classification === "generalizable_high" ? policy.occurrences : 2;
  const more = Math.max(0, count.occurrences - needed) * PER_OCCURRENCE;
  const agreed = Math.max(0, count.reviewers - 1) * PER_REVIEWER;
  const counted = others.filter(({ author }) => author.trust !== "outsider");
  const mean = counted.reduce((sum, { score }) => sum + unit(score), 0) / Math.max(1, counted.length);
  const sure = Math.min(MAX_CONFIDENCE, base + more + agreed) * (1 - FROM_SIMILARITY * (1 - mean));
  return Math.round(sure * 1_000) / 1_000;
}

const unit = (score: number): number => (Number.isNaN(score) ? 0 : Math.min(1, Math.max(0, score)));

/** A mistake that recurs under a rule in force needs better wording rather than another rule. */
function actionFor(classification: Classification, facts: EvaluationFacts): ProposedAction | null {
  const subject = (action_type: ProposedActionType): ProposedAction => ({
    action_type,
    target_agent: facts.agent,
    proposal_id: null,
  });
  if (classification === "edge_case" || classification === "generalizable_low")
    return subject("DOCUMENT_ONLY");
  if (classification !== "generalizable_high") return null;
  if (facts.covered_by === null) return subject("CREATE_RULE");
  if (facts.covered_by.earlier === true) {
    return { ...subject("CREATE_RULE"), proposal_id: facts.covered_by.rule_id };
  }
  return subject(facts.covered_by.insertion_point.startsWith("skill") ? "UPDATE_SKILL" : "REFINE_PROMPT");
}
