import { MAX_REASON } from "../../text/limits.ts";
import { countEvidence } from "../../evaluation/recurs.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { isEvidence, adviceOf, instructionOf } from "../../feedback/kind-of-feedback.ts";
import { byCodeUnits } from "../../text/code-points.ts";
import {
  MAX_AGENTS,
  MAX_EVIDENCE,
  MAX_GLOB,
  type RuleScope,
  DEFAULT_INSERTION_POINT,
  type RuleText,
  type RuleType,
  MAX_SUGGESTIONS,
  type WantedWords,
} from "../rule.ts";
import { commonGlob } from "../glob.ts";
import { type EvidenceSummary, summariseEvidence, diffExcerpt } from "./evidence-summary.ts";
import { entryWords } from "../../catalogue/catalogue-entry.ts";
import { fail, ok, type Result } from "../../result.ts";
import { checkRuleText, type RuleTextWarning } from "../../rule-text/check-rule-text.ts";
import type { DraftResult, DraftSource, RuleDraft } from "../draft/draft.ts";
import { draftFromWords } from "../draft/draft-from-words.ts";
import { remarkOfFeedback } from "../draft/read-remarks.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { standingNote } from "../erase-from-rule.ts";

/** The parts of a proposal that follow from its evidence, whoever writes its text. */
interface ProposalFrame {
  /** The evidence, oldest first, without outsiders' feedback. */
  readonly feedback: readonly Feedback[];
  readonly evidence: readonly string[];
  readonly affected_agents: readonly string[];
  readonly scope: RuleScope;
  readonly summary: EvidenceSummary;
  readonly count: ReturnType<typeof countEvidence>;
  /** Who said it and how often, in plain words. */
  readonly why: string;
}

/** Undefined if only outsiders reported it. The order of the feedback does not matter. */
function frameProposal(all: readonly Feedback[]): ProposalFrame | undefined {
  const feedback = all
    .filter(isEvidence)
    .toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id));
  if (feedback.length === 0) return undefined;
  const agents = [...new Set(feedback.flatMap(({ agent }) => agent ?? []))].toSorted(byCodeUnits);
  const summary = summariseEvidence(feedback);
  const count = countEvidence(feedback.map(({ id, author }) => ({ feedback_id: id, author })));
  return {
    feedback,
    evidence: feedback.slice(-MAX_EVIDENCE).map(({ id }) => id),
    affected_agents: agents,
    scope: scopeOf(feedback, agents),
    summary,
    count,
    why: describeEvidence(summary, count.reviewers, agents),
  };
}

/** The agents that made the mistake, and the files if they have a common glob. */
function scopeOf(feedback: readonly Feedback[], agents: readonly string[]): RuleScope {
  const known = feedback.every(({ agent }) => agent !== undefined) && agents.length <= MAX_AGENTS;
  const paths = feedback.flatMap(({ target }) => target?.path ?? []);
  const glob = paths.length === feedback.length && paths.length > 1 ? commonGlob(paths) : undefined;
  return { agents: known ? agents : [], paths: glob === undefined || glob.length > MAX_GLOB ? [] : [glob] };
}

function describeEvidence(summary: EvidenceSummary, people: number, agents: readonly string[]): string {
  const times = summary.occurrences === 1 ? "Said once" : `Said ${summary.occurrences} times`;
  const who = people === 0 ? "by tools" : people === 1 ? "by one person" : `by ${people} people`;
  const [first, last] = [summary.first.slice(0, 10), summary.last.slice(0, 10)];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const whom =
    agents.length === 0 ? "" : agents.length === 1 ? ` to ${agents[0]}` : ` to ${agents.length} agents`;
  return `${times} ${who}${whom}, ${when}.`;
}

export interface ClusterEvidence {
  readonly cluster_id: string;
  readonly feedback: readonly Feedback[];
  /** The text that was found, or why there is none. Without it the feedback's own words are used. */
  readonly draft?: DraftResult;
}

/** A proposal before anyone is asked: the text, and everything that a person needs to judge it. */
export interface ProposalDraft {
  readonly cluster_id: string;
  readonly rule: RuleText;
  readonly evidence: readonly string[];
  readonly affected_agents: readonly string[];
  readonly confidence: number;
  readonly summary: EvidenceSummary;
  readonly warnings: readonly RuleTextWarning[];
  /** The origin of the text. */
  readonly source: DraftSource;
  /** Why it is proposed, in plain words. */
  readonly why: string;
}

export interface DraftProblem {
  /** `wants_words`: the evidence counts, but people have to write the rule. */
  readonly code: "no_trusted_evidence" | "wants_words";
  /** Why, in plain words that people read. */
  readonly message: string;
  /** Texts to start from, best first. */
  readonly suggestions?: readonly string[];
}

/** Builds a proposal from a draft and its feedback. The order of the feedback does not matter. */
export function writeProposal(cluster: ClusterEvidence): Result<ProposalDraft, DraftProblem> {
  const frame = frameProposal(cluster.feedback);
  if (frame === undefined) {
    return fail({
      code: "no_trusted_evidence",
      message: "only outsiders reported it; a rule also needs feedback from somebody on the team",
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

/** The rule type by the evidence: approvals, a ban or a must, corrections that mostly remove text, or anything else. */
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

/** The reason in the catalogue's or a reviewer's words, and who said it how often. */
function reasonOf({ entry, text }: RuleDraft, feedback: readonly Feedback[], why: string): string {
  const reasons = entry === undefined ? feedback.map(({ wrong }) => wrong ?? "") : [entryWords(entry).reason];
  const remark = reasons
    .map((each) => sanitiseRuleText(each, Math.min(MAX_SAID, MAX_WHY - why.length - 3)))
    .find(
      (each) => each !== "" && each !== text && checkRuleText(each).every(({ level }) => level !== "danger"),
    );
  return sanitiseRuleText(remark === undefined ? why : `${remark} (${why})`, MAX_WHY);
}

const MAX_SAID = 400;

const PER_OCCURRENCE = 0.05;
const PER_PERSON = 0.1;

/** Occurrences and people raise the confidence, a low draft score lowers it. */
function confidenceOf(
  count: { readonly occurrences: number; readonly reviewers: number },
  score: number,
): number {
  const remark =
    0.5 +
    PER_OCCURRENCE * Math.min(6, count.occurrences - 1) +
    PER_PERSON * Math.min(2, Math.max(0, count.reviewers - 1));
  return Math.round(Math.min(0.98, remark) * (0.7 + 0.3 * score) * 1_000) / 1_000;
}

/** A proposal in the words of one person's standing instruction. */
export interface InstructionProposal {
  readonly rule: RuleText;
  readonly evidence: readonly string[];
  readonly confidence: number;
  /** For the rule's history. */
  readonly note: string;
}

/** The person said that it is permanent. Whether all want it is up to the approvers. */
const CONFIDENCE = 0.7;

/**
 * Turns the first standing instruction among some feedback into a proposal. The order of the feedback does not
 * matter.
 */
export function instructionProposal(feedback: readonly Feedback[]): InstructionProposal | undefined {
  for (const record of feedback.toSorted((a, b) => byCodeUnits(a.time, b.time) || byCodeUnits(a.id, b.id))) {
    const text = sanitiseRuleText(instructionOf(record)?.text ?? "");
    if (text === "" || checkRuleText(text).some(({ level }) => level === "danger")) continue;
    const frame = frameProposal(feedback);
    if (frame === undefined) return undefined;
    return {
      rule: {
        type: /^(?:Never|Always)\b/.test(text) ? "constraint" : "guideline",
        text,
        reason: `A person gave it as a standing instruction. ${frame.why}`,
        insertion_point: DEFAULT_INSERTION_POINT,
        scope: frame.scope,
      },
      evidence: frame.evidence,
      confidence: CONFIDENCE,
      note: standingNote(record.author.id),
    };
  }
  return undefined;
}

/** A proposal that asks people for a text, because the evidence counts but no draft fitted it. */
export interface WordlessProposal {
  readonly rule: RuleText;
  readonly wants_words: WantedWords;
  readonly evidence: readonly string[];
  /** The number of people and remarks behind it, by which a few of many are chosen. */
  readonly weight: readonly [people: number, occurrences: number];
}

/** Undefined if nobody on the team said it, so that nobody could be asked. */
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

/** A dangerous text is no starting point. */
const isOffered = (text: string): boolean =>
  text !== "" && checkRuleText(text).every(({ level }) => level !== "danger");
