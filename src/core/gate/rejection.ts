import type { GateCatalogue } from "./gate.ts";

export const REJECTION_VERSION = 1;

/** A rejection with its failed gates, as parsed from a comment. */
export interface Rejection {
  /** Without duplicates, in order; never empty. */
  readonly issues: readonly string[];
  /** Those `issues` that were in none of the writer's packs. */
  readonly unregistered: readonly string[];
  /** Who rejected it; null if a block in the original format does not say. */
  readonly source: string | null;
  /** The time in UTC (RFC 3339); null if a block in the original format does not say. */
  readonly ts: string | null;
  /** The format version; 0 is the original format, which had none. */
  readonly version: 0 | typeof REJECTION_VERSION;
  /** True only if there was a key and the signature matches. */
  readonly signed: boolean;
}

/**
 * Removes blank and duplicate tags. If none is left, the fallback is used, because a rejection without a reason
 * teaches nothing.
 */
export function normalizeIssues(issues: readonly string[], fallbackTag: string): readonly string[] {
  const tags = new Set(issues.filter((tag) => tag.trim() !== ""));
  return tags.size === 0 ? [fallbackTag] : [...tags];
}

/** Whether a comment's tags reject the work or only warn. */
export const REJECTION_VERDICTS = ["rejected", "warnings"] as const;
export type RejectionVerdict = (typeof REJECTION_VERDICTS)[number];

/** Warnings only if every tag is registered as a warning; an unregistered tag blocks, and so does having none. */
export const rejectionVerdict = (tags: readonly string[], catalogue: GateCatalogue): RejectionVerdict =>
  tags.length > 0 && tags.every((tag) => catalogue.find(tag)?.severity === "warning")
    ? "warnings"
    : "rejected";

/** Signs and verifies; a parameter, because the core has no keys. */
export interface Signer {
  sign(text: string): string;
  /** Compares in constant time. Returns false for a malformed signature and never throws. */
  verify(text: string, signature: string): boolean;
}
