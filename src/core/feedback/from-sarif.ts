import { canonicalPath } from "../change/canonical-path.ts";
import { defined } from "../defined.ts";
import { isJsonObject, fieldOf, listOf, objectOf, oneOf, textOf, lineOf, textsOf } from "../json/json.ts";
import { hash64 } from "../hash.ts";
import { buildFeedback, statedTime, targetLines } from "./build-feedback.ts";
import {
  type FeedbackContext,
  createReadingLog,
  type FeedbackReading,
  type ReadingLog,
  skipped,
} from "./feedback-reading.ts";
import {
  FEEDBACK_CATEGORIES,
  type FeedbackTarget,
  FEEDBACK_SEVERITIES,
  type FeedbackSeverity,
  type TargetLocation,
  MAX_FEEDBACK_TEXT,
  MAX_SUMMARY,
  MAX_PATH,
} from "./feedback.ts";

const MAX_REPLACEMENTS = 4;

const SEVERITY_OF_LEVEL = {
  error: "high",
  warning: "medium",
  note: "low",
  none: "info",
} as const satisfies Record<string, FeedbackSeverity>;

const LEVELS = ["error", "warning", "note", "none"] as const;

interface RunFacts {
  readonly run: unknown;
  readonly tool: string;
  readonly findRule: FindSarifRule;
  readonly time: string | undefined;
  /** How often each key occurred: some tools give several results the same fingerprint. */
  readonly seen: Map<string, number>;
}

/** Result kinds that report no problem. */
const NO_PROBLEM: ReadonlySet<unknown> = new Set(["pass", "notApplicable", "informational"]);

/**
 * Makes one record per open problem of a SARIF 2.1.0 log. A result is identified by its fingerprints, or by its
 * location and message, so the same alert in tomorrow's scan is the same event unless the context says otherwise.
 */
export function fromSarif(input: unknown, context: FeedbackContext): FeedbackReading {
  const runs = fieldOf(input, "runs");
  if (!Array.isArray(runs)) {
    return skipped("not_an_object", "", "expected a SARIF log: an object with version 2.1.0 and runs");
  }
  const version = fieldOf(input, "version");
  if (typeof version !== "string" || !version.startsWith("2.1.")) {
    return skipped("unsupported_version", "version", "expected SARIF 2.1.0; convert the log first");
  }
  const log = createReadingLog();
  const seen = new Map<string, number>();
  for (const [runIndex, run] of runs.entries()) {
    const [invocation] = listOf(fieldOf(run, "invocations"));
    const path = `runs[${runIndex}]`;
    const facts: RunFacts = {
      run,
      tool: textOf(fieldOf(run, "tool", "driver", "name")) ?? "sarif",
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
  if (NO_PROBLEM.has(result["kind"])) return log.skip("no_problem", path, "reports no problem");
  if (result["baselineState"] === "absent") return log.skip("no_problem", path, "no longer occurs");
  if (isSuppressed(result)) return log.skip("suppressed", path, "was suppressed at its source");
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
      fix: textOf(fieldOf(fix, "description", "text")) ?? textOf(properties["suggestion"]),
      correction: { summary: sarifFixSummary(result, facts.run) },
      original: result,
    },
    context,
  );
  log.add(record, path);
}

/** Fingerprints survive moved lines. Without any, the location and message identify a result. */
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
  const identity =
    fingerprints.length > 0 ? fingerprints : [target.location, message.slice(0, MAX_FEEDBACK_TEXT)];
  return hash64(JSON.stringify([context.agent, context.run, context.task, ...where, identity]));
}

/** Ignores suppressions that are under review or were rejected. */
const isSuppressed = (result: unknown): boolean =>
  listOf(fieldOf(result, "suppressions")).some(
    (one) => isJsonObject(one) && (one["status"] === undefined || one["status"] === "accepted"),
  );

const categoryOf = (properties: unknown, rule: SarifRuleFacts) =>
  oneOf(fieldOf(properties, "category"), FEEDBACK_CATEGORIES) ??
  FEEDBACK_CATEGORIES.find((category) => rule.tags.includes(category));

/**
 * The severity: our own property if the log has it, then the security score in the bands that code scanning uses,
 * then the level of the result or its rule, then `warning`.
 */
function sarifSeverity(result: unknown, rule: SarifRuleFacts): FeedbackSeverity {
  const properties = fieldOf(result, "properties");
  const own = oneOf(fieldOf(properties, "severity"), FEEDBACK_SEVERITIES);
  if (own !== undefined) return own;
  const stated = fieldOf(properties, "security-severity");
  const score = stated === undefined ? rule.securityScore : Number(stated);
  if (score >= 9) return "critical";
  if (score >= 7) return "high";
  if (score >= 4) return "medium";
  if (score > 0) return "low";
  const level = oneOf(fieldOf(result, "level"), LEVELS) ?? oneOf(rule.level, LEVELS) ?? "warning";
  return SEVERITY_OF_LEVEL[level];
}

/** The text of a result: its own, the rule's message with the arguments filled in, or the rule's description. */
function sarifMessage(result: unknown, rule: SarifRuleFacts): string | undefined {
  const message = fieldOf(result, "message");
  const id = textOf(fieldOf(message, "id"));
  const template =
    textOf(fieldOf(message, "text")) ??
    (id === undefined ? undefined : rule.message(id)) ??
    textOf(fieldOf(message, "markdown")) ??
    rule.description;
  if (template === undefined) return undefined;
  const values = listOf(fieldOf(message, "arguments"));
  if (values.length === 0) return template;
  return template.slice(0, MAX_FEEDBACK_TEXT).replaceAll(/\{(\d{1,3})\}/g, (hole, index: string) => {
    const value = values[Number(index)];
    return typeof value === "string" ? value.slice(0, MAX_SUMMARY) : hole;
  });
}

/** Describes the first fix of a result. The replaced text is not in the log. */
function sarifFixSummary(result: unknown, run: unknown): string | undefined {
  const [fix] = listOf(fieldOf(result, "fixes"));
  const changes = listOf(fieldOf(fix, "artifactChanges")).slice(0, MAX_REPLACEMENTS);
  const steps = changes.flatMap((change) => {
    const path = sarifPath(fieldOf(change, "artifactLocation"), run) ?? "the file";
    return listOf(fieldOf(change, "replacements"))
      .slice(0, MAX_REPLACEMENTS)
      .map((replacement) => {
        const region = fieldOf(replacement, "deletedRegion");
        const inserted = textOf(fieldOf(replacement, "insertedContent", "text"))?.trim();
        const line = lineOf(fieldOf(region, "startLine"));
        const location = line === undefined ? path : `${path}:${line}`;
        return inserted === undefined
          ? `${location}: take the marked text out`
          : `${location}: put in ${inserted.slice(0, MAX_SUMMARY)}`;
      });
  });
  return steps.length === 0 ? undefined : steps.join("; ");
}

/** The rule behind a result. */
interface SarifRuleFacts {
  readonly id?: string;
  readonly level?: unknown;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly securityScore: number;
  message(id: string): string | undefined;
}

type FindSarifRule = (result: unknown) => SarifRuleFacts;

/** Finds rules by index or id, in the tool and in its extensions. */
function createRuleFinder(run: unknown): FindSarifRule {
  const tool = fieldOf(run, "tool");
  const driver = fieldOf(tool, "driver");
  const extensions = listOf(fieldOf(tool, "extensions"));
  const byId = new Map<string, unknown>();
  for (const component of [driver, ...extensions]) {
    for (const rule of listOf(fieldOf(component, "rules"))) {
      const id = textOf(fieldOf(rule, "id"));
      if (id !== undefined && !byId.has(id)) byId.set(id, rule);
    }
  }
  return (result) => {
    const reference = fieldOf(result, "rule");
    const id = textOf(fieldOf(result, "ruleId")) ?? textOf(fieldOf(reference, "id"));
    const index = fieldOf(reference, "index") ?? fieldOf(result, "ruleIndex");
    const home = fieldOf(reference, "toolComponent", "index");
    const component = typeof home === "number" ? extensions[home] : driver;
    const indexed = typeof index === "number" ? listOf(fieldOf(component, "rules"))[index] : undefined;
    // A result may add a sub-rule to the rule's id, after a slash.
    const rule =
      indexed ??
      (id === undefined ? undefined : (byId.get(id) ?? byId.get(id.slice(0, id.lastIndexOf("/")))));
    return ruleFacts(rule, id);
  };
}

function ruleFacts(rule: unknown, id: string | undefined): SarifRuleFacts {
  const properties = fieldOf(rule, "properties");
  const description =
    textOf(fieldOf(rule, "shortDescription", "text")) ?? textOf(fieldOf(rule, "fullDescription", "text"));
  const name = id ?? textOf(fieldOf(rule, "id"));
  return {
    ...defined({ id: name, description }),
    level: fieldOf(rule, "defaultConfiguration", "level"),
    tags: textsOf(fieldOf(properties, "tags")),
    securityScore: Number(fieldOf(properties, "security-severity") ?? Number.NaN),
    message: (key) => textOf(fieldOf(rule, "messageStrings", key, "text")),
  };
}

/** The first location of a result: lines if it has any, otherwise a logical location. */
function sarifTarget(result: unknown, run: unknown): FeedbackTarget {
  const [location] = listOf(fieldOf(result, "locations"));
  const physical = fieldOf(location, "physicalLocation");
  const region = fieldOf(physical, "region");
  const path = sarifPath(fieldOf(physical, "artifactLocation"), run);
  const lines = targetLines(lineOf(fieldOf(region, "startLine")), lineOf(fieldOf(region, "endLine")));
  return {
    ...defined({ path }),
    ...(lines.location === undefined ? logicalLocation(location) : lines),
  };
}

function logicalLocation(location: unknown): { readonly location?: TargetLocation } {
  const [logical] = listOf(fieldOf(location, "logicalLocations"));
  const reference = textOf(fieldOf(logical, "fullyQualifiedName")) ?? textOf(fieldOf(logical, "name"));
  if (reference === undefined) return {};
  return { location: { type: fieldOf(logical, "kind") === "function" ? "function" : "element", reference } };
}

/** The path of an artifact location, which may only be an index into the run's artifacts. */
function sarifPath(artifact: unknown, run: unknown): string | undefined {
  const index = fieldOf(artifact, "index");
  const listed = typeof index === "number" ? listOf(fieldOf(run, "artifacts"))[index] : undefined;
  const uri = textOf(fieldOf(artifact, "uri")) ?? textOf(fieldOf(listed, "location", "uri"));
  if (uri === undefined) return undefined;
  const decoded = decode(uri.slice(0, MAX_PATH));
  // An absolute URI is kept as it is, because its repository root is unknown.
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(decoded) ? decoded : (canonicalPath(decoded) ?? decoded);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
