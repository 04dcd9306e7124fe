import type { Schemas } from "../api/contract.ts";
import { readableText } from "../lib/readable-text.ts";

type Feedback = Schemas["Feedback"];
type Said = Schemas["SaidFeedback"];

export interface FeedbackSummary {
  readonly id: string;
  readonly text: string;
  readonly agent: string | undefined;
  readonly author: Feedback["author"];
  readonly time: string;
  readonly outcome: Feedback["outcome"];
  readonly tags: readonly string[];
  readonly path: string | undefined;
  readonly source: Feedback["source"]["kind"];
}

const SILENT = { approved: "Approved as submitted", rejected: "Rejected without a comment" } as const;

const first = (texts: readonly (string | null | undefined)[], outcome: Feedback["outcome"]): string =>
  said(texts) ?? (outcome === "approved" || outcome === "rejected" ? SILENT[outcome] : "No text");

function said(texts: readonly (string | null | undefined)[]): string | undefined {
  const text = texts.find((each) => each !== undefined && each !== null && each.trim() !== "");
  return text === undefined || text === null ? undefined : readableText(text);
}

export const summarize = (record: Feedback): FeedbackSummary => ({
  id: record.id,
  text: first([record.comment, record.wrong, record.fix, record.similarity_text], record.outcome),
  agent: record.agent,
  author: record.author,
  time: record.time,
  outcome: record.outcome,
  tags: record.tags,
  path: record.target?.path,
  source: record.source.kind,
});

export const summarizeExcerpt = (excerpt: Said): FeedbackSummary => ({
  id: excerpt.feedback_id,
  text: first([excerpt.comment, excerpt.wrong, excerpt.fix, excerpt.text], excerpt.outcome),
  agent: excerpt.agent ?? undefined,
  author: excerpt.author,
  time: excerpt.time,
  outcome: excerpt.outcome,
  tags: excerpt.tags,
  path: excerpt.path ?? undefined,
  source: excerpt.source.kind,
});

export const SOURCES: Readonly<Record<Feedback["source"]["kind"], string>> = {
  review: "a reviewer's finding",
  signal: "detected in a text",
  rejection: "a rejection comment",
  decision: "a decision at a gate",
  actionable: "feedback on an iteration",
  sarif: "a scanner's report",
  github_comment: "a comment on GitHub",
  jsonl: "imported as a record",
};

export const TRUSTS: Readonly<Record<Feedback["author"]["trust"], string>> = {
  person: "a person",
  reviewer_bot: "a review bot",
  tool: "a tool",
  outsider: "an outsider, not trusted on their own",
};

export const FOUND: Readonly<Record<Schemas["Evaluation"]["classification"], string>> = {
  generalizable_high: "generalizable, high",
  generalizable_low: "generalizable, low",
  edge_case: "an edge case",
  ambiguous: "ambiguous",
  positive: "positive",
};

export const STANDINGS: Readonly<Record<Schemas["EvaluatedFeedback"]["standing"], string>> = {
  generalizable_high: "generalizable, high",
  generalizable_low: "generalizable, low",
  edge_case: "edge case",
  ambiguous: "ambiguous",
  positive: "positive",
  ignored: "ignored",
};
