import { defined } from "../../core/defined.ts";
import type { ChangedFile } from "../../core/change/changed-file.ts";
import { isBeyondFile } from "../../core/review/lines-beyond.ts";
import { parseReview, type ParsedReview } from "../../core/review/parse-review.ts";
import type { VersionPolicy } from "../../core/review/version-policy.ts";
import type { CodeRepository } from "../../ports/project-files.ts";

/** The change under review. */
export type ChangeSource =
  | { readonly kind: "files"; readonly files: readonly (string | ChangedFile)[] }
  | { readonly kind: "range"; readonly range: string }
  | { readonly kind: "unknown" };

export interface CheckReviewInput {
  readonly raw: unknown;
  readonly accept?: VersionPolicy | readonly VersionPolicy[];
  /** The files of another change than the opened one. Their lines cannot be counted. */
  readonly changedFiles?: readonly string[];
}

/** Opens a change, whose files and line counts are read once, and returns what checks reviews of it. */
export async function openReviewCheck(
  repository: Pick<CodeRepository, "changedFiles" | "lineCounts">,
  change: ChangeSource,
): Promise<(input: CheckReviewInput) => Promise<ParsedReview>> {
  const files =
    change.kind === "files"
      ? change.files
      : change.kind === "range"
        ? await repository.changedFiles(change.range)
        : undefined;
  const lineCounts = new Map<string, number>();
  const counted = new Set<string>();
  const countLines = async (paths: readonly string[]): Promise<void> => {
    const missing = [...new Set(paths)].filter((path) => !counted.has(path));
    for (const path of missing) counted.add(path);
    if (missing.length === 0) return;
    const range = change.kind === "range" ? change.range : undefined;
    // A review is checked without line counts too.
    const counts = await repository.lineCounts(missing, range).catch(() => new Map<string, number>());
    for (const [path, count] of counts) lineCounts.set(path, count);
  };
  return async ({ raw, accept, changedFiles }) => {
    const options = defined({ changedFiles: changedFiles ?? files, accept });
    const parsed = parseReview(raw, options);
    const findings = parsed.review?.findings ?? [];
    if (changedFiles !== undefined || files === undefined || findings.length === 0) return parsed;
    await countLines(findings.map(({ file }) => file));
    // Parsed again only if a line is beyond its file.
    return findings.some((finding) => isBeyondFile(finding, lineCounts))
      ? parseReview(raw, { ...options, lineCounts })
      : parsed;
  };
}
