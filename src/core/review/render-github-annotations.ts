import { RENDERED_SEVERITY } from "./render-severity.ts";
import { explanationOf, visibleText, worstFirst } from "./render-text.ts";
import type { Finding, Review } from "./review.ts";

/**
 * The review as workflow commands for a GitHub Actions log, one line for each finding. Worst first,
 * because a step shows only its first ten annotations of a level.
 */
export function renderGithubAnnotations(review: Review): string {
  return worstFirst(review.findings, (finding) => finding)
    .map((finding) => `${toCommand(finding)}\n`)
    .join("");
}

function toCommand(finding: Finding): string {
  const { file, line, end_line: endLine, title, severity } = finding;
  const properties = [
    `file=${escapeProperty(file)}`,
    `line=${line}`,
    ...(endLine === undefined ? [] : [`endLine=${endLine}`]),
    `title=${escapeProperty(title)}`,
  ];
  return `::${RENDERED_SEVERITY[severity].github} ${properties.join(",")}::${escapeMessage(explanationOf(finding))}`;
}

/** A line break would end the command and let the text begin one of its own. */
const escapeMessage = (text: string): string =>
  visibleText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** A property also ends at a comma or a colon. */
const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
