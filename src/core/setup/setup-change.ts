import type { Insertion } from "./insertions.ts";
import type { JsonMerge } from "./merge-json.ts";

/** How a file is changed, and how the change is undone if somebody else edited the file. */
export type SetupKind = "json" | "block" | "lines" | "text" | "whole";

/** One file before and after; nothing is ever removed. */
export interface SetupFile extends Pick<JsonMerge, "added" | "made"> {
  readonly path: string;
  readonly kind: SetupKind;
  readonly before: string | null;
  readonly after: string;
  readonly insertions: readonly Insertion[];
  /** Whether a new file is a program. */
  readonly executable?: true;
}

/** A file that could not be changed. */
export interface SkippedFile {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** What to add by hand. */
  readonly byHand?: string;
}
