import { changedLines } from "../../diff/parse-diff.ts";
import { sanitiseRuleText } from "../sanitise-rule-text.ts";
import { adviceOf } from "../../feedback/kind-of-feedback.ts";
import type { Feedback } from "../../feedback/feedback.ts";
import { byPerson, type AuthorCount, type People, UNLINKED_PEOPLE } from "../../person/people.ts";
import { byCodeUnits } from "../../text/code-points.ts";
import type { ClusterMember } from "../../cluster/cluster.ts";
import type { EvaluationRecord } from "../../evaluation/evaluation.ts";
import type { Rule } from "../rule.ts";

/** An excerpt of what a correction removed and added. */
export interface DiffExcerpt {
  readonly before: string;
  readonly after: string;
  readonly removed: number;
  readonly added: number;
}

const MAX_LINES = 3;
const MAX_EXCERPT = 160;

/** Undefined if the text is not a unified diff. */
export function diffExcerpt(diff: string): DiffExcerpt | undefined {
  const before: string[] = [];
  const after: string[] = [];
  let [removed, added] = [0, 0];
  for (const line of changedLines(diff)) {
    const text = line.slice(1, 200).trim();
    const shown = line[0] === "-" ? before : after;
    if (line[0] === "-") removed += 1;
    else added += 1;
    if (text !== "" && shown.length < MAX_LINES) shown.push(text);
  }
  if (removed + added === 0) return undefined;
  return { before: excerptOf(before), after: excerptOf(after), removed, added };
}

const excerptOf = (lines: readonly string[]): string => sanitiseRuleText(lines.join(" | "), MAX_EXCERPT);

/** What was removed and added on one occasion, and what was said about it. */
export interface EvidenceExample {
  readonly feedback_id: string;
  readonly said: string;
  readonly before: string;
  readonly after: string;
}

/** The evidence for a proposal, bounded for one page. */
export interface EvidenceSummary {
  readonly occurrences: number;
  readonly first: string;
  readonly last: string;
  /** The days on which it was said, oldest first; at most the last 30. */
  readonly by_day: readonly { readonly day: string; readonly count: number }[];
  /** Most affected first. */
  readonly agents: readonly { readonly agent: string; readonly count: number }[];
  /** Each person once, regardless of their logins. */
  readonly reviewers: readonly AuthorCount[];
  /** The number of different people who said it. */
  readonly people: number;
  readonly examples: readonly EvidenceExample[];
}

const MAX_DAYS = 30;
const MAX_SHOWN = 20;
const MAX_EXAMPLES = 3;
const MAX_REMARK = 200;

/** Summarises feedback, which must be sorted oldest first. */
export function summariseEvidence(
  feedback: readonly Feedback[],
  people: Pick<People, "among" | "nameOf"> = UNLINKED_PEOPLE,
): EvidenceSummary {
  const reviewers = byPerson(
    feedback.map(({ author }) => ({ ...author, count: 1 })),
    people,
  );
  return {
    occurrences: feedback.length,
    first: feedback[0]?.time ?? "",
    last: feedback.at(-1)?.time ?? "",
    by_day: tally(feedback.map(({ time }) => time.slice(0, 10)))
      .map(([day, count]) => ({ day, count }))
      .toSorted((a, b) => byCodeUnits(a.day, b.day))
      .slice(-MAX_DAYS),
    agents: tally(feedback.flatMap(({ agent }) => agent ?? []))
      .map(([agent, count]) => ({ agent, count }))
      .slice(0, MAX_SHOWN),
    reviewers: reviewers.slice(0, MAX_SHOWN),
    people: reviewers.filter(({ trust }) => trust === "person").length,
    examples: examplesOf(feedback),
  };
}

/** The newest with a correction come first, since they show most. */
function examplesOf(feedback: readonly Feedback[]): readonly EvidenceExample[] {
  const examples = feedback.toReversed().map((record): EvidenceExample => {
    const excerpt = record.correction?.diff === undefined ? undefined : diffExcerpt(record.correction.diff);
    const remark = adviceOf(record) ?? record.correction?.summary ?? "";
    return {
      feedback_id: record.id,
      said: sanitiseRuleText(remark, MAX_REMARK),
      before: excerpt?.before ?? "",
      after: excerpt?.after ?? "",
    };
  });
  const shows = ({ before, after }: EvidenceExample): number => (before + after === "" ? 1 : 0);
  return examples.toSorted((a, b) => shows(a) - shows(b)).slice(0, MAX_EXAMPLES);
}

/** The count of each value, most frequent first. */
function tally(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]));
}

/**
 * Why a rule that was rejected, retired or expired is not worth another draft. People who reject or retire a rule
 * have seen the earlier feedback, so only later feedback counts. Nobody looked at what merely expired.
 */
export function hasNoNewEvidence(rule: Rule, members: readonly ClusterMember[]): string | undefined {
  const known = new Set(rule.versions.flatMap(({ evidence }) => evidence));
  const answer = rule.last_answer;
  const since = answer === null || answer.status === "expired" ? "" : answer.at;
  if (members.some(({ feedback_id, time }) => time > since && !known.has(feedback_id))) return undefined;
  return `it was ${rule.status} (${answer?.reason || "no reason kept"}), and nothing was said since`;
}

/**
 * Feedback that contradicts something and waits for a person, or that a person resolved as no pattern, is no
 * evidence for a rule.
 */
export function isEvidenceForRule(record: EvaluationRecord | undefined): boolean {
  if (record === undefined) return true;
  if (record.resolution !== null) return record.resolution.as === "generalizable";
  return record.evaluation.classification !== "ambiguous";
}

/** Whether feedback still matters: it waits for a person, or it is evidence for a rule. */
export const isOpenOrEvidence = (record: EvaluationRecord | undefined): boolean =>
  record === undefined || record.resolution === null || isEvidenceForRule(record);
