import type { LedgerBatch } from "../core/ledger/ledger-file.ts";

/** A readable copy of the store with its history, from which the store can be rebuilt. */
export interface Ledger {
  /** Contents of the ledger at its newest commit, or nothing if there is no ledger yet. */
  holdings(): Promise<LedgerHoldings>;

  /**
   * Takes the write lock, asks the plan what to change, and commits batch by batch, requesting the next batch only
   * after committing the last. If interrupted, complete commits remain. Files that people edited or added in the
   * folder are left alone.
   */
  write(plan: LedgerPlan): Promise<LedgerWritten>;

  /** The same with a new history that only keeps people's files, so that no earlier version of a record can be read. */
  replaceAll(plan: LedgerPlan): Promise<LedgerReplaced>;

  /** The requested files at the newest commit, as plain unvalidated values. */
  read(wanted: LedgerWanted): AsyncIterable<LedgerReading>;

  /** Sends the commits to the ledger's remote. */
  push(): Promise<LedgerPush>;
}

export interface LedgerHoldings {
  /** Fingerprints by path. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** The fingerprint of a text. */
  readonly fingerprintOf: (text: string) => string;
}

export type LedgerPlan = (holdings: LedgerHoldings) => AsyncIterable<LedgerBatch>;

export interface LedgerWritten {
  readonly commits: number;
  /** Files that people have edited and that therefore differ from what was committed. */
  readonly edited: readonly string[];
}

export interface LedgerReplaced extends LedgerWritten {
  /** Branches, tags and the like by people, which still keep the old history. */
  readonly keptBy: readonly string[];
}

export interface LedgerWanted {
  readonly wants: (path: string) => boolean;
  /** Larger files are not read. */
  readonly maxBytes: number;
}

export type LedgerReading =
  | ({ readonly state: "document" } & LedgerDocument)
  | { readonly state: "unreadable"; readonly path: string; readonly reason: string };

export interface LedgerDocument {
  readonly path: string;
  readonly value: unknown;
}

export type LedgerPush = "pushed" | "no_remote" | "nothing_to_push";
