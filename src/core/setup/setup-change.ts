import type { Insertion } from "./insertions.ts";
import type { JsonMerge } from "./merge-json.ts";

/** How a file is added to, and how that is taken back once somebody else changed it. */
export type SetupKind = "json" | "block" | "lines" | "whole";

/** One file as it is and as it is to be, and what makes the difference; nothing is ever taken away. */
export interface SetupFile extends Pick<JsonMerge, "added" | "made"> {
  readonly path: string;
  readonly kind: SetupKind;
  readonly before: string | null;
  readonly after: string;
  readonly insertions: readonly Insertion[];
}

/** A file that stays as it is although something would have to be done to it. */
export interface LeftFile {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** What a person can put in by hand. */
  readonly byHand?: string;
}
