import { parseDiff } from "../diff/parse-diff.ts";
import type { Finding } from "../review/review.ts";
import { fenceLines, withoutComments, splitFences } from "../markdown/split-fences.ts";
import { visibleFindingText } from "../review/render-text.ts";
import { codeSpan, quoteProse, quoteTitle, escapeInvisible } from "./quote-prose.ts";

/** The most findings that one comment marks. */
const MAX_MARKED = 800;

/** A hidden line by which a later run recognises the findings of a comment. */
export const markFindings = (fingerprints: readonly string[]): string =>
  `<!-- emend:findings ${fingerprints.slice(0, MAX_MARKED).join(" ")} -->`;

/** The fingerprints in our own comments. */
export function readFindingMarks(bodies: Iterable<string>): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const body of bodies) {
    for (const [, list] of body.matchAll(/<!-- emend:findings ([0-9a-f: ]{1,40000}) -->/g)) {
      for (const fingerprint of list!.split(" ")) if (fingerprint !== "") marked.add(fingerprint);
    }
  }
  return marked;
}

/** Where a finding can be posted: on lines of the diff, on its file, or in the summary. */
export type FindingLocation =
  | { readonly kind: "lines"; readonly start: number; readonly end: number; readonly exact: boolean }
  | { readonly kind: "file" }
  | { readonly kind: "summary" };

/** Lines of the new file in one hunk, added or context, both inclusive. */
interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** The changed files, and the lines of each in the diff. */
export interface KnownChange {
  readonly files: ReadonlySet<string>;
  readonly lines: ReadonlyMap<string, readonly LineSpan[]>;
}

/**
 * A range must be within one hunk, so a longer one is cut to the first hunk that it overlaps. `exact` is then
 * false: a replacement of the whole must not be offered for a part.
 */
export function locateFinding(finding: Finding, change: KnownChange): FindingLocation {
  if (!change.files.has(finding.file)) return { kind: "summary" };
  const last = Math.max(finding.line, finding.end_line ?? finding.line);
  const span = change.lines.get(finding.file)?.find(({ start, end }) => finding.line <= end && last >= start);
  if (span === undefined) return { kind: "file" };
  const start = Math.max(finding.line, span.start);
  const end = Math.min(last, span.end);
  return { kind: "lines", start, end, exact: start === finding.line && end === last };
}

/** The new lines that a diff shows for each file. Deleted files have none, and neither do combined diffs of merges. */
export function rightSideLines(diff: string): ReadonlyMap<string, readonly LineSpan[]> {
  const spans = new Map<string, LineSpan[]>();
  for (const { path, status, hunks } of parseDiff(diff)) {
    if (path === "" || status === "deleted") continue;
    const shown = hunks
      .filter(({ oldStarts, newCount }) => oldStarts.length === 1 && newCount > 0)
      .map(({ newStart, newCount }) => ({ start: newStart, end: newStart + newCount - 1 }));
    if (shown.length > 0) spans.set(path, [...(spans.get(path) ?? []), ...shown]);
  }
  return spans;
}

const MAX_LENGTH = 20_000;

const hasHiddenText = (text: string): boolean =>
  /<!--\s{0,16}(?:rejection|emend):/i.test(text) ||
  escapeInvisible(text.replaceAll("<!--", "")) !== text.replaceAll("<!--", "");

const MAX_TITLE = 300;
/** Quoting at most doubles a text; with the suggestion it stays below the limit of 65,536 characters. */
const MAX_MESSAGE = 8_000;
const MAX_LISTED_MESSAGE = 400;

/** Renders a finding as a comment. */
export function renderFinding(finding: Finding, fingerprint: string, location: FindingLocation): string {
  const parts = [headline(finding), quoteProse(visibleFindingText(finding.message), MAX_MESSAGE)];
  if (location.kind === "file") parts.push(`About ${linesOf(finding)}, which this change does not show.`);
  if (location.kind === "lines" && !location.exact) parts.push(`About ${linesOf(finding)}.`);
  parts.push(...adviceOf(finding, location), markFindings([fingerprint]));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** Renders a finding as a list item. */
export function listFinding(finding: Finding): string {
  const location = codeSpan(`${finding.file.slice(0, MAX_TITLE)}:${finding.line}`);
  const message = quoteTitle(visibleFindingText(finding.message), MAX_LISTED_MESSAGE);
  return `- ${headline(finding)} ${location}: ${message}`;
}

function headline({ severity, title, category, rule_id: rule }: Finding): string {
  const filed =
    rule === undefined || rule.trim() === ""
      ? category
      : `${category}, ${codeSpan(rule.slice(0, MAX_TITLE))}`;
  return `**[${severity.toUpperCase()}] ${quoteTitle(title, MAX_TITLE)}** (${filed})`;
}

function adviceOf(finding: Finding, location: FindingLocation): readonly string[] {
  const suggestion = (finding.suggestion ?? "").trim();
  if (suggestion === "") return [];
  const { prose, lines } = parseSuggestion(suggestion.replaceAll(/\r\n?/g, "\n"));
  const proseSection =
    prose === "" ? [] : [`**Suggestion**\n\n${quoteProse(visibleFindingText(prose), MAX_MESSAGE)}`];
  if (lines === undefined) return proseSection;
  if (location.kind === "lines" && location.exact) return [...proseSection, fenceLines(lines, "suggestion")];
  return [...proseSection, `**Suggestion**\n\n${fenceLines(lines.map(withoutComments), "text")}`];
}

function linesOf({ line, end_line: last }: Finding): string {
  return last === undefined || last <= line ? `line ${line}` : `lines ${line} to ${last}`;
}

/** A suggestion as prose, and its replacement lines if it has any. */
interface Suggestion {
  readonly prose: string;
  readonly lines?: readonly string[];
}

/**
 * A suggestion is prose, unless it contains the literal replacement: a block fenced as `suggestion`, or nothing but
 * one code block. Only that is offered for one-click application, and only if nothing in it is hidden.
 */
export function parseSuggestion(suggestion: string): Suggestion {
  const parts = splitFences(suggestion);
  const blocks = parts.filter((part) => part.kind === "code");
  const [block] = blocks;
  if (blocks.length !== 1 || block === undefined || suggestion.length > MAX_LENGTH)
    return { prose: suggestion };
  const prose = parts
    .flatMap((part) => (part.kind === "prose" ? part.lines : []))
    .join("\n")
    .trim();
  const [language] = block.info.split(/[\s{]/, 1);
  const isReplacement =
    language === "suggestion" || (prose === "" && language !== "diff" && block.lines.length > 0);
  // Machine-readable comments and invisible characters are shown but never applied.
  const text = block.lines.join("\n");
  if (!isReplacement || hasHiddenText(text)) return { prose: suggestion };
  return { prose, lines: block.lines };
}
