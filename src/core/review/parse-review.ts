import type { ChangedFile } from "../change/changed-file.ts";
import type { Diagnostic, PlacedFinding, Review, Finding } from "./review.ts";
import { preview, quoted } from "./render-text.ts";
import { readAnswer } from "./read-answer.ts";
import { claimedSeverity, MAX_FINDINGS, FINDING_FIELDS } from "./review-fields.ts";
import { createFileReconciler } from "./reconcile-file.ts";
import { reportLinesBeyond } from "./lines-beyond.ts";
import { readTopLevel } from "./read-top-level.ts";
import type { LostElement } from "./tolerant-json.ts";
import { identity, validateFinding } from "./validate-finding.ts";
import { CURRENT_VERSIONS, type VersionPolicy } from "./version-policy.ts";

export interface ParseReviewOptions {
  /** The files of the change under review; findings elsewhere are dropped. Absent: not checked, and said so. */
  readonly changedFiles?: readonly (string | ChangedFile)[];
  /** How many lines the files have, by path, as far as that is known; a finding beyond the end gets a warning. */
  readonly lineCounts?: ReadonlyMap<string, number>;
  /** Versions to take; several while a new one is being rolled out. */
  readonly accept?: VersionPolicy | readonly VersionPolicy[];
}

export type ParsedReview =
  | { readonly status: "accepted"; readonly review: Review; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: "rejected"; readonly review?: undefined; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads a reviewer's raw answer in four stages: JSON, versions and top level, each finding, files.
 * Never throws on any answer; what is kept conforms to the schema, and whatever was changed,
 * dropped or refused has a diagnostic.
 */
export function parseReview(raw: unknown, options: ParseReviewOptions = {}): ParsedReview {
  const diagnostics: Diagnostic[] = [];
  const { answer, lost } = readAnswer(raw, diagnostics);
  if (answer === undefined) return { status: "rejected", diagnostics };

  const top = readTopLevel(answer, policiesOf(options.accept), diagnostics);
  if (top === undefined) return { status: "rejected", diagnostics };

  const valid: PlacedFinding[] = [];
  const count = Math.min(top.findings.length, MAX_FINDINGS);
  for (let index = 0; index < count; index += 1) {
    const lostElement = lost.size === 0 ? undefined : lost.get(index);
    if (lostElement !== undefined) {
      diagnostics.push(reportLost(lostElement, index));
      continue;
    }
    const finding = validateFinding(top.findings[index], index, top.tolerateUnknown, diagnostics);
    if (finding !== undefined) valid.push({ finding, index });
  }

  if (count < top.findings.length) {
    diagnostics.push({
      kind: "warning",
      reason: "too_many_findings",
      message: `only the first ${count} of ${top.findings.length} findings were read`,
      path: `findings[${count}]`,
    });
  }

  const placed = reconcileFiles(valid, options.changedFiles, diagnostics);
  if (options.lineCounts !== undefined) reportLinesBeyond(placed, options.lineCounts, diagnostics);
  const findings = keepDistinct(placed, diagnostics);
  if (findings.length === 0 && top.findings.length > 0) {
    diagnostics.push({
      kind: "warning",
      reason: "all_findings_dropped",
      message: `none of the ${top.findings.length} findings could be kept; this is not a clean review`,
    });
  }
  return { status: "accepted", review: { ...top.head, findings, ...top.tail }, diagnostics };
}

function policiesOf(accept: ParseReviewOptions["accept"]): readonly VersionPolicy[] {
  if (accept === undefined) return [CURRENT_VERSIONS];
  return Array.isArray(accept) ? (accept as readonly VersionPolicy[]) : [accept as VersionPolicy];
}

function reportLost(element: LostElement, index: number): Diagnostic {
  const cutOff = element.cause === "cut_off";
  return {
    kind: "finding_dropped",
    reason: cutOff ? "truncated" : "invalid_json",
    message: cutOff
      ? "the answer ends inside this finding; it was not completed by guessing"
      : "this finding is not readable as JSON",
    index,
    ...(element.partial === undefined ? {} : identity(element.partial)),
    ...claimedSeverity(element.partial),
    path: `findings[${index}]`,
  };
}

function reconcileFiles(
  valid: readonly PlacedFinding[],
  changedFiles: ParseReviewOptions["changedFiles"],
  diagnostics: Diagnostic[],
): readonly PlacedFinding[] {
  if (changedFiles === undefined) {
    if (valid.length > 0) {
      diagnostics.push({
        kind: "warning",
        reason: "files_not_checked",
        message: "no list of changed files was given, so the findings' files were not checked",
      });
    }
    return valid;
  }
  const reconcile = createFileReconciler(changedFiles);
  const kept: PlacedFinding[] = [];
  for (const placed of valid) {
    const { finding, index } = placed;
    const outcome = reconcile(finding.file);
    if (outcome.match === "exact") {
      kept.push(placed);
      continue;
    }
    const about = {
      index,
      ...identity({ ...finding }),
      path: `findings[${index}].file`,
      from: preview(finding.file),
    };
    if (outcome.match === "normalized") {
      if (outcome.file !== finding.file) {
        diagnostics.push({
          kind: "coercion_applied",
          reason: outcome.reason,
          message: "file: spelled as in the change",
          ...about,
          to: preview(outcome.file),
        });
      }
      kept.push({ finding: { ...finding, file: outcome.file }, index });
    } else {
      const where =
        outcome.reason === "path_outside_repository"
          ? "points outside the repository"
          : "is not among the changed files";
      diagnostics.push({
        kind: "finding_dropped",
        reason: outcome.reason,
        message: `file ${quoted(finding.file)} ${where}`,
        ...about,
        severity: finding.severity,
      });
    }
  }
  return kept;
}

/** Ids are unique in a review: a repeated finding falls, a different one under a used id gets its own. */
function keepDistinct(placed: readonly PlacedFinding[], diagnostics: Diagnostic[]): readonly Finding[] {
  const firstById = new Map<string, Finding>();
  const kept: Finding[] = [];
  let repeated: Map<string, Repeated> | undefined;
  for (const { finding, index } of placed) {
    const first = firstById.get(finding.id);
    if (first === undefined) {
      firstById.set(finding.id, finding);
      kept.push(finding);
      continue;
    }
    repeated ??= new Map();
    const known = repeated.get(finding.id) ?? { contents: new Set([contentOf(first)]), next: 2 };
    repeated.set(finding.id, known);
    const content = contentOf(finding);
    const about = {
      index,
      ...identity({ ...finding }),
      path: `findings[${index}].id`,
      from: preview(finding.id),
    };
    if (known.contents.has(content)) {
      diagnostics.push({
        kind: "finding_dropped",
        reason: "duplicate_finding",
        message: `duplicate of an earlier finding with the id ${quoted(finding.id)}`,
        ...about,
        severity: finding.severity,
      });
      continue;
    }
    known.contents.add(content);
    let id = `${finding.id}#${known.next}`;
    while (firstById.has(id)) id = `${finding.id}#${++known.next}`;
    known.next += 1;
    diagnostics.push({
      kind: "coercion_applied",
      reason: "duplicate_id",
      message: `id: ${quoted(finding.id)} is already used by another finding`,
      ...about,
      to: preview(id),
    });
    const renamed = { ...finding, id };
    firstById.set(id, renamed);
    kept.push(renamed);
  }
  return kept;
}

interface Repeated {
  readonly contents: Set<string>;
  next: number;
}

/** Everything but the id, in the order of the schema, so that equal findings print alike. */
function contentOf(finding: Finding): string {
  return JSON.stringify(FINDING_FIELDS.map(({ name }) => (name === "id" ? "" : (finding[name] ?? null))));
}
