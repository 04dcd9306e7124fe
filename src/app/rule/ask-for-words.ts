import type { Result } from "../../core/result.ts";
import { type Rule, wantsWords } from "../../core/rule/rule.ts";
import type { RuleProblem } from "../../core/rule/rule-command.ts";
import type { WordlessProposal } from "../../core/rule/propose/write-proposal.ts";
import { type DecideParts, decideRule, type RuleBusy, EMEND_ACTOR } from "./decide-rule.ts";

/** A cluster for which people would have to write the rule. */
export interface WordsAsked extends WordlessProposal {
  readonly rule_id: string;
  readonly cluster_id: string;
  /** As of the cluster when no draft could be made. */
  readonly mark: string;
}

/** So many proposals without words wait at once: nobody wants a list of homework. */
const MOST_ASKED = 3;
/** Remembered until one of the others is answered. */
const MOST_KEPT = 500;

/** Keeps what nobody could word, and asks people about the few that matter most. */
export const askForWords = (parts: DecideParts) => {
  const decide = decideRule(parts);
  const kept = new Map<string, WordsAsked>();

  const ask = ({
    rule_id,
    cluster_id,
    rule,
    wants_words,
    evidence,
  }: Omit<WordsAsked, "mark">): Promise<Result<Rule, RuleProblem | RuleBusy>> =>
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
    keep: (asked: WordsAsked): void => {
      if (kept.size < MOST_KEPT) kept.set(asked.cluster_id, asked);
    },
    forget: (clusterId: string): void => void kept.delete(clusterId),
    /** Asks for the words of as many as there is room for: first what most people said, then what was said most often. */
    askFew: async (marks: ReadonlyMap<string, string>): Promise<readonly Rule[]> => {
      for (const [id, { mark }] of kept) if (marks.get(id) !== mark) kept.delete(id);
      if (kept.size === 0) return [];
      const asked: Rule[] = [];
      let room = MOST_ASKED - (await parts.rules.pending()).filter(wantsWords).length;
      for (const one of [...kept.values()].toSorted(byWeight)) {
        if (room <= 0) break;
        kept.delete(one.cluster_id);
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
