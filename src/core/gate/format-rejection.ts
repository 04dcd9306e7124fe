import type { RejectionRival } from "./duplicate-gate.ts";
import type { GateCatalogue } from "./gate-catalogue.ts";
import { quoteNote } from "./quote-markdown.ts";
import { writeRejectionBlock } from "./rejection-block.ts";
import { normalizeIssues } from "./rejection.ts";
import { NOTE_HEADING } from "./reviewer-words.ts";
import { renderGuidance } from "./render-guidance.ts";
import type { Signer } from "./signer.ts";
import { toUtcTimestamp } from "../time/utc-timestamp.ts";

export interface RejectionDraft {
  /** The tags of the gates that failed; blank ones are left out, and none at all means the fallback. */
  readonly issues: readonly string[];
  /** Who refuses: a validator, a reviewer. */
  readonly source: string;
  /** When, as an RFC 3339 date-time; written in UTC. */
  readonly ts: string;
  readonly catalogue: GateCatalogue;
  /** Signs the machine half; readers that have the key then refuse any other block. */
  readonly signer?: Signer;
  /** A person's note, shown to the letter below the guidance. */
  readonly comment?: string;
  /** For a near-duplicate: the texts that say the same already. */
  readonly rivals?: readonly RejectionRival[];
}

/**
 * The comment that refuses a submission, or only warns about it if every tag is a warning: a block for machines, then
 * guidance for people, made from the same tags. Throws a RangeError for a `ts` that is no date-time, which only a caller's bug can cause.
 */
export function formatRejection(draft: RejectionDraft): string {
  const { catalogue, source } = draft;
  const ts = toUtcTimestamp(draft.ts);
  if (ts === undefined) throw new RangeError("ts must be an RFC 3339 date-time such as 2026-01-31T12:00:00Z");
  const issues = normalizeIssues(draft.issues, catalogue.fallback.tag);
  const unregistered = issues.filter((tag) => catalogue.find(tag) === undefined);
  const halves = [
    writeRejectionBlock({ issues, unregistered, source, ts }, draft.signer),
    renderGuidance(issues, { source, catalogue, note: draft.comment, rivals: draft.rivals ?? [] }),
  ];
  if (draft.comment !== undefined && draft.comment.trim() !== "") {
    halves.push(`${NOTE_HEADING}\n\n${quoteNote(draft.comment)}`);
  }
  return `${halves.join("\n\n")}\n`;
}
