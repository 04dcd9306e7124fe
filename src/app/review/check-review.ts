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
  readonly change: ChangeSource;
  readonly accept?: VersionPolicy | readonly VersionPolicy[];
}

/** Determines the changed files, then parses the reviewer's answer against them. */
export const checkReview =
  ({ repository }: { readonly repository: CodeRepository }) =>
  async ({ raw, change, accept }: CheckReviewInput): Promise<ParsedReview> => {
    const changedFiles =
      change.kind === "files"
        ? change.files
        : change.kind === "range"
          ? await repository.changedFiles(change.range)
          : undefined;
    const options = defined({ changedFiles, accept });
    const parsed = parseReview(raw, options);
    const findings = parsed.review?.findings ?? [];
    if (changedFiles === undefined || findings.length === 0) return parsed;
    const files = [...new Set(findings.map(({ file }) => file))];
    const lineCounts = await countLines(repository, files, change);
    // Parsed again only if a line is beyond its file.
    return findings.some((finding) => isBeyondFile(finding, lineCounts))
      ? parseReview(raw, { ...options, lineCounts })
      : parsed;
  };

/** Line counts as far as available; a review is checked without them too. */
export const countLines = (
  repository: Pick<CodeRepository, "lineCounts">,
  files: readonly string[],
  change: ChangeSource,
): Promise<ReadonlyMap<string, number>> =>
  repository
    .lineCounts(files, change.kind === "range" ? change.range : undefined)
    .catch(() => new Map<string, number>());
