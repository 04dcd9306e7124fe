/** Where reading goes on: everything before `offset` is dealt with. */
export interface ImportPosition {
  readonly offset: number;
  /** The number of the line at that offset, from 1. */
  readonly line: number;
  /** How many lists are open there. */
  readonly depth: number;
}

export const IMPORT_START: ImportPosition = { offset: 0, line: 1, depth: 0 };

/** One JSON text out of an input, not parsed yet, or why there is none. */
export type ImportEntry = {
  /** Where the entry begins. */
  readonly line: number;
  /** Where the next one may begin. */
  readonly end: ImportPosition;
} & (
  | { readonly text: string }
  | { readonly problem: { readonly reason: "too_large" | "cut_off"; readonly message: string } }
);

/** Cuts bytes into entries as they arrive; holds no more than one entry, and none that is too large. */
export interface EntrySplitter {
  push(bytes: Buffer): readonly ImportEntry[];
  end(): readonly ImportEntry[];
}

/** Text out of bytes; the mark that some editors put at a file's beginning is no part of it. */
export function entryText(parts: readonly Buffer[]): string {
  const [only] = parts;
  const text = (parts.length === 1 && only !== undefined ? only : Buffer.concat(parts)).toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export const tooLarge = (limit: number): { readonly reason: "too_large"; readonly message: string } => ({
  reason: "too_large",
  message: `is larger than ${Math.floor(limit / (1024 * 1024))} MiB, too large for feedback; it was skipped`,
});
