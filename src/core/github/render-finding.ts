import { fenceLines, withoutComments } from "../markdown/split-fences.ts";
import { visibleText } from "../review/render-text.ts";
import type { Finding } from "../review/review.ts";
import { markFindings } from "./finding-marks.ts";
import type { FindingPlace } from "./place-finding.ts";
import { codeSpan, quoteProse, quoteTitle } from "./quote-prose.ts";
import { readAdvice } from "./suggested-lines.ts";

const MAX_TITLE = 300;
/** Quoting doubles a text at most; with the advice it stays below the 65,536 characters that a comment may have. */
const MAX_MESSAGE = 8_000;
const MAX_LISTED_MESSAGE = 400;

/** A finding as a comment on its lines or its file. */
export function renderFinding(finding: Finding, fingerprint: string, place: FindingPlace): string {
  const parts = [headline(finding), quoteProse(visibleText(finding.message), MAX_MESSAGE)];
  if (place.kind === "file") parts.push(`About ${linesOf(finding)}, which this change does not show.`);
  if (place.kind === "lines" && !place.exact) parts.push(`About ${linesOf(finding)}.`);
  parts.push(...adviceOf(finding, place), markFindings([fingerprint]));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** A finding as one line of a list. */
export function listFinding(finding: Finding): string {
  const place = codeSpan(`${finding.file.slice(0, MAX_TITLE)}:${finding.line}`);
  const message = quoteTitle(visibleText(finding.message), MAX_LISTED_MESSAGE);
  return `- ${headline(finding)} ${place}: ${message}`;
}

function headline({ severity, title, category, rule_id: rule }: Finding): string {
  const filed =
    rule === undefined || rule.trim() === ""
      ? category
      : `${category}, ${codeSpan(rule.slice(0, MAX_TITLE))}`;
  return `**[${severity.toUpperCase()}] ${quoteTitle(title, MAX_TITLE)}** (${filed})`;
}

function adviceOf(finding: Finding, place: FindingPlace): readonly string[] {
  const given = (finding.suggestion ?? "").trim();
  if (given === "") return [];
  const { prose, lines } = readAdvice(given.replaceAll(/\r\n?/g, "\n"));
  const asked = prose === "" ? [] : [`**Suggestion**\n\n${quoteProse(visibleText(prose), MAX_MESSAGE)}`];
  if (lines === undefined) return asked;
  if (place.kind === "lines" && place.exact) return [...asked, fenceLines(lines, "suggestion")];
  return [...asked, `**Suggestion**\n\n${fenceLines(lines.map(withoutComments), "text")}`];
}

function linesOf({ line, end_line: last }: Finding): string {
  return last === undefined || last <= line ? `line ${line}` : `lines ${line} to ${last}`;
}
