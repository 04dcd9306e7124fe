import type { CatalogueEntry } from "../../catalogue/catalogue-entry.ts";

/** What one person said or changed. */
export interface DraftRemark {
  readonly text: string;
  readonly author?: string;
  readonly path?: string;
  /** What the agent wrote and what the person made of it. */
  readonly before?: string;
  readonly after?: string;
  /** The same as a unified diff. */
  readonly diff?: string;
}

/** Where a draft's words come from: the remarks themselves, edits, the catalogue or the library. */
export type DraftSource = "remarks" | "edits" | "catalogue" | "library";

/** A rule that every remark agrees with. */
export interface RuleDraft {
  readonly ok: true;
  readonly text: string;
  /** Why these words, for the person who decides. */
  readonly why: string;
  readonly source: DraftSource;
  /** How sure it is that a person would take it as it is, from 0 to 1. */
  readonly score: number;
  /** The catalogue's entry that worded it. */
  readonly entry?: CatalogueEntry;
  /** The glob that all paths have in common. */
  readonly scope?: string;
}

/** No rule could be worded that every remark agrees with, so a person has to write it. */
export interface NoDraft {
  readonly ok: false;
  readonly code: "wants_words";
  readonly why: string;
  /** At most two texts to start from. None contradicts a remark. */
  readonly suggestions: readonly string[];
}

export type DraftResult = RuleDraft | NoDraft;
