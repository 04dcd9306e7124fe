import { withoutBom } from "../terminal/input.ts";

/** Where reading continues: everything before `offset` is done. */
export interface ImportPosition {
  readonly offset: number;
  /** From 1. */
  readonly line: number;
  /** How many JSON arrays are open there. */
  readonly depth: number;
}

export const IMPORT_START: ImportPosition = { offset: 0, line: 1, depth: 0 };

/** The text of one JSON value, or why it cannot be used. */
export type ImportEntry = {
  /** The first line of the entry. */
  readonly line: number;
  /** Where the next entry may start. */
  readonly end: ImportPosition;
} & (
  | { readonly text: string }
  | { readonly problem: { readonly reason: "too_large" | "cut_off"; readonly message: string } }
);

/** Splits bytes into entries as they arrive. It buffers at most one entry, and none that is too large. */
export interface EntrySplitter {
  push(bytes: Buffer): readonly ImportEntry[];
  end(): readonly ImportEntry[];
}

export const entryText = (chunks: readonly Buffer[]): string =>
  withoutBom((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8"));

export const tooLarge = (limit: number): { readonly reason: "too_large"; readonly message: string } => ({
  reason: "too_large",
  message: `is larger than ${Math.floor(limit / (1024 * 1024))} MiB, too large for feedback; it was skipped`,
});
