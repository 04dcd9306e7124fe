import type { Diagnostic } from "./diagnostic.ts";
import { findingFingerprints } from "./finding-fingerprint.ts";
import { type SarifNotification, toNotification } from "./render-sarif-notification.ts";
import { type SarifLocation, SOURCE_ROOT, toSarifLocation } from "./render-sarif-location.ts";
import { type SarifRule, toSarifRules } from "./render-sarif-rules.ts";
import { RENDERED_SEVERITY, type SarifLevel } from "./render-severity.ts";
import { fullTextOf, ruleIdOf, visibleText, worstFirst } from "./render-text.ts";
import type { Finding, Review } from "./review.ts";

/** Code scanning refuses a run with more results than this. */
export const MAX_SARIF_RESULTS = 25_000;

export interface SarifOptions {
  readonly toolVersion: string;
  /** Written as notifications of the run, so that what was dropped is not silently absent. */
  readonly diagnostics?: readonly Diagnostic[];
  /**
   * `api` also fills the one fingerprint that code scanning reads, which its upload action otherwise
   * computes from the source.
   */
  readonly upload?: "action" | "api";
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
 * The review as a SARIF 2.1.0 log. A suggestion is prose and not a replacement of known text, so it is
 * part of the message and no `fixes` are claimed. Messages are plain text only: the words come from a
 * model, and Markdown would be rendered.
 */
export function renderSarif(review: Review, options: SarifOptions): SarifLog {
  const { toolVersion, diagnostics = [], upload = "action" } = options;
  const fingerprints = findingFingerprints(review.findings);
  const all = review.findings.map((finding, index) => ({ finding, fingerprint: fingerprints[index]! }));
  const kept =
    all.length > MAX_SARIF_RESULTS
      ? worstFirst(all, (item) => item.finding).slice(0, MAX_SARIF_RESULTS)
      : all;
  const rules = toSarifRules(kept.map((item) => item.finding));
  const ruleIndexes = new Map(rules.map((rule, index) => [rule.id, index]));
  const notifications = diagnostics.map(toNotification);
  if (kept.length < all.length) notifications.push(leftOut(all.length - kept.length));

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
      const ruleId = ruleIdOf(finding);
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
      ...(review.summary !== undefined && { summary: visibleText(review.summary) }),
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

/** Plain SARIF text still knows `[words](target)`; a space keeps a reviewer's words from becoming a link. */
const withoutLinks = (text: string): string => text.replaceAll("](", "] (");

const leftOut = (count: number): SarifNotification => ({
  level: "warning",
  descriptor: { id: "results_limit" },
  message: {
    text: `${count} of the mildest findings are left out: a run holds ${MAX_SARIF_RESULTS} results.`,
  },
});
