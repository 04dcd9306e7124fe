/** The version of the block that `formatRejection` writes. */
export const REJECTION_VERSION = 1;

/** A refusal that names the gates that failed, as read from a comment. */
export interface Rejection {
  /** Every tag once, in the order given; never empty. */
  readonly issues: readonly string[];
  /** Those of `issues` that were in no pack of the writer. */
  readonly unregistered: readonly string[];
  /** Who refused; null where a block of the original form does not say. */
  readonly source: string | null;
  /** When, in UTC (RFC 3339); null where a block of the original form does not say. */
  readonly ts: string | null;
  /** The block's format version; 0 is the original form, which had none. */
  readonly version: 0 | typeof REJECTION_VERSION;
  /** True only where a key was given and the signature fits it. */
  readonly signed: boolean;
}

/** Each non-blank tag once, in order; the fallback where none is left, because a refusal without a reason teaches nothing. */
export function normalizeIssues(issues: readonly string[], fallbackTag: string): readonly string[] {
  const tags = new Set(issues.filter((tag) => tag.trim() !== ""));
  return tags.size === 0 ? [fallbackTag] : [...tags];
}
