import type { Result } from "../../core/result.ts";
import { type Rule, wantsWords } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { WordlessProposal } from "../../core/rule/propose/write-proposal.ts";
import { type DecideParts, decideRule, type RuleBusy, EMEND_ACTOR } from "./decide-rule.ts";

/** A cluster whose rule a person has to write. */
export interface UnwordedProposal extends WordlessProposal {
  readonly rule_id: string;
  readonly cluster_id: string;
  /** The state of the cluster when drafting failed. */
  readonly mark: string;
}

/** The most pending proposals without text, so that people are not overwhelmed. */
const MAX_PENDING = 3;
/** Remembered until one of the others is decided. */
const MAX_REMEMBERED = 500;

/** Remembers clusters that could not be worded, and asks people about the most important ones. */
export const askForWords = (parts: DecideParts) => {
  const decide = decideRule(parts);
  const remembered = new Map<string, UnwordedProposal>();

  const ask = ({
    rule_id,
    cluster_id,
    rule,
    wants_words,
    evidence,
  }: Omit<UnwordedProposal, "mark">): Promise<Result<Rule, RuleProblem | RuleBusy>> =>
    decide(rule_id, {
      type: "propose",
      id: rule_id,
      by: EMEND_ACTOR,
      cluster_id,
      rule,
      wants_words,
      evidence,
      confidence: null,
    });

  return {
    ask,
    keep: (asked: UnwordedProposal): void => {
      if (remembered.size < MAX_REMEMBERED) remembered.set(asked.cluster_id, asked);
    },
    forget: (clusterId: string): void => void remembered.delete(clusterId),
    /** Proposes as many as there is room for: by number of people, then by number of occurrences. */
    askFew: async (marks: ReadonlyMap<string, string>): Promise<readonly Rule[]> => {
      for (const [id, { mark }] of remembered) if (marks.get(id) !== mark) remembered.delete(id);
      if (remembered.size === 0) return [];
      const asked: Rule[] = [];
      let room = MAX_PENDING - (await parts.rules.pending()).filter(wantsWords).length;
      for (const one of [...remembered.values()].toSorted(byWeight)) {
        if (room <= 0) break;
        remembered.delete(one.cluster_id);
        const decided = await ask(one);
        if (!decided.ok) continue;
        asked.push(decided.value);
        room -= 1;
      }
      return asked;
    },
  };
};

const byWeight = ({ weight: a }: WordlessProposal, { weight: b }: WordlessProposal): number =>
  b[0] - a[0] || b[1] - a[1];
