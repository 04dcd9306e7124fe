import { RENDERED_SEVERITY, type RenderedSeverity, type SarifLevel } from "./render-severity.ts";
import { ruleIdOf } from "./render-text.ts";
import type { Finding } from "./review.ts";
import { type Category, SEVERITIES, type Severity } from "./review-fields.ts";

export interface SarifRule {
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

/** Code scanning shows no more of a description. */
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

/** One rule for each id, in order of first use, rated by its worst finding. */
export function toSarifRules(findings: readonly Finding[]): SarifRule[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const id = ruleIdOf(finding);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([id, group]) => toSarifRule(id, group));
}

function toSarifRule(id: string, findings: readonly Finding[]): SarifRule {
  const categories = [...new Set(findings.map((finding) => finding.category))];
  const [category] = categories;
  const ofCategory = id === category;
  const short = ofCategory ? `Reviewer's findings on ${category}` : `Rule ${id}`;
  const full = ofCategory ? MEANING[category] : `A reviewer filed these findings under the rule ${id}.`;
  const security = worst(findings.filter((finding) => finding.category === "security"));
  return {
    id,
    shortDescription: { text: short.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed() },
    fullDescription: { text: full.slice(0, MAX_DESCRIPTION_LENGTH).toWellFormed() },
    help: { text: categories.map((name) => MEANING[name]).join(" ") },
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
