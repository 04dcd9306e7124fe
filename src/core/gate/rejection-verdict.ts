import type { GateCatalogue } from "./gate-catalogue.ts";

/** What a comment's tags amount to: a refusal, or warnings that refuse nothing. */
export const REJECTION_VERDICTS = ["rejected", "warnings"] as const;
export type RejectionVerdict = (typeof REJECTION_VERDICTS)[number];

/** Warnings only where every tag is registered as a warning; a tag that no pack explains blocks, as does none at all. */
export const rejectionVerdict = (tags: readonly string[], catalogue: GateCatalogue): RejectionVerdict =>
  tags.length > 0 && tags.every((tag) => catalogue.find(tag)?.severity === "warning")
    ? "warnings"
    : "rejected";
