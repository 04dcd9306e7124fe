import { canonicalPath } from "../change/canonical-path.ts";
import type { ChangedFile } from "../change/changed-file.ts";

/** How a finding's path was matched with the files of the change. */
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

/** Answers for one change, so that its files are read once and not for every finding. */
export interface FileReconciler {
  (file: string): Reconciliation;
}

export function createFileReconciler(changed: readonly (string | ChangedFile)[]): FileReconciler {
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
  /** Paths by their composed Unicode form; undefined where two files share one. */
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

/** `"src\net\file"` is valid JSON for a line break in the middle; no real path of a change has one. */
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
