import { createLedgerFolders } from "../core/ledger/ledger-folders.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import type { Ledger } from "../ports/ledger.ts";
import { surveyLedger } from "./survey-ledger.ts";

const MAX_LISTED = 20;

export interface Deviation {
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly string[];
}

export interface LedgerComparison {
  readonly records: number;
  readonly missingFromLedger: Deviation;
  readonly missingFromStore: Deviation;
  readonly differing: Deviation;
}

/** Compares the ledger's newest commit with the store. */
export const verifyLedger =
  ({ store, ledger }: { readonly store: FeedbackStore; readonly ledger: Ledger }) =>
  async (): Promise<LedgerComparison> => {
    const holdings = await ledger.holdings();
    const missing = createTally();
    const differing = createTally();
    const { pages, superseded, unbacked } = await surveyLedger({
      store,
      holdings,
      folders: createLedgerFolders(holdings.fingerprints.keys()),
      onDeviation: (path, state) => (state === "missing" ? missing : differing).add(path),
    });
    for (const path of superseded) differing.add(path);
    return {
      records: pages.reduce((sum, { count }) => sum + count, 0),
      missingFromLedger: missing.deviation(),
      missingFromStore: { count: unbacked.length, paths: unbacked.slice(0, MAX_LISTED) },
      differing: differing.deviation(),
    };
  };

function createTally(): { add(path: string): void; deviation(): Deviation } {
  const paths: string[] = [];
  let count = 0;
  return {
    add: (path) => {
      count += 1;
      if (paths.length < MAX_LISTED) paths.push(path);
    },
    deviation: () => ({ count, paths }),
  };
}
