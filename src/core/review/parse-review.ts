import type { ChangedFile } from "../change/changed-file.ts";
import type { Diagnostic, IndexedFinding, Review, Finding } from "./review.ts";
import { preview, quoted } from "./render-text.ts";
import { readAnswer } from "./read-answer.ts";
import { claimedSeverity, MAX_FINDINGS, FINDING_FIELDS } from "./review-fields.ts";
import { reportLinesBeyond } from "./lines-beyond.ts";
import { readTopLevel } from "./read-top-level.ts";
import type { LostElement } from "./tolerant-json.ts";
import { identity, validateFinding } from "./validate-finding.ts";
import { CURRENT_VERSIONS, type VersionPolicy } from "./version-policy.ts";
import { canonicalPath } from "../change/canonical-path.ts";

export interface ParseReviewOptions {
  /**
   * The files of the change; findings in other files are dropped. Without them a warning says that files were not
   * checked.
   */
  readonly changedFiles?: readonly (string | ChangedFile)[];
  /** Line counts by path, as far as known; a finding beyond the end gets a warning. */
  readonly lineCounts?: ReadonlyMap<string, number>;
  /** Accepted versions; several during a rollout. */
  readonly accept?: VersionPolicy | readonly VersionPolicy[];
}

export type ParsedReview =
  | { readonly status: "accepted"; readonly review: Review; readonly diagnostics: readonly Diagnostic[] }
  | { readonly status: "rejected"; readonly review?: undefined; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses a reviewer's raw answer in four stages: JSON, versions and top level, each finding, files. It never
 * throws. The result conforms to the schema, and everything that was changed, dropped or rejected has a diagnostic.
 */
export function parseReview(raw: unknown, options: ParseReviewOptions = {}): ParsedReview {
  const diagnostics: Diagnostic[] = [];
  const { answer, lost } = readAnswer(raw, diagnostics);
  if (answer === undefined) return { status: "rejected", diagnostics };

  const top = readTopLevel(answer, policiesOf(options.accept), diagnostics);
  if (top === undefined) return { status: "rejected", diagnostics };

  const valid: IndexedFinding[] = [];
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

  const indexed = reconcileFiles(valid, options.changedFiles, diagnostics);
  if (options.lineCounts !== undefined) reportLinesBeyond(indexed, options.lineCounts, diagnostics);
  const findings = makeIdsUnique(indexed, diagnostics);
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
  valid: readonly IndexedFinding[],
  changedFiles: ParseReviewOptions["changedFiles"],
  diagnostics: Diagnostic[],
): readonly IndexedFinding[] {
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
  const reconcileFile = createFileReconciler(changedFiles);
  const kept: IndexedFinding[] = [];
  for (const indexed of valid) {
    const { finding, index } = indexed;
    const outcome = reconcileFile(finding.file);
    if (outcome.match === "exact") {
      kept.push(indexed);
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

/** Makes ids unique: a duplicate finding is dropped, a different one under a used id gets a new id. */
function makeIdsUnique(indexed: readonly IndexedFinding[], diagnostics: Diagnostic[]): readonly Finding[] {
  const firstById = new Map<string, Finding>();
  const kept: Finding[] = [];
  let repeated: Map<string, Repeated> | undefined;
  for (const { finding, index } of indexed) {
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

/** Everything but the id, in the schema's order, so that equal findings have equal text. */
function contentOf(finding: Finding): string {
  return JSON.stringify(FINDING_FIELDS.map(({ name }) => (name === "id" ? "" : (finding[name] ?? null))));
}

/** How a path was matched with the files of the change. */
type Reconciliation =
  | { readonly match: "exact" }
  | { readonly match: "normalized"; readonly file: string; readonly reason: PathReason }
  | { readonly match: "none"; readonly reason: "file_not_in_changed_files" | "path_outside_repository" };

type PathReason =
  | "path_normalized"
  | "diff_prefix_removed"
  | "rename_followed"
  | "unicode_normalized"
  | "path_separator";

/** Bound to one change, so that its files are indexed once. */
interface FileReconciler {
  (file: string): Reconciliation;
}

function createFileReconciler(changed: readonly (string | ChangedFile)[]): FileReconciler {
  const exact = new Set<string>();
  for (const file of changed) exact.add(typeof file === "string" ? file : file.path);
  let index: PathIndex | undefined;
  return (file) => {
    if (exact.has(file)) return { match: "exact" };
    index ??= createPathIndex(changed);
    return reconcile(file, index);
  };
}

interface PathIndex {
  readonly canonical: ReadonlyMap<string, string>;
  readonly renamed: ReadonlyMap<string, string>;
  /** Paths by their NFC form; undefined if two files share one. */
  readonly composed: ReadonlyMap<string, string | undefined>;
}

function createPathIndex(changed: readonly (string | ChangedFile)[]): PathIndex {
  const canonical = new Map<string, string>();
  const renamed = new Map<string, string>();
  const composed = new Map<string, string | undefined>();
  for (const entry of changed) {
    const path = typeof entry === "string" ? entry : entry.path;
    const key = canonicalPath(path.replaceAll("\\", "/"));
    if (key === undefined) continue;
    if (!canonical.has(key)) canonical.set(key, path);
    const form = key.normalize("NFC");
    composed.set(form, composed.has(form) && composed.get(form) !== path ? undefined : path);
    const previous = typeof entry === "string" ? undefined : entry.previousPath;
    const previousKey = previous === undefined ? undefined : canonicalPath(previous);
    if (previousKey !== undefined) renamed.set(previousKey, path);
  }
  return { canonical, renamed, composed };
}

function reconcile(file: string, index: PathIndex): Reconciliation {
  const path = canonicalPath(file);
  if (path === undefined) return { match: "none", reason: "path_outside_repository" };
  const direct = index.canonical.get(path);
  if (direct !== undefined) return { match: "normalized", file: direct, reason: "path_normalized" };
  const moved = index.renamed.get(path);
  if (moved !== undefined) return { match: "normalized", file: moved, reason: "rename_followed" };
  if (path.startsWith("a/") || path.startsWith("b/")) {
    const bare = path.slice(2);
    const target = index.canonical.get(bare) ?? index.renamed.get(bare);
    if (target !== undefined) return { match: "normalized", file: target, reason: "diff_prefix_removed" };
  }
  const composed = index.composed.get(path.normalize("NFC"));
  if (composed !== undefined) return { match: "normalized", file: composed, reason: "unicode_normalized" };
  const restored = restoreBackslashes(path);
  const intended = restored === undefined ? undefined : index.canonical.get(restored);
  if (intended !== undefined) return { match: "normalized", file: intended, reason: "path_separator" };
  return { match: "none", reason: "file_not_in_changed_files" };
}

/** `"src\net\file"` is valid JSON with a line break in it, which no real path of a change has. */
function restoreBackslashes(path: string): string | undefined {
  if (!/[\b\f\n\r\t]/.test(path)) return undefined;
  const restored = path.replace(/[\b\f\n\r\t]/g, (character) => `/${ESCAPE_LETTER[character] ?? ""}`);
  return canonicalPath(restored);
}

const ESCAPE_LETTER: Readonly<Record<string, string>> = {
  "\b": "b",
  "\f": "f",
  "\n": "n",
  "\r": "r",
  "\t": "t",
};
