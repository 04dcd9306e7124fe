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
} from "./feedback-reading.ts";
import {
  FEEDBACK_CATEGORIES,
  type FeedbackTarget,
  FEEDBACK_SEVERITIES,
  type FeedbackSeverity,
  type TargetLocation,
  MAX_TEXT,
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

/**
 * How bad a result is: our own word where the log has it, then the security score in the bands that code
 * scanning uses, then the level, which is the rule's where the result has none and else `warning`.
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

/** What a result says: its own text, the rule's message with the arguments filled in, or the rule's description. */
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
  return template.slice(0, MAX_TEXT).replaceAll(/\{(\d{1,3})\}/g, (hole, index: string) => {
    const value = values[Number(index)];
    return typeof value === "string" ? value.slice(0, MAX_SUMMARY) : hole;
  });
}

/** What the first fix of a result does, in words; the text that it replaces is not in the log. */
function sarifFixSummary(result: unknown, run: unknown): string | undefined {
  const [fix] = listOf(fieldOf(result, "fixes"));
  const changes = listOf(fieldOf(fix, "artifactChanges")).slice(0, MAX_REPLACEMENTS);
  const steps = changes.flatMap((change) => {
    const path = sarifPath(fieldOf(change, "artifactLocation"), run) ?? "the file";
    return listOf(fieldOf(change, "replacements"))
      .slice(0, MAX_REPLACEMENTS)
      .map((replacement) => {
        const region = fieldOf(replacement, "deletedRegion");
        const inserted = textOf(fieldOf(fieldOf(replacement, "insertedContent"), "text"))?.trim();
        const line = lineOf(fieldOf(region, "startLine"));
        const place = line === undefined ? path : `${path}:${line}`;
        return inserted === undefined
          ? `${place}: take the marked text out`
          : `${place}: put in ${inserted.slice(0, MAX_SUMMARY)}`;
      });
  });
  return steps.length === 0 ? undefined : steps.join("; ");
}

/** What a SARIF log says about the rule behind a result. */
interface SarifRuleFacts {
  readonly id?: string;
  readonly level?: unknown;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly securityScore: number;
  message(id: string): string | undefined;
}

type FindSarifRule = (result: unknown) => SarifRuleFacts;

/** Looks rules up by index or id, in the tool itself and in its extensions. */
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
    const home = fieldOf(fieldOf(reference, "toolComponent"), "index");
    const component = typeof home === "number" ? extensions[home] : driver;
    const indexed = typeof index === "number" ? listOf(fieldOf(component, "rules"))[index] : undefined;
    // A rule's id may carry a further part after a slash that only the result has.
    const rule =
      indexed ??
      (id === undefined ? undefined : (byId.get(id) ?? byId.get(id.slice(0, id.lastIndexOf("/")))));
    return ruleFacts(rule, id);
  };
}

function ruleFacts(rule: unknown, id: string | undefined): SarifRuleFacts {
  const properties = fieldOf(rule, "properties");
  const description =
    textOf(fieldOf(fieldOf(rule, "shortDescription"), "text")) ??
    textOf(fieldOf(fieldOf(rule, "fullDescription"), "text"));
  const name = id ?? textOf(fieldOf(rule, "id"));
  return {
    ...defined({ id: name, description }),
    level: fieldOf(fieldOf(rule, "defaultConfiguration"), "level"),
    tags: textsOf(fieldOf(properties, "tags")),
    securityScore: Number(fieldOf(properties, "security-severity") ?? Number.NaN),
    message: (key) => textOf(fieldOf(fieldOf(fieldOf(rule, "messageStrings"), key), "text")),
  };
}

/** Where a result points: its first location, by lines or else by the name of what is there. */
function sarifTarget(result: unknown, run: unknown): FeedbackTarget {
  const [place] = listOf(fieldOf(result, "locations"));
  const physical = fieldOf(place, "physicalLocation");
  const region = fieldOf(physical, "region");
  const path = sarifPath(fieldOf(physical, "artifactLocation"), run);
  const lines = targetLines(lineOf(fieldOf(region, "startLine")), lineOf(fieldOf(region, "endLine")));
  return {
    ...defined({ path }),
    ...(lines.location === undefined ? namedPlace(place) : lines),
  };
}

function namedPlace(place: unknown): { readonly location?: TargetLocation } {
  const [logical] = listOf(fieldOf(place, "logicalLocations"));
  const reference = textOf(fieldOf(logical, "fullyQualifiedName")) ?? textOf(fieldOf(logical, "name"));
  if (reference === undefined) return {};
  return { location: { type: fieldOf(logical, "kind") === "function" ? "function" : "element", reference } };
}

/** The path behind an artifact location, which may only point into the run's list of artifacts. */
function sarifPath(artifact: unknown, run: unknown): string | undefined {
  const index = fieldOf(artifact, "index");
  const listed = typeof index === "number" ? listOf(fieldOf(run, "artifacts"))[index] : undefined;
  const uri = textOf(fieldOf(artifact, "uri")) ?? textOf(fieldOf(fieldOf(listed, "location"), "uri"));
  if (uri === undefined) return undefined;
  const decoded = decode(uri.slice(0, MAX_PATH));
  // An absolute address keeps its spelling: which part of it is the repository is not known here.
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(decoded) ? decoded : (canonicalPath(decoded) ?? decoded);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
