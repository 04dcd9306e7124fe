import type { Diagnostic, DiagnosticKind, Finding, Review } from "./review.ts";
import { findingFingerprints } from "./finding-fingerprint.ts";
import {
  RENDERED_SEVERITY,
  type SarifLevel,
  type RenderedSeverity,
  fullTextOf,
  findingRuleId,
  visibleFindingText,
  worstFirst,
} from "./render-text.ts";
import { type Category, SEVERITIES, type Severity } from "./review-fields.ts";

/** The conventional name of the root that paths are relative to. */
const SOURCE_ROOT = "%SRCROOT%";

/** Encodes each segment, so that a colon, question mark or space stays part of the name. */
const toUri = (path: string): string => path.toWellFormed().split("/").map(encodeURIComponent).join("/");

/** Code scanning shows no more than this. */
const MAX_DESCRIPTION_LENGTH = 1_024;

const MEANING = {
  correctness: "The code does not do what it is meant to do.",
  security: "The code can be misused, or exposes what it should protect.",
  performance: "The code costs more time or memory than it needs to.",
  reliability: "The code can fail in use, or fails badly when something around it does.",
  maintainability: "The code is hard to understand or to change.",
  style: "The code departs from the conventions around it.",
  test: "The tests are missing, weak or wrong.",
} as const satisfies Record<Category, string>;

const LEVEL_OF_KIND = {
  response_rejected: "error",
  finding_dropped: "warning",
  warning: "warning",
  repair_applied: "note",
  coercion_applied: "note",
} as const satisfies Record<DiagnosticKind, SarifLevel>;

/** Code scanning rejects a run with more results. */
export const MAX_SARIF_RESULTS = 25_000;

export interface SarifOptions {
  readonly toolVersion: string;
  /** Included as notifications of the run, so that dropped findings are not silently missing. */
  readonly diagnostics?: readonly Diagnostic[];
  /** `api` also sets the fingerprint that code scanning reads, which its upload action would otherwise compute. */
  readonly upload?: "action" | "api";
  /** Says what a rule is about, if somebody else than a reviewer wrote it. */
  readonly describe?: (ruleId: string) => RuleDescription | undefined;
}

interface RuleDescription {
  readonly short: string;
  readonly full: string;
}

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
}

interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: "Emend";
      readonly version: string;
      readonly rules: readonly SarifRule[];
    };
  };
  readonly originalUriBaseIds: Readonly<Record<string, { readonly description: { readonly text: string } }>>;
  readonly invocations: readonly [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications: readonly SarifNotification[];
    },
  ];
  readonly results: readonly SarifResult[];
  readonly properties: Readonly<Record<string, string>>;
}

export interface SarifLog {
  readonly $schema: string;
  readonly version: "2.1.0";
  readonly runs: readonly [SarifRun];
}

/**
 * Renders a SARIF 2.1.0 log. A suggestion is prose rather than replacement text, so it is part of the message and
 * there are no `fixes`. Messages are plain text: a model wrote them, and Markdown would be rendered.
 */
export function renderSarif(review: Review, options: SarifOptions): SarifLog {
  const { toolVersion, diagnostics = [], upload = "action", describe } = options;
  const fingerprints = findingFingerprints(review.findings);
  const all = review.findings.map((finding, index) => ({ finding, fingerprint: fingerprints[index]! }));
  const kept =
    all.length > MAX_SARIF_RESULTS
      ? worstFirst(all, (item) => item.finding).slice(0, MAX_SARIF_RESULTS)
      : all;
  const rules = toSarifRules(
    kept.map((item) => item.finding),
    describe,
  );
  const ruleIndexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const notifications = diagnostics.map(toNotification);
  if (kept.length < all.length) notifications.push(resultsLimitNotice(all.length - kept.length));

  const run: SarifRun = {
    tool: { driver: { name: "Emend", version: toolVersion, rules } },
    originalUriBaseIds: {
      [SOURCE_ROOT]: { description: { text: "The root of the repository under review." } },
    },
    invocations: [
      {
        executionSuccessful: !diagnostics.some((diagnostic) => diagnostic.kind === "response_rejected"),
        toolExecutionNotifications: notifications,
      },
    ],
    results: kept.map(({ finding, fingerprint }) => {
      const ruleId = findingRuleId(finding);
      return {
        ruleId,
        ruleIndex: ruleIndexes.get(ruleId)!,
        level: RENDERED_SEVERITY[finding.severity].sarif,
        message: { text: withoutLinks(fullTextOf(finding)) },
        locations: [toSarifLocation(finding.file, finding.line, finding.end_line)],
        partialFingerprints: {
          "emendFinding/v1": fingerprint,
          ...(upload === "api" && { primaryLocationLineHash: fingerprint }),
        },
        properties: propertiesOf(finding),
      };
    }),
    properties: {
      schema_version: review.schema_version,
      prompt_version: review.prompt_version,
      ...(review.summary !== undefined && { summary: visibleFindingText(review.summary) }),
    },
  };
  return {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  };
}

function propertiesOf(finding: Finding): Record<string, string> {
  const score =
    finding.category === "security" ? RENDERED_SEVERITY[finding.severity].securityScore : undefined;
  return {
    id: finding.id,
    severity: finding.severity,
    category: finding.category,
    ...(finding.confidence !== undefined && { confidence: finding.confidence }),
    ...(finding.suggestion !== undefined && { suggestion: finding.suggestion }),
    ...(score !== undefined && { "security-severity": score }),
  };
}

/** Plain SARIF text still renders `[words](target)` as a link; a space prevents it. */
const withoutLinks = (text: string): string => text.replaceAll("](", "] (");

const resultsLimitNotice = (count: number): SarifNotification => ({
  level: "warning",
  descriptor: { id: "results_limit" },
  message: {
    text: `${count} of the mildest findings are left out; a run can have ${MAX_SARIF_RESULTS} results.`,
  },
});

interface SarifNotification {
  readonly level: SarifLevel;
  readonly descriptor: { readonly id: string };
  readonly message: { readonly text: string };
  readonly locations?: readonly SarifLocation[];
  readonly properties?: Readonly<Record<string, string>>;
}

function toNotification(diagnostic: Diagnostic): SarifNotification {
  const { kind, reason, message, file, line, path, finding_id, severity } = diagnostic;
  return {
    level: levelOf(diagnostic),
    descriptor: { id: reason },
    message: { text: visibleFindingText(message) },
    ...(file !== undefined && { locations: [toSarifLocation(file, line)] }),
    properties: {
      kind,
      ...(path !== undefined && { path }),
      ...(finding_id !== undefined && { finding_id }),
      ...(severity !== undefined && { severity }),
    },
  };
}

/** A dropped finding has its own level, and the highest if that is unknown. */
function levelOf({ kind, reason, severity }: Diagnostic): SarifLevel {
  if (kind !== "finding_dropped" || reason === "duplicate_finding") return LEVEL_OF_KIND[kind];
  const level = severity === undefined ? "error" : RENDERED_SEVERITY[severity].sarif;
  return level === "error" ? "error" : LEVEL_OF_KIND[kind];
}

interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly fullDescription: { readonly text: string };
  readonly help: { readonly text: string };
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties: {
    readonly tags: readonly string[];
    readonly "security-severity"?: string;
  };
}

/** One rule per id, in order of first use, rated by its worst finding. */
function toSarifRules(findings: readonly Finding[], describe: SarifOptions["describe"]): SarifRule[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const id = findingRuleId(finding);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([id, group]) => toSarifRule(id, group, describe?.(id)));
}

function toSarifRule(id: string, findings: readonly Finding[], described?: RuleDescription): SarifRule {
  const categories = [...new Set(findings.map((finding) => finding.category))];
  const [category] = categories;
  const ofCategory = id === category;
  const short = described?.short ?? (ofCategory ? `Reviewer's findings on ${category}` : `Rule ${id}`);
  const full =
    described?.full ??
    (ofCategory ? MEANING[category] : `A reviewer filed these findings under the rule ${id}.`);
  const security = worst(findings.filter((finding) => finding.category === "security"));
  return {
    id,
    shortDescription: { text: short.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed() },
    fullDescription: { text: full.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed() },
    help: { text: described?.full ?? categories.map((name) => MEANING[name]).join(" ") },
    defaultConfiguration: { level: worst(findings)?.sarif ?? "warning" },
    properties: {
      tags: categories,
      ...(security?.securityScore !== undefined && { "security-severity": security.securityScore }),
    },
  };
}

function worst(findings: readonly Finding[]): RenderedSeverity | undefined {
  const present = new Set<Severity>(findings.map((finding) => finding.severity));
  const severity = SEVERITIES.find((candidate) => present.has(candidate));
  return severity && RENDERED_SEVERITY[severity];
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: typeof SOURCE_ROOT };
    readonly region?: { readonly startLine: number; readonly endLine?: number };
  };
}

/** Leaves out an invalid line, which a dropped finding may have. */
function toSarifLocation(file: string, line = 0, endLine?: number): SarifLocation {
  const artifactLocation = { uri: toUri(file), uriBaseId: SOURCE_ROOT } as const;
  if (!Number.isSafeInteger(line) || line < 1) return { physicalLocation: { artifactLocation } };
  const region = endLine === undefined ? { startLine: line } : { startLine: line, endLine };
  return { physicalLocation: { artifactLocation, region } };
}
