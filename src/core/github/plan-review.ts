import type { ChangedFile } from "../change/changed-file.ts";
import { findingFingerprints } from "../review/finding-fingerprint.ts";
import { visibleFindingText, worstFirst } from "../review/render-text.ts";
import { SEVERITIES } from "../review/review-fields.ts";
import type { Finding } from "../review/review.ts";
import {
  markFindings,
  locateFinding,
  rightSideLines,
  type FindingLocation,
  listFinding,
  renderFinding,
} from "./render-finding.ts";
import { quoteProse } from "./quote-prose.ts";

export interface PullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

/** Parses `owner/name#12`. */
export function parsePullRequest(text: string): PullRequest | undefined {
  const [, repository, number] = /^([\w.-]{1,100}\/[\w.-]{1,100})#([1-9]\d{0,9})$/.exec(text) ?? [];
  if (repository === undefined || repository.split("/").some((part) => /^\.+$/.test(part))) return undefined;
  return { repository, number: Number(number) };
}

const MAX_COMMENTS = 60;
/** Each is a separate request. */
const MAX_FILE_COMMENTS = 10;
/** The length of the list in a summary, whose limit is 65,536 characters. */
const MAX_LIST = 36_000;
const MAX_SUMMARY = 2_000;

/** The reviewed change, as far as it is known. */
export interface ReviewedChange {
  readonly files?: readonly (string | ChangedFile)[];
  readonly diff?: string;
}

/** A review comment; without lines it is about the whole file. */
export interface ReviewComment {
  readonly path: string;
  readonly body: string;
  /** The last line, in the new version of the file. */
  readonly line?: number;
  /** The first line, if there are several. */
  readonly startLine?: number;
}

export interface PlannedReview {
  readonly comments: readonly ReviewComment[];
  /** Absent if there is nothing new. */
  readonly summary?: string;
  /** Findings that were already posted. */
  readonly skipped: readonly Finding[];
}

interface Planned {
  readonly finding: Finding;
  readonly fingerprint: string;
  readonly location: FindingLocation;
}

/** Plans comments for findings; `existing` contains the fingerprints of those already posted. */
export function planReview(
  { findings, summary }: { readonly findings: readonly Finding[]; readonly summary?: string },
  change: ReviewedChange,
  existing: ReadonlySet<string>,
): PlannedReview {
  const known = {
    files: new Set((change.files ?? []).map((file) => (typeof file === "string" ? file : file.path))),
    lines: rightSideLines(change.diff ?? ""),
  };
  const fingerprints = findingFingerprints(findings);
  const skipped = findings.filter((_, index) => existing.has(fingerprints[index]!));
  const fresh = findings.flatMap((finding, index): readonly Planned[] => {
    const fingerprint = fingerprints[index]!;
    return existing.has(fingerprint)
      ? []
      : [{ finding, fingerprint, location: locateFinding(finding, known) }];
  });
  if (fresh.length === 0) return { comments: [], skipped };
  const { commented, listed } = splitByLimit(worstFirst(fresh, ({ finding }) => finding));
  const comments = commented.map(({ finding, fingerprint, location }) => ({
    path: finding.file,
    body: renderFinding(finding, fingerprint, location),
    ...(location.kind === "lines" ? { line: location.end } : {}),
    ...(location.kind === "lines" && location.start < location.end ? { startLine: location.start } : {}),
  }));
  return { comments, summary: renderSummary(fresh, listed, summary ?? ""), skipped };
}

/** The worst findings get separate comments, up to the limits. */
function splitByLimit(planned: readonly Planned[]): {
  readonly commented: readonly Planned[];
  readonly listed: readonly Planned[];
} {
  const commented: Planned[] = [];
  const listed: Planned[] = [];
  let onFiles = 0;
  for (const one of planned) {
    const hasRoom =
      commented.length < MAX_COMMENTS &&
      (one.location.kind === "lines" || (one.location.kind === "file" && onFiles < MAX_FILE_COMMENTS));
    if (hasRoom && one.location.kind === "file") onFiles += 1;
    (hasRoom ? commented : listed).push(one);
  }
  return { commented, listed };
}

function renderSummary(fresh: readonly Planned[], listed: readonly Planned[], words: string): string {
  const parts = [`**Review** — ${countFindings(fresh.map(({ finding }) => finding))}`];
  if (words.trim() !== "") parts.push(quoteProse(visibleFindingText(words), MAX_SUMMARY));
  if (listed.length > 0) {
    const shown = listAll(listed);
    const more = listed.length - shown.length;
    parts.push("**Without a comment of their own**", shown.join("\n"));
    if (more > 0) parts.push(`${more} more are not shown.`);
    parts.push(markFindings(listed.map(({ fingerprint }) => fingerprint)));
  }
  return parts.join("\n\n");
}

function listAll(listed: readonly Planned[]): readonly string[] {
  const lines: string[] = [];
  let room = MAX_LIST;
  for (const { finding } of listed) {
    const line = listFinding(finding);
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  return lines;
}

/** `3 findings: 1 critical, 2 low`. */
export function countFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return "no findings";
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }));
  const named = counts.filter(({ count }) => count > 0).map(({ severity, count }) => `${count} ${severity}`);
  return `${findings.length} ${findings.length === 1 ? "finding" : "findings"}: ${named.join(", ")}`;
}
