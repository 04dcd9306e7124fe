import type { AuditAct } from "../../core/audit/audit-entry.ts";
import type { AuditLog } from "../../ports/audit-log.ts";
import type { Ledger, LedgerDocument, LedgerHoldings } from "../../ports/ledger.ts";
import { type LedgerShelf, type Restored, createLedgerShelves, type LedgerStore } from "./ledger-shelves.ts";
import { pathsByKey } from "./survey-ledger.ts";

const MAX_LISTED = 100;

export interface RebuildSummary {
  readonly new: number;
  readonly known: number;
  readonly unreadable: number;
  /** New records by kind. */
  readonly restored: Readonly<Record<LedgerShelf["name"], number>>;
  /** The first unreadable files. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

export interface RebuildOptions {
  /** The actor in the audit log. */
  readonly by: string;
  readonly onProgress?: (records: number) => void;
}

/** Restores the ledger into the store. Idempotent. */
export const rebuildLedger =
  ({
    store,
    ledger,
  }: {
    readonly store: LedgerStore & { readonly audit: Pick<AuditLog, "append"> };
    readonly ledger: Ledger;
  }) =>
  async ({ by, onProgress }: RebuildOptions): Promise<RebuildSummary> => {
    const counts = { new: 0, known: 0, unreadable: 0 };
    const restored = { feedback: 0, clusters: 0, evaluations: 0, rules: 0 };
    const problems: { path: string; reason: string }[] = [];
    const count = (name: LedgerShelf["name"], result: Restored): void => {
      counts[result.state] += 1;
      if (result.state === "new") restored[name] += 1;
      if (result.state === "unreadable" && problems.length < MAX_LISTED) {
        problems.push({ path: result.path, reason: result.reason });
      }
    };
    const holdings = await ledger.holdings();
    // People's decisions come first, so that learning from the feedback finds them.
    for (const shelf of createLedgerShelves(store).toReversed()) {
      for await (const results of restoreShelf(shelf, ledger, holdings)) {
        for (const result of results) count(shelf.name, result);
        onProgress?.(counts.new + counts.known);
      }
    }
    if (counts.new > 0) await store.audit.append(actOf(by, counts, restored));
    return { ...counts, restored, problems };
  };

async function* restoreShelf(
  shelf: LedgerShelf,
  ledger: Ledger,
  holdings: LedgerHoldings,
): AsyncGenerator<readonly Restored[]> {
  const duplicates = findDuplicates(shelf, holdings);
  let batch: LedgerDocument[] = [];
  for await (const reading of ledger.read(shelf)) {
    const { path } = reading;
    const duplicate = duplicates.get(path);
    if (duplicate !== undefined) {
      const reason = `the same is also at ${duplicate}; remove the one that is wrong`;
      yield [{ state: "unreadable", path, reason }];
    } else if (reading.state === "unreadable") yield [reading];
    else {
      batch.push(reading);
      if (batch.length < shelf.together) continue;
      yield await shelf.restore(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield await shelf.restore(batch);
}

/** Files with the same key, each with another one, since nobody can tell which is right. */
function findDuplicates(shelf: LedgerShelf, holdings: LedgerHoldings): ReadonlyMap<string, string> {
  const duplicates = new Map<string, string>();
  for (const paths of pathsByKey(shelf, holdings).values()) {
    if (paths.length > 1) paths.forEach((path, at) => duplicates.set(path, paths[at === 0 ? 1 : 0]!));
  }
  return duplicates;
}

const actOf = (
  by: string,
  { new: added, known, unreadable }: Pick<RebuildSummary, "new" | "known" | "unreadable">,
  restored: RebuildSummary["restored"],
): AuditAct => ({
  actor: by,
  action: "ledger.rebuilt",
  subject: "ledger",
  detail: { new: added, known, unreadable, ...restored },
});
