import type { Feedback } from "../../core/feedback/feedback.ts";
import { adviceOf } from "../../core/feedback/kind-of-feedback.ts";
import { judgedText, LEAST_COSINE } from "../../core/judge/judgement.ts";
import { byCodeUnits } from "../../core/text/by-code-units.ts";
import { relateRules } from "../../core/rule/relate/relate-rules.ts";
import type { RuleText } from "../../core/rule/rule.ts";
import { sanitiseRuleText } from "../../core/rule/sanitise-rule-text.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";

/** Work that was approved although, or because, it does what a rule would forbid. */
export interface Contradiction {
  readonly feedback_id: string;
  readonly time: string;
  readonly author: string;
  readonly agent: string | null;
  readonly said: string;
  readonly why: string;
}

export interface ContradictionParts {
  readonly feedback: Pick<FeedbackStore, "findAll" | "list">;
  /** With both, what is near in meaning is looked at too, whoever's work it was. */
  readonly meaning?: { readonly vectors: Pick<VectorIndex, "get" | "nearest">; readonly judge: Judge };
}

/** Agents and records of each that are looked at, the newest; members whose neighbours are asked for. */
const AGENTS = 5;
const RECORDS = 100;
const SAMPLE = 3;
const NEIGHBOURS = 30;
/** Two texts in the same words are seldom meant to conflict below this. */
const SURE = 0.6;
const MAX_SHOWN = 10;
const MAX_SAID = 200;

/**
 * Approved work that speaks against a rule, the newest first. Looked at are the agents' newest records and, where
 * meaning is known, what is nearest to the evidence: the cost does not grow with what was recorded.
 */
export const findContradictions =
  ({ feedback, meaning }: ContradictionParts) =>
  async (
    rule: RuleText,
    evidence: readonly Feedback[],
    agents: readonly string[],
  ): Promise<readonly Contradiction[]> => {
    const found = new Map<string, Contradiction>();
    const known = new Set(evidence.map(({ id }) => id));
    const refused = new Set(evidence.flatMap(({ output }) => output?.agent_sha ?? []));
    const add = (record: Feedback, why: string): void => {
      if (!found.has(record.id)) found.set(record.id, toContradiction(record, why));
    };
    for (const agent of agents.slice(0, AGENTS)) {
      for (const record of (await feedback.list({ agent, limit: RECORDS })).items) {
        if (!isApproval(record) || known.has(record.id)) continue;
        if (record.output !== undefined && refused.has(record.output.agent_sha)) {
          add(record, "an output that the evidence rejects was approved");
          continue;
        }
        const words = wordsOf(record);
        if (words === "") continue;
        const { relation, score, reasons } = relateRules(rule.text, words);
        if (relation === "conflict" && score >= SURE)
          add(record, reasons[0] ?? "its words ask for the opposite");
      }
    }
    for (const record of await oppositesNear(evidence)) {
      if (!known.has(record.id)) add(record, "its words mean the opposite of the evidence");
    }
    return Array.from(found.values())
      .toSorted((a, b) => byCodeUnits(b.time, a.time) || byCodeUnits(a.feedback_id, b.feedback_id))
      .slice(0, MAX_SHOWN);

    async function oppositesNear(members: readonly Feedback[]): Promise<readonly Feedback[]> {
      if (meaning === undefined) return [];
      const { vectors, judge } = meaning;
      const sample = members.slice(-SAMPLE);
      const placed = await vectors.get(sample.map(({ id }) => id));
      const opposites: Feedback[] = [];
      for (const member of sample) {
        const vector = placed.get(member.id);
        if (vector === undefined) continue;
        const near = await vectors.nearest({
          vector,
          limit: NEIGHBOURS,
          atLeast: LEAST_COSINE,
          effort: "quick",
        });
        const ids = near.map(({ id }) => id);
        const approvals = (await feedback.findAll(ids)).filter(isApproval);
        const their = await vectors.get(approvals.map(({ id }) => id));
        const others = approvals.filter(({ id }) => their.has(id));
        const judged = await judge.judge(
          judgedText(member, vector),
          others.map((other) => judgedText(other, their.get(other.id)!)),
        );
        opposites.push(...others.filter((_other, at) => judged[at]?.relation === "opposite"));
      }
      return opposites;
    }
  };

/** An outsider's approval decides nothing here. */
const isApproval = ({ outcome, author }: Feedback): boolean =>
  outcome === "approved" && author.trust !== "outsider";

const wordsOf = (record: Feedback): string => sanitiseRuleText(adviceOf(record) ?? "", 2 * MAX_SAID);

const toContradiction = (record: Feedback, why: string): Contradiction => ({
  feedback_id: record.id,
  time: record.time,
  author: record.author.id,
  agent: record.agent ?? null,
  said: sanitiseRuleText(wordsOf(record), MAX_SAID),
  why,
});
