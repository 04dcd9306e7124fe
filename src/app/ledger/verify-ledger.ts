import { createLedgerFolders } from "../../core/ledger/ledger-path.ts";
import type { Ledger } from "../../ports/ledger.ts";
import { createLedgerShelves, type LedgerStore } from "./ledger-shelves.ts";
import { surveyShelf } from "./survey-ledger.ts";

const MAX_LISTED = 20;

export interface Deviation {
  readonly count: number;
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
  ({ store, ledger }: { readonly store: LedgerStore; readonly ledger: Ledger }) =>
  async (): Promise<LedgerComparison> => {
    const holdings = await ledger.holdings();
    const folders = createLedgerFolders(holdings.fingerprints.keys());
    const [missing, unbacked, differing] = [createTally(), createTally(), createTally()];
    let records = 0;
    for (const shelf of createLedgerShelves(store)) {
      const survey = await surveyShelf(shelf, {
        holdings,
        folders,
        onDeviation: (path, state) => (state === "missing" ? missing : differing).add(path),
      });
      for (const { count } of survey.pages) records += count;
      for (const paths of survey.superseded.values()) for (const path of paths) differing.add(path);
      for (const path of survey.unbacked) unbacked.add(path);
    }
    return {
      records,
      missingFromLedger: missing.deviation(),
      missingFromStore: unbacked.deviation(),
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
