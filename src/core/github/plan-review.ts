import type { ChangedFile } from "../change/changed-file.ts";
import { findingFingerprints } from "../review/finding-fingerprint.ts";
import { visibleFindingText, worstFirst } from "../review/render-text.ts";
import { SEVERITIES } from "../review/review-fields.ts";
import type { Finding } from "../review/review.ts";
import {
  markFindings,
  placeFinding,
  rightSideLines,
  type FindingPlace,
  listFinding,
  renderFinding,
} from "./render-finding.ts";
import { quoteProse } from "./quote-prose.ts";

/** Where a change waits to be merged. */
export interface PullRequest {
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
}

/** Reads `owner/name#12`. */
export function parsePullRequest(text: string): PullRequest | undefined {
  const [, repository, number] = /^([\w.-]{1,100}\/[\w.-]{1,100})#([1-9]\d{0,9})$/.exec(text) ?? [];
  if (repository === undefined || repository.split("/").some((part) => /^\.+$/.test(part))) return undefined;
  return { repository, number: Number(number) };
}

const MOST_COMMENTS = 60;
/** Each is a request of its own. */
const MOST_FILE_COMMENTS = 10;
/** Characters of the list in a summary, which may have 65,536 in all. */
const MAX_LIST = 36_000;
const MAX_SUMMARY = 2_000;

/** What was reviewed, as far as it is known. */
export interface ReviewedChange {
  readonly files?: readonly (string | ChangedFile)[];
  readonly diff?: string;
}

/** One comment of a review; without lines it is about the whole file. */
export interface ReviewComment {
  readonly path: string;
  readonly body: string;
  /** The last line, in the file as the change leaves it. */
  readonly line?: number;
  /** The first line, where there are several. */
  readonly startLine?: number;
}

export interface PlannedReview {
  readonly comments: readonly ReviewComment[];
  /** Absent when there is nothing new to say. */
  readonly summary?: string;
  /** The findings that were said before. */
  readonly skipped: readonly Finding[];
}

interface Planned {
  readonly finding: Finding;
  readonly fingerprint: string;
  readonly place: FindingPlace;
}

/** What to say about findings, and where; `existing` are the fingerprints of those that were said before. */
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
    return existing.has(fingerprint) ? [] : [{ finding, fingerprint, place: placeFinding(finding, known) }];
  });
  if (fresh.length === 0) return { comments: [], skipped };
  const { said, listed } = share(worstFirst(fresh, ({ finding }) => finding));
  const comments = said.map(({ finding, fingerprint, place }) => ({
    path: finding.file,
    body: renderFinding(finding, fingerprint, place),
    ...(place.kind === "lines" ? { line: place.end } : {}),
    ...(place.kind === "lines" && place.start < place.end ? { startLine: place.start } : {}),
  }));
  return { comments, summary: renderSummary(fresh, listed, summary ?? ""), skipped };
}

/** The worst get a comment of their own, as many as there is room for. */
function share(planned: readonly Planned[]): {
  readonly said: readonly Planned[];
  readonly listed: readonly Planned[];
} {
  const said: Planned[] = [];
  const listed: Planned[] = [];
  let onFiles = 0;
  for (const one of planned) {
    const hasRoom =
      said.length < MOST_COMMENTS &&
      (one.place.kind === "lines" || (one.place.kind === "file" && onFiles < MOST_FILE_COMMENTS));
    if (hasRoom && one.place.kind === "file") onFiles += 1;
    (hasRoom ? said : listed).push(one);
  }
  return { said, listed };
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
