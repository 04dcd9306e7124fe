import { parseDiff } from "../diff/parse-diff.ts";
import type { Finding } from "../review/review.ts";
import { fenceLines, withoutComments, splitFences } from "../markdown/split-fences.ts";
import { visibleFindingText } from "../review/render-text.ts";
import { codeSpan, quoteProse, quoteTitle, spell } from "./quote-prose.ts";

/** What a body that lists many findings may name; a list beyond that is nobody's review. */
const MOST_MARKED = 800;

/** The line by which a later run knows which findings a comment speaks of; it is not shown. */
export const markFindings = (fingerprints: readonly string[]): string =>
  `<!-- emend:findings ${fingerprints.slice(0, MOST_MARKED).join(" ")} -->`;

/** The fingerprints that bodies of our own name. */
export function readFindingMarks(bodies: Iterable<string>): ReadonlySet<string> {
  const marked = new Set<string>();
  for (const body of bodies) {
    for (const [, list] of body.matchAll(/<!-- emend:findings ([0-9a-f: ]{1,40000}) -->/g)) {
      for (const fingerprint of list!.split(" ")) if (fingerprint !== "") marked.add(fingerprint);
    }
  }
  return marked;
}

/** Where a finding can be said: on lines that the change shows, on its file, or nowhere but in the summary. */
export type FindingPlace =
  | { readonly kind: "lines"; readonly start: number; readonly end: number; readonly exact: boolean }
  | { readonly kind: "file" }
  | { readonly kind: "summary" };

/** Lines of the new file that one hunk shows, added or as context, including both ends. */
interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** What is known of the change: the files, and the lines that its diff shows of each. */
export interface KnownChange {
  readonly files: ReadonlySet<string>;
  readonly lines: ReadonlyMap<string, readonly LineSpan[]>;
}

/**
 * A range must lie in one hunk, so one that reaches beyond is cut to the first hunk that it meets. `exact` is false
 * then: what replaces the whole must not be offered for a part.
 */
export function placeFinding(finding: Finding, change: KnownChange): FindingPlace {
  if (!change.files.has(finding.file)) return { kind: "summary" };
  const last = Math.max(finding.line, finding.end_line ?? finding.line);
  const span = change.lines.get(finding.file)?.find(({ start, end }) => finding.line <= end && last >= start);
  if (span === undefined) return { kind: "file" };
  const start = Math.max(finding.line, span.start);
  const end = Math.min(last, span.end);
  return { kind: "lines", start, end, exact: start === finding.line && end === last };
}

/**
 * The lines that a diff shows of each file after the change. Deleted files have none, and neither do the combined diffs
 * of merges, whose lines belong to several sides.
 */
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

const hidesSomething = (text: string): boolean =>
  /<!--\s{0,16}(?:rejection|emend):/i.test(text) ||
  spell(text.replaceAll("<!--", "")) !== text.replaceAll("<!--", "");

const MAX_TITLE = 300;
/** Quoting doubles a text at most; with the advice it stays below the 65,536 characters that a comment may have. */
const MAX_MESSAGE = 8_000;
const MAX_LISTED_MESSAGE = 400;

/** A finding as a comment on its lines or its file. */
export function renderFinding(finding: Finding, fingerprint: string, place: FindingPlace): string {
  const parts = [headline(finding), quoteProse(visibleFindingText(finding.message), MAX_MESSAGE)];
  if (place.kind === "file") parts.push(`About ${linesOf(finding)}, which this change does not show.`);
  if (place.kind === "lines" && !place.exact) parts.push(`About ${linesOf(finding)}.`);
  parts.push(...adviceOf(finding, place), markFindings([fingerprint]));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** A finding as one line of a list. */
export function listFinding(finding: Finding): string {
  const place = codeSpan(`${finding.file.slice(0, MAX_TITLE)}:${finding.line}`);
  const message = quoteTitle(visibleFindingText(finding.message), MAX_LISTED_MESSAGE);
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
  const asked =
    prose === "" ? [] : [`**Suggestion**\n\n${quoteProse(visibleFindingText(prose), MAX_MESSAGE)}`];
  if (lines === undefined) return asked;
  if (place.kind === "lines" && place.exact) return [...asked, fenceLines(lines, "suggestion")];
  return [...asked, `**Suggestion**\n\n${fenceLines(lines.map(withoutComments), "text")}`];
}

function linesOf({ line, end_line: last }: Finding): string {
  return last === undefined || last <= line ? `line ${line}` : `lines ${line} to ${last}`;
}

/** A reviewer's advice, and the lines to put in place of those it is about where that is what the advice is. */
interface Advice {
  readonly prose: string;
  readonly lines?: readonly string[];
}

/**
 * Advice is prose, unless it says to the letter what to write: a block fenced as `suggestion`, or nothing but one block
 * of code. Only that may be offered to be applied with one click, and only if it is all there is to see.
 */
export function readAdvice(suggestion: string): Advice {
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
  // Comments that machines read, and characters that nobody sees, are shown and never applied.
  const text = block.lines.join("\n");
  if (!isReplacement || hidesSomething(text)) return { prose: suggestion };
  return { prose, lines: block.lines };
}
