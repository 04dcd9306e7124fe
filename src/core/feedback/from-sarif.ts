import { isJsonObject } from "../json/json-object.ts";
import { hash64 } from "../hash.ts";
import { buildFeedback } from "./build-feedback.ts";
import type { FeedbackContext } from "./feedback-context.ts";
import { createReadingLog, type FeedbackReading, type ReadingLog } from "./feedback-reading.ts";
import { FEEDBACK_CATEGORIES, type FeedbackTarget } from "./feedback.ts";
import { MAX_TEXT } from "./limits.ts";
import { fieldOf, listOf, objectOf, oneOf, textOf } from "../json/read-json.ts";
import { sarifFixSummary, sarifMessage } from "./sarif-message.ts";
import { createRuleFinder, type FindSarifRule, type SarifRuleFacts } from "./sarif-rule.ts";
import { sarifSeverity } from "./sarif-severity.ts";
import { sarifTarget } from "./sarif-target.ts";
import { statedTime } from "./stated-time.ts";

interface RunFacts {
  readonly run: unknown;
  readonly tool: string;
  readonly findRule: FindSarifRule;
  readonly time: string | undefined;
  /** How often a key occurred, since not every tool's fingerprints tell its results apart. */
  readonly seen: Map<string, number>;
}

/** Kinds of result that claim no problem. */
const NO_PROBLEM: ReadonlySet<unknown> = new Set(["pass", "notApplicable", "informational"]);

/**
 * One record for each open problem of a SARIF 2.1.0 log. A result is known by its fingerprints, or by its
 * place and words: the same alert in tomorrow's scan is the same event, unless the context says it is not.
 */
export function fromSarif(input: unknown, context: FeedbackContext): FeedbackReading {
  const log = createReadingLog();
  const runs = fieldOf(input, "runs");
  if (!Array.isArray(runs)) {
    log.skip("not_an_object", "", "expected a SARIF log: an object with version 2.1.0 and runs");
    return log.read();
  }
  const version = fieldOf(input, "version");
  if (typeof version !== "string" || !version.startsWith("2.1.")) {
    log.skip("unsupported_version", "version", "expected SARIF 2.1.0; convert the log first");
    return log.read();
  }
  const seen = new Map<string, number>();
  for (const [runIndex, run] of runs.entries()) {
    const [invocation] = listOf(fieldOf(run, "invocations"));
    const path = `runs[${runIndex}]`;
    const facts: RunFacts = {
      run,
      tool: textOf(fieldOf(fieldOf(fieldOf(run, "tool"), "driver"), "name")) ?? "sarif",
      findRule: createRuleFinder(run),
      time: statedTime(fieldOf(invocation, "endTimeUtc"), `${path}.invocations[0].endTimeUtc`, log),
      seen,
    };
    for (const [index, result] of listOf(fieldOf(run, "results")).entries()) {
      readResult(result, `${path}.results[${index}]`, facts, context, log);
    }
  }
  return log.read();
}

function readResult(
  result: unknown,
  path: string,
  facts: RunFacts,
  context: FeedbackContext,
  log: ReadingLog,
): void {
  if (!isJsonObject(result)) return log.skip("not_an_object", path, "expected a result as an object");
  if (NO_PROBLEM.has(result["kind"])) return log.skip("no_problem", path, "claims no problem");
  if (result["baselineState"] === "absent") return log.skip("no_problem", path, "is no longer there");
  if (isSuppressed(result)) return log.skip("suppressed", path, "was suppressed where it was found");
  const rule = facts.findRule(result);
  const message = sarifMessage(result, rule);
  if (message === undefined) {
    return log.skip("nothing_said", path, "expected message.text, or a rule that describes the problem");
  }
  const target = sarifTarget(result, facts.run);
  const properties = objectOf(result["properties"]);
  const [fix] = listOf(result["fixes"]);
  const key = keyOf(result, [facts.tool, rule.id, target.path], target, message, context);
  const occurrence = (facts.seen.get(key) ?? 0) + 1;
  facts.seen.set(key, occurrence);
  const part = occurrence === 1 ? key : `${key}:${occurrence}`;
  const record = buildFeedback(
    {
      source: { kind: "sarif", tool: facts.tool, ref: rule.id },
      author: { id: facts.tool, trust: "tool" },
      eventKey: context.eventId === undefined ? part : undefined,
      part,
      time: facts.time,
      target,
      severity: sarifSeverity(result, rule),
      category: categoryOf(properties, rule),
      tags: rule.id === undefined ? [] : [rule.id],
      wrong: message,
      fix: textOf(fieldOf(fieldOf(fix, "description"), "text")) ?? textOf(properties["suggestion"]),
      correction: { summary: sarifFixSummary(result, facts.run) },
      original: result,
    },
    context,
  );
  log.add(record, path);
}

/** Fingerprints survive moved lines; without any, the place and the words have to do. */
function keyOf(
  result: unknown,
  where: readonly unknown[],
  target: FeedbackTarget,
  message: string,
  context: FeedbackContext,
): string {
  const stable = Object.entries(objectOf(fieldOf(result, "fingerprints")));
  const entries =
    stable.length > 0 ? stable : Object.entries(objectOf(fieldOf(result, "partialFingerprints")));
  const fingerprints = entries
    .filter(([, value]) => typeof value === "string")
    .map(([name, value]) => `${name}=${String(value)}`)
    .toSorted();
  const identity = fingerprints.length > 0 ? fingerprints : [target.location, message.slice(0, MAX_TEXT)];
  return hash64(JSON.stringify([context.agent, context.run, context.task, ...where, identity]));
}

/** A suppression that is under review or refused does not count. */
const isSuppressed = (result: unknown): boolean =>
  listOf(fieldOf(result, "suppressions")).some(
    (one) => isJsonObject(one) && (one["status"] === undefined || one["status"] === "accepted"),
  );

const categoryOf = (properties: unknown, rule: SarifRuleFacts) =>
  oneOf(fieldOf(properties, "category"), FEEDBACK_CATEGORIES) ??
  FEEDBACK_CATEGORIES.find((category) => rule.tags.includes(category));
