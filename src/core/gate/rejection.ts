import type { GateCatalogue } from "./gate.ts";

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

/** What a comment's tags amount to: a refusal, or warnings that refuse nothing. */
export const REJECTION_VERDICTS = ["rejected", "warnings"] as const;
export type RejectionVerdict = (typeof REJECTION_VERDICTS)[number];

/** Warnings only where every tag is registered as a warning; a tag that no pack explains blocks, as does none at all. */
export const rejectionVerdict = (tags: readonly string[], catalogue: GateCatalogue): RejectionVerdict =>
  tags.length > 0 && tags.every((tag) => catalogue.find(tag)?.severity === "warning")
    ? "warnings"
    : "rejected";

/** Makes and checks signatures; a parameter of the core, because keys live outside of it. */
export interface Signer {
  sign(text: string): string;
  /** Compares in constant time and answers false, never throws, for any malformed signature. */
  verify(text: string, signature: string): boolean;
}
