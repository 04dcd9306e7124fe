import { issuePath } from "../json/issue-path.ts";
import type { z } from "zod";
import { type EvaluationRecord, standingOf } from "../evaluation/evaluation.ts";
import { evaluationRecordSchema } from "../evaluation/evaluation-schema.ts";
import type { Feedback } from "../feedback/feedback.ts";
import { feedbackSchema } from "../feedback/feedback-schema.ts";
import { fail, ok, type Result } from "../result.ts";
import type { Rule } from "../rule/rule.ts";
import { ruleSchema } from "../rule/rule-schema.ts";
import { type ClusterFile, clusterFileSchema } from "./cluster-file.ts";
import { clusterPath, evaluatedIdOf, evaluationPath, recordIdOf, ruleIdOf, rulePath } from "./ledger-path.ts";
import { headline } from "./render-rule.ts";

const MAX_REASON = 300;

/** What a file of the ledger holds, read as strictly as the store would; else what is wrong with it, for people. */
type Reading<Value> = Result<Value, string>;

export function readRecord(value: unknown, path: string): Reading<Feedback> {
  const read = check(feedbackSchema, value);
  return read.ok ? named(read.value, read.value.id, recordIdOf(path)) : read;
}

/** A file that lies in the folder of another status says two things at once, so it is refused. */
export function readRule(value: unknown, path: string): Reading<Rule> {
  const [text, rest] = withoutText(value);
  const read = check(ruleSchema, rest);
  if (!read.ok) return read;
  const rule = read.value;
  const same = named(rule, rule.id, ruleIdOf(path));
  if (!same.ok) return same;
  if (rulePath(rule) !== path)
    return fail(`its status is ${rule.status}, so it belongs at ${rulePath(rule)}`);
  return text === undefined || text === headline(rule)
    ? ok(rule)
    : fail("text: differs from the words of its version; change both, or neither");
}

export function readEvaluation(value: unknown, path: string): Reading<EvaluationRecord> {
  const [, rest] = withoutText(value);
  const read = check(evaluationRecordSchema, rest);
  if (!read.ok) return read;
  const record = read.value;
  const same = named(record, record.feedback_id, evaluatedIdOf(path));
  if (!same.ok) return same;
  if (record.evaluation.feedback_id !== record.feedback_id) {
    return fail(`evaluation.feedback_id: expected ${record.feedback_id}`);
  }
  const right = evaluationPath(record);
  return right === path ? same : fail(`it counts as ${standingOf(record)}, so it belongs at ${right}`);
}

export function readCluster(value: unknown, path: string): Reading<ClusterFile> {
  const read = check(clusterFileSchema, value);
  if (!read.ok) return read;
  const right = clusterPath(read.value.id);
  return right === path ? read : fail(`its id is ${shorten(read.value.id)}, so it belongs at ${right}`);
}

const named = <Value>(value: Value, id: string, name: string | undefined): Reading<Value> =>
  id === name ? ok(value) : fail(shorten(`its id is ${id}, and its name says ${name ?? "nothing"}`));

/** The words that are there for readers, and what counts. */
function withoutText(value: unknown): readonly [text: unknown, rest: unknown] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [undefined, value];
  const { text, ...rest } = value as Readonly<Record<string, unknown>>;
  return [text, rest];
}

function check<Value>(schema: z.ZodType<Value>, value: unknown): Reading<Value> {
  const checked = schema.safeParse(value);
  if (checked.success) return ok(checked.data);
  const [issue] = checked.error.issues;
  const place = issuePath(issue?.path ?? []);
  return fail(shorten(`${place === "" ? "the record" : place}: ${issue?.message ?? "does not fit"}`));
}

const shorten = (reason: string): string => (reason.split("\n", 1)[0] ?? "").slice(0, MAX_REASON);
