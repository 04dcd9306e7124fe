import type { ChangedFile } from "../../core/change/changed-file.ts";
import { parseReview, type ParsedReview } from "../../core/review/parse-review.ts";
import type { VersionPolicy } from "../../core/review/version-policy.ts";
import type { CodeRepository } from "../../ports/code-repository.ts";

/** What the reviewer was given to review. */
export type ChangeSource =
  | { readonly kind: "files"; readonly files: readonly (string | ChangedFile)[] }
  | { readonly kind: "range"; readonly range: string }
  | { readonly kind: "unknown" };

export interface CheckReviewInput {
  readonly raw: unknown;
  readonly change: ChangeSource;
  readonly accept?: VersionPolicy | readonly VersionPolicy[];
}

/** Learns which files the change touches, then parses the reviewer's answer against them. */
export const checkReview =
  ({ repository }: { readonly repository: CodeRepository }) =>
  async ({ raw, change, accept }: CheckReviewInput): Promise<ParsedReview> => {
    const changedFiles =
      change.kind === "files"
        ? change.files
        : change.kind === "range"
          ? await repository.changedFiles(change.range)
          : undefined;
    return parseReview(raw, {
      ...(changedFiles === undefined ? {} : { changedFiles }),
      ...(accept === undefined ? {} : { accept }),
    });
  };
