import { findingFingerprints } from "./finding-fingerprint.ts";
import {
  RENDERED_SEVERITY,
  explanationOf,
  findingRuleId,
  visibleFindingText,
  type GitlabSeverity,
} from "./render-text.ts";
import type { Finding, Review } from "./review.ts";

/** One entry of GitLab's Code Quality report, a subset of Code Climate's issue. */
export interface GitlabIssue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: GitlabSeverity;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** Renders GitLab's Code Quality report. It has room for the first line of a finding only. */
export function renderGitlab(review: Review): readonly GitlabIssue[] {
  const fingerprints = findingFingerprints(review.findings);
  return review.findings.map((finding, index) => ({
    description: descriptionOf(finding),
    check_name: findingRuleId(finding),
    fingerprint: fingerprints[index]!,
    severity: RENDERED_SEVERITY[finding.severity].gitlab,
    location: { path: finding.file.toWellFormed(), lines: { begin: finding.line } },
  }));
}

/** GitLab shows a description as one paragraph. */
function descriptionOf(finding: Finding): string {
  const title = visibleFindingText(finding.title);
  const explanation = explanationOf(finding);
  const full = explanation.startsWith(title) ? explanation : `${title}: ${explanation}`;
  return full.replaceAll(/\s+/g, " ").trim();
}
