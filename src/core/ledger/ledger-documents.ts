import { z } from "zod";
import type { ClusterMember } from "../cluster/cluster.ts";
import { TRUSTS, type Feedback } from "../feedback/feedback.ts";
import { utcTimeSchema } from "../time/time.ts";
import { END, type KeyOrder, renderYaml } from "./render-yaml.ts";
import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import { effectiveVersion, type Rule, type RuleVersion } from "../rule/rule.ts";
import { issuePath } from "../json/json.ts";
import { evaluationRecordSchema } from "../evaluation/evaluation-schema.ts";
import { feedbackSchema } from "../feedback/feedback-schema.ts";
import { fail, ok, type Result } from "../result.ts";
import { ruleSchema } from "../rule/rule-schema.ts";
import {
  clusterPath,
  evaluatedIdOf,
  evaluationPath,
  recordIdOf,
  ruleIdOfPath,
  rulePath,
} from "./ledger-path.ts";

/** A cluster in the ledger: what the judge and people decided, without derived data. */
export interface ClusterFile {
  readonly id: string;
  readonly name: string | null;
  readonly representative: string;
  /** Ids of clusters that were merged into it. */
  readonly merged: readonly string[];
  /** Ids of clusters that it is kept apart from. */
  readonly apart: readonly string[];
  /** Oldest first; never empty. */
  readonly members: readonly ClusterFileMember[];
}

/** The judge's reasons are long and left out. */
type ClusterFileMember = Omit<ClusterMember, "cluster_id" | "reasons">;

const idSchema = z.string().min(1).max(256);
const nameSchema = z.string().max(1_000);

const clusterFileSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.nullable(),
  representative: idSchema,
  merged: z.array(idSchema),
  apart: z.array(idSchema),
  members: z
    .array(
      z.strictObject({
        feedback_id: idSchema,
        time: utcTimeSchema,
        author: nameSchema,
        trust: z.enum(TRUSTS),
        agent: nameSchema,
        score: z.number().min(0).max(1),
        by: nameSchema.exactOptional(),
      }),
    )
    .min(1),
}) satisfies z.ZodType<ClusterFile>;

const CLUSTER_ORDER = {
  id: END,
  name: END,
  representative: END,
  merged: END,
  apart: END,
  members: { feedback_id: END, time: END, author: END, trust: END, agent: END, score: END, by: END },
} satisfies { readonly [key in keyof ClusterFile]-?: KeyOrder };

export const renderCluster = (cluster: ClusterFile): string => renderYaml(cluster, CLUSTER_ORDER);

const EVALUATION_ORDER = {
  feedback_id: END,
  text: END,
  evaluation: {
    feedback_id: END,
    classification: END,
    confidence: END,
    rationale: END,
    similar_feedback_ids: END,
    contradicts: END,
    covered_by: END,
    proposed_action: { action_type: END, target_agent: END, proposal_id: END },
  },
  resolution: { as: END, by: END, at: END, reason: END },
  history: { evaluated_at: END, classification: END, confidence: END, rationale: END, revision: END },
  evaluated_at: END,
  updated_at: END,
  revision: END,
  schema: END,
} satisfies { readonly [key in keyof EvaluationRecord | "text"]-?: KeyOrder };

/** An evaluation as YAML; `text` is the feedback, for readers of the file. */
export const renderEvaluation = (record: EvaluationRecord, text?: string): string =>
  renderYaml(text === undefined ? record : { ...record, text }, EVALUATION_ORDER);

const LOCATION: KeyOrder = { type: END, line: END, end_line: END, side: END, reference: END };

/** What readers look for comes first, what only machines need comes last. */
const RECORD_ORDER = {
  id: END,
  time: END,
  source: { kind: END, ref: END, tool: END, reply_to: END },
  author: { id: END, trust: END },
  agent: END,
  work_of: END,
  convention: END,
  by_author: END,
  outcome: END,
  claimed_outcome: END,
  gate: END,
  run: END,
  task: END,
  epic: END,
  model: END,
  agent_version: END,
  target: { path: END, location: LOCATION },
  severity: END,
  category: END,
  tags: END,
  comment: END,
  wrong: END,
  fix: END,
  correction: { summary: END, diff_path: END, diff: END },
  duration_seconds: END,
  output: { agent_sha: END, approved_sha: END },
  similarity_text: END,
  original: { state: END, size: END, hash: END, json: END, excerpt: END },
  event_id: END,
  fingerprint: END,
  schema: END,
} satisfies { readonly [key in keyof Feedback]-?: KeyOrder };

/** A record as YAML. */
export const renderRecord = (feedback: Feedback): string => renderYaml(feedback, RECORD_ORDER);

const ACT = { by: END, at: END, reason: END };
const ANSWER = { version: END, status: END, ...ACT };

/** The text first, then people's decisions, then what only machines need. */
const VERSION_ORDER = {
  version: END,
  status: END,
  origin: END,
  text: END,
  wants_words: { why: END, suggestions: END },
  reason: END,
  type: END,
  scope: { agents: END, paths: END },
  insertion_point: END,
  pack: {
    name: END,
    version: END,
    source: END,
    rule: END,
    changed: END,
    evidence: {
      corrections: END,
      people: END,
      first: END,
      last: END,
      effect: { verdict: END, reduction: END },
      trial: { verdict: END, e_value: END },
      caught: END,
      quotes: END,
    },
    integrity: END,
  },
  note: END,
  restores: END,
  proposed_by: { id: END, trust: END },
  proposed_at: END,
  approvals: { by: END, at: END },
  quorum: END,
  decided_at: END,
  rejection: ACT,
  retirement: ACT,
  earlier: ANSWER,
  deferrals: { ...ACT, until: END },
  expires_at: END,
  confidence: END,
  token_cost: END,
  evidence: END,
} satisfies { readonly [key in keyof RuleVersion]-?: KeyOrder };

const RULE_ORDER = {
  id: END,
  status: END,
  text: END,
  in_force: END,
  in_force_since: END,
  pending: END,
  flag: { verdict: END, version: END, reduction: END, ...ACT },
  last_answer: ANSWER,
  versions: VERSION_ORDER,
  cluster_id: END,
  measured_from: END,
  created_at: END,
  updated_at: END,
  revision: END,
  schema: END,
} satisfies { readonly [key in keyof Rule | "text"]-?: KeyOrder };

/** A rule as YAML, with its effective text on top. */
export const renderRule = (rule: Rule): string => renderYaml({ ...rule, text: headline(rule) }, RULE_ORDER);

/** The text in force, else the pending one, else the last. */
function headline(rule: Rule): string {
  const version = effectiveVersion(rule);
  return version?.text ?? "";
}

const MAX_REASON = 300;

/** A validated file, or what is wrong with it. */
type Reading<Value> = Result<Value, string>;

export function parseFeedback(value: unknown, path: string): Reading<Feedback> {
  const read = check(feedbackSchema, value);
  return read.ok ? checkFileName(read.value, read.value.id, recordIdOf(path)) : read;
}

/** A file in the folder of another status contradicts itself, so it is rejected. */
export function parseRule(value: unknown, path: string): Reading<Rule> {
  const [text, rest] = withoutText(value);
  const read = check(ruleSchema, rest);
  if (!read.ok) return read;
  const rule = read.value;
  const same = checkFileName(rule, rule.id, ruleIdOfPath(path));
  if (!same.ok) return same;
  if (rulePath(rule) !== path)
    return fail(`its status is ${rule.status}, so it belongs in ${rulePath(rule)}`);
  return text === undefined || text === headline(rule)
    ? ok(rule)
    : fail("text: differs from the text of its version; change both or neither");
}

export function parseEvaluation(value: unknown, path: string): Reading<EvaluationRecord> {
  const [, rest] = withoutText(value);
  const read = check(evaluationRecordSchema, rest);
  if (!read.ok) return read;
  const record = read.value;
  const same = checkFileName(record, record.feedback_id, evaluatedIdOf(path));
  if (!same.ok) return same;
  if (record.evaluation.feedback_id !== record.feedback_id) {
    return fail(`evaluation.feedback_id: expected ${record.feedback_id}`);
  }
  const expectedPath = evaluationPath(record);
  return expectedPath === path
    ? same
    : fail(`its class is ${standingOf(record)}, so it belongs in ${expectedPath}`);
}

export function parseCluster(value: unknown, path: string): Reading<ClusterFile> {
  const read = check(clusterFileSchema, value);
  if (!read.ok) return read;
  const expectedPath = clusterPath(read.value.id);
  return expectedPath === path
    ? read
    : fail(`its id is ${shorten(read.value.id)}, so it belongs in ${expectedPath}`);
}

const checkFileName = <Value>(value: Value, id: string, name: string | undefined): Reading<Value> =>
  id === name ? ok(value) : fail(shorten(`its id is ${id}, but its file name says ${name ?? "nothing"}`));

/** Splits off the text for readers. */
function withoutText(value: unknown): readonly [text: unknown, rest: unknown] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [undefined, value];
  const { text, ...rest } = value as Readonly<Record<string, unknown>>;
  return [text, rest];
}

function check<Value>(schema: z.ZodType<Value>, value: unknown): Reading<Value> {
  const checked = schema.safeParse(value);
  if (checked.success) return ok(checked.data);
  const [issue] = checked.error.issues;
  const location = issuePath(issue?.path ?? []);
  return fail(shorten(`${location === "" ? "the record" : location}: ${issue?.message ?? "is invalid"}`));
}

const shorten = (reason: string): string => (reason.split("\n", 1)[0] ?? "").slice(0, MAX_REASON);
