import type { EntryWords } from "../../catalogue/entry-words.ts";
import { adviceOf } from "../../feedback/said-of.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { fail, ok, type Result } from "../../result.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { DEFAULT_INSERTION_POINT, type RuleText, type RuleType } from "../rule.ts";
import type { RuleTextWarning } from "../rule-text-warning.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { chooseText, type ChosenText } from "./choose-text.ts";
import { diffExcerpt } from "./diff-excerpt.ts";
import type { EvidenceSummary } from "./evidence-summary.ts";
import { frameProposal } from "./frame-proposal.ts";

export interface ClusterEvidence {
  readonly cluster_id: string;
  readonly feedback: readonly Feedback[];
  /** How surely two records say the same, from 0 to 1; the same either way round. */
  readonly similarity: (a: Feedback, b: Feedback) => number;
  /** What somebody wrote well beforehand for mistakes of this kind; without an id where no entry holds it. */
  readonly catalogue?: Partial<Pick<EntryWords, "id">> & Omit<EntryWords, "id">;
}

/** A proposal before anyone is asked: the words, and all that a person needs to judge them. */
export interface ProposalDraft {
  readonly cluster_id: string;
  readonly rule: RuleText;
  readonly evidence: readonly string[];
  readonly affected_agents: readonly string[];
  readonly confidence: number;
  readonly summary: EvidenceSummary;
  readonly warnings: readonly RuleTextWarning[];
  /** Where the words come from. */
  readonly source: "catalogue" | ChosenText["source"];
  /** Why it is proposed, in plain words. */
  readonly why: string;
}

export interface DraftProblem {
  /** `wants_words`: the evidence counts, and people have to say what the rule is. */
  readonly code: "no_trusted_evidence" | "wants_words";
  /** Why, in plain words that people read. */
  readonly message: string;
  /** Texts that a person may start from, the better one first. */
  readonly suggestions?: readonly string[];
}

/**
 * Drafts a rule from feedback that says the same, without a language model: the clearest remark of somebody whose
 * words count becomes an instruction. The same feedback in any order gives the same draft.
 */
export function writeProposal(cluster: ClusterEvidence): Result<ProposalDraft, DraftProblem> {
  const frame = frameProposal(cluster.feedback);
  if (frame === undefined) {
    return fail({
      code: "no_trusted_evidence",
      message: "only outsiders said it; a rule needs somebody of the team who says so too",
    });
  }
  const { feedback, scope, count, summary, evidence, affected_agents } = frame;
  const chosen = cluster.catalogue === undefined ? chooseText(feedback, cluster.similarity) : undefined;
  const text = cluster.catalogue === undefined ? chosen?.text : sanitiseRuleText(cluster.catalogue.rule);
  if (text === undefined || text === "") {
    return fail({
      code: "wants_words",
      message: "No remark says in words what to do.",
    });
  }
  const source = chosen?.source ?? "catalogue";
  const known =
    cluster.catalogue?.id === undefined ? "" : ` The catalogue knows it as ${cluster.catalogue.id}.`;
  const why = `${frame.why}${known}`;
  return ok({
    cluster_id: cluster.cluster_id,
    rule: {
      type: typeOf(feedback, text),
      text,
      reason:
        cluster.catalogue === undefined ? reasonOf(chosen, text, why) : entryReason(cluster.catalogue, why),
      insertion_point: DEFAULT_INSERTION_POINT,
      scope,
    },
    evidence,
    affected_agents,
    confidence: confidenceOf(count, chosen?.agreement ?? 1, source),
    summary,
    warnings: checkRuleText(text),
    source,
    why,
  });
}

const MAX_WHY = 600;

/** By what the evidence shows: approvals, a ban or a must, corrections that mostly take out, anything else. */
function typeOf(feedback: readonly Feedback[], text: string): RuleType {
  if (feedback.every(({ outcome }) => outcome === "approved")) return "positive_example";
  const strict = feedback.filter((record) => STRICT.test(adviceOf(record) ?? ""));
  if (/^(?:never|always)\b/i.test(text) || 2 * strict.length > feedback.length) return "constraint";
  const diffs = feedback.flatMap(({ correction }) =>
    correction?.diff === undefined ? [] : (diffExcerpt(correction.diff) ?? []),
  );
  const removing = diffs.filter(({ removed, added }) => removed > added).length;
  return diffs.length > 0 && 2 * diffs.length >= feedback.length && 2 * removing > diffs.length
    ? "negative_example"
    : "guideline";
}

const STRICT = /\b(?:never|must|mustn['’]t|always|under no circumstances|forbidden|not allowed)\b/i;

const reasonOf = (chosen: ChosenText | undefined, text: string, why: string): string => {
  const wrong = sanitiseRuleText(chosen?.record.wrong ?? "", MAX_SAID);
  const said =
    wrong === "" || wrong === text || checkRuleText(wrong).some(({ level }) => level === "danger")
      ? ""
      : `${wrong} `;
  return sanitiseRuleText(`${said}${said === "" ? why : `(${why})`}`, MAX_WHY);
};

const MAX_SAID = 300;

/** An entry's reason with who said it how often; other words that were written beforehand bring their own. */
function entryReason({ id, reason }: NonNullable<ClusterEvidence["catalogue"]>, why: string): string {
  if (id === undefined) return sanitiseRuleText(reason, MAX_WHY);
  const said = sanitiseRuleText(reason, MAX_WHY - why.length - 3);
  return sanitiseRuleText(said === "" ? why : `${said} (${why})`, MAX_WHY);
}

const PER_OCCURRENCE = 0.05;
const PER_PERSON = 0.1;

/** More occurrences and more people make it surer, words that had to be made up less so. */
function confidenceOf(
  count: { readonly occurrences: number; readonly reviewers: number },
  agreement: number,
  source: ProposalDraft["source"],
): number {
  const said =
    0.5 +
    PER_OCCURRENCE * Math.min(6, count.occurrences - 1) +
    PER_PERSON * Math.min(2, Math.max(0, count.reviewers - 1));
  const worded = source === "objection" ? 0.7 : 1;
  return Math.round(Math.min(0.98, said) * worded * (0.7 + 0.3 * agreement) * 1_000) / 1_000;
}
