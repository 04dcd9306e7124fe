import type { Candidate } from "./choose-draft.ts";
import { composeDrafts } from "./compose-drafts.ts";
import type { ReadRemarks } from "./read-remarks.ts";

/** The wordings that the remarks themselves give. */
export const composedCandidates = (read: ReadRemarks): readonly Candidate[] =>
  composeDrafts(read).map(({ text, hasBothHalves, from, isImplied, force }) => ({
    text,
    source: "remarks",
    origin: {
      kind: "remarks",
      hasBothHalves,
      from,
      isImplied,
      isPlain: force === "order" || force === "request",
    },
  }));
