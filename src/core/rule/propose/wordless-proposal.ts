import type { Feedback } from "../../feedback/feedback.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { MAX_REASON, MAX_SUGGESTIONS } from "../limits.ts";
import { DEFAULT_INSERTION_POINT, type RuleText, type WantedWords } from "../rule.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { frameProposal } from "./frame-proposal.ts";
import type { DraftProblem } from "./write-proposal.ts";

/** A proposal that asks people for its words: the evidence counts, and no draft held against it. */
export interface WordlessProposal {
  readonly rule: RuleText;
  readonly wants_words: WantedWords;
  readonly evidence: readonly string[];
  /** How many people and how many remarks ask for it, by which few of many are chosen. */
  readonly weight: readonly [people: number, occurrences: number];
}

/** Nothing if nobody of the team said it: then there is no one whose words could be asked for. */
export function wordlessProposal(
  all: readonly Feedback[],
  { message, suggestions = [] }: Pick<DraftProblem, "message" | "suggestions">,
): WordlessProposal | undefined {
  const frame = frameProposal(all);
  if (frame === undefined) return undefined;
  return {
    rule: {
      type: "guideline",
      text: "",
      reason: frame.why,
      insertion_point: DEFAULT_INSERTION_POINT,
      scope: frame.scope,
    },
    wants_words: {
      why: sanitiseRuleText(message, MAX_REASON) || "No draft holds against the evidence.",
      suggestions: [...new Set(suggestions.map((text) => sanitiseRuleText(text)).filter(isOffered))].slice(
        0,
        MAX_SUGGESTIONS,
      ),
    },
    evidence: frame.evidence,
    weight: [frame.count.reviewers, frame.count.occurrences],
  };
}

/** What would be flagged as dangerous is no start for anyone. */
const isOffered = (text: string): boolean =>
  text !== "" && checkRuleText(text).every(({ level }) => level !== "danger");
