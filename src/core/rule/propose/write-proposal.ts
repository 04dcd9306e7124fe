import { entryWords } from "../../catalogue/entry-words.ts";
import { adviceOf } from "../../feedback/said-of.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { fail, ok, type Result } from "../../result.ts";
import { checkRuleText } from "../check-rule-text.ts";
import { DEFAULT_INSERTION_POINT, type RuleText, type RuleType } from "../rule.ts";
import type { RuleTextWarning } from "../rule-text-warning.ts";
import type { DraftResult, DraftSource, RuleDraft } from "../draft/draft.ts";
import { draftFromWords } from "../draft/draft-from-words.ts";
import { remarkOfFeedback } from "../draft/remark-of-feedback.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { diffExcerpt } from "./diff-excerpt.ts";
import type { EvidenceSummary } from "./evidence-summary.ts";
import { frameProposal } from "./frame-proposal.ts";

export interface ClusterEvidence {
  readonly cluster_id: string;
  readonly feedback: readonly Feedback[];
  /** The words that were found for it, or why there are none. Without it the feedback's own words have to do. */
  readonly draft?: DraftResult;
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
  readonly source: DraftSource;
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
 * Makes a proposal of a draft and of the feedback that it rests on. The same feedback in any order gives the same
 * proposal.
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
  const draft = cluster.draft ?? draftFromWords(feedback.map(remarkOfFeedback));
  const text = draft.ok ? sanitiseRuleText(draft.text) : "";
  if (!draft.ok || text === "") {
    const { why, suggestions } = draft.ok ? { why: "The draft is empty.", suggestions: [] } : draft;
    return fail({ code: "wants_words", message: why, suggestions });
  }
  const known = draft.entry === undefined ? "" : ` The catalogue knows it as ${draft.entry.id}.`;
  const why = `${frame.why}${known}`;
  return ok({
    cluster_id: cluster.cluster_id,
    rule: {
      type: typeOf(feedback, text),
      text,
      reason: reasonOf(draft, feedback, why),
      insertion_point: DEFAULT_INSERTION_POINT,
      scope,
    },
    evidence,
    affected_agents,
    confidence: confidenceOf(count, draft.score),
    summary,
    warnings: checkRuleText(text),
    source: draft.source,
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

/** Why, in the catalogue's words or those of whoever said what is wrong, and who said it how often. */
function reasonOf({ entry, text }: RuleDraft, feedback: readonly Feedback[], why: string): string {
  const given = entry === undefined ? feedback.map(({ wrong }) => wrong ?? "") : [entryWords(entry).reason];
  const said = given
    .map((each) => sanitiseRuleText(each, Math.min(MAX_SAID, MAX_WHY - why.length - 3)))
    .find(
      (each) => each !== "" && each !== text && checkRuleText(each).every(({ level }) => level !== "danger"),
    );
  return sanitiseRuleText(said === undefined ? why : `${said} (${why})`, MAX_WHY);
}

const MAX_SAID = 400;

const PER_OCCURRENCE = 0.05;
const PER_PERSON = 0.1;

/** More occurrences and more people make it surer, a draft that is not sure of its words less so. */
function confidenceOf(
  count: { readonly occurrences: number; readonly reviewers: number },
  score: number,
): number {
  const said =
    0.5 +
    PER_OCCURRENCE * Math.min(6, count.occurrences - 1) +
    PER_PERSON * Math.min(2, Math.max(0, count.reviewers - 1));
  return Math.round(Math.min(0.98, said) * (0.7 + 0.3 * score) * 1_000) / 1_000;
}
