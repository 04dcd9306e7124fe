import type { Feedback } from "../core/feedback/feedback.ts";
import type { LedgerBatch } from "../core/ledger/ledger-file.ts";

/** The readable, reviewable copy of the store, with its history; the store can be rebuilt from it. */
export interface Ledger {
  /** What the ledger holds at its newest commit; nothing where there is no ledger yet. */
  holdings(): Promise<LedgerHoldings>;

  /**
   * Lets nobody else write, asks what to change of what is held now, and commits batch by batch; asks for more
   * only once it has taken what it was given. Where it is cut off, whole commits stay. Files that people
   * edited or added in the folder itself are left as they are.
   */
  write(plan: LedgerPlan): Promise<LedgerWritten>;

  /**
   * The same with a new history that holds nothing of the old one but the files of people: no earlier version of
   * any record can be read afterwards.
   */
  replaceAll(plan: LedgerPlan): Promise<LedgerReplaced>;

  /** Every record of the newest commit, and every file that should be one and cannot be read. */
  read(): AsyncIterable<LedgerReading>;

  /** Sends the commits to the ledger's remote. */
  push(): Promise<LedgerPush>;
}

export interface LedgerHoldings {
  /** From each path to the fingerprint of its text. */
  readonly fingerprints: ReadonlyMap<string, string>;
  /** What the fingerprint of a text would be. */
  readonly fingerprintOf: (text: string) => string;
}

export type LedgerPlan = (holdings: LedgerHoldings) => AsyncIterable<LedgerBatch>;

export interface LedgerWritten {
  readonly commits: number;
  /** Files in the folder that people have edited, and which therefore do not show what was committed. */
  readonly edited: readonly string[];
}

export interface LedgerReplaced extends LedgerWritten {
  /** Branches, tags and the like that people made, and which still keep the old history. */
  readonly keptBy: readonly string[];
}

export type LedgerReading =
  | { readonly state: "record"; readonly path: string; readonly feedback: Feedback }
  | { readonly state: "unreadable"; readonly path: string; readonly reason: string };

export type LedgerPush = "pushed" | "no_remote" | "nothing_to_push";
