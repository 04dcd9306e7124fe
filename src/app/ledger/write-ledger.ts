import {
  type LedgerBatch,
  README_BATCH,
  README_PATH,
  recordBatch,
  removalBatch,
  type RecordFiles,
} from "../../core/ledger/ledger-file.ts";
import { createLedgerFolders, type LedgerFolders } from "../../core/ledger/ledger-path.ts";
import type { Ledger, LedgerHoldings } from "../../ports/ledger.ts";
import { type LedgerShelf, createLedgerShelves, type LedgerStore } from "./ledger-shelves.ts";
import { fileState, type ShelfSurvey, surveyShelf } from "./survey-ledger.ts";

const BATCH_RECORDS = 1_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
/**
 * A commit rewrites the listing of each folder it touches, so it must contain at least this fraction of a folder's
 * files. Otherwise a long history would have quadratic cost.
 */
const FOLDER_SHARE = 20;
const REMOVALS = 1_000;

export interface WriteLedgerOptions {
  /** Starts a new history without the old one. */
  readonly anew?: boolean;
  /** Called with the number of outdated records written so far. */
  readonly onProgress?: (written: number, stale: number) => void;
}

export interface LedgerSummary {
  /** Records in the store by kind. */
  readonly records: Readonly<Record<LedgerShelf["name"], number>>;
  readonly written: number;
  readonly removed: number;
  readonly commits: number;
  /** Paths with uncommitted edits, which do not show what was written. */
  readonly edited: readonly string[];
  /** Files of records that the store does not have; they stay. */
  readonly unbacked: number;
  /** After a new start: references that still keep the old history. */
  readonly keptBy: readonly string[];
}

/** Writes missing and changed records to the ledger, kind by kind, oldest first. */
export const writeLedger =
  ({ store, ledger }: { readonly store: LedgerStore; readonly ledger: Ledger }) =>
  async ({ anew = false, onProgress }: WriteLedgerOptions = {}): Promise<LedgerSummary> => {
    const records = { feedback: 0, clusters: 0, evaluations: 0, rules: 0 };
    const counts = { written: 0, removed: 0, unbacked: 0 };
    const plan = async function* (holdings: LedgerHoldings): AsyncGenerator<LedgerBatch> {
      const folders = createLedgerFolders(holdings.fingerprints.keys());
      const surveys: ShelfSurvey[] = [];
      let stale = 0;
      for (const shelf of createLedgerShelves(store)) {
        const survey = await surveyShelf(shelf, { holdings, folders });
        surveys.push(survey);
        counts.unbacked += survey.unbacked.length;
        for (const page of survey.pages) {
          records[shelf.name] += page.count;
          stale += page.stale;
        }
      }
      if (!holdings.fingerprints.has(README_PATH)) yield README_BATCH;
      for (const survey of surveys) {
        const superseded = new Map(survey.superseded);
        for await (const batch of inBatches(staleItems(survey, holdings, folders, superseded), holdings)) {
          const commit = recordBatch(batch);
          yield commit;
          counts.written += batch.length;
          counts.removed += commit.removed.length;
          onProgress?.(counts.written, stale);
        }
        const left = [...superseded.values()].flat();
        for (let from = 0; from < left.length; from += REMOVALS) {
          const removed = left.slice(from, from + REMOVALS);
          yield removalBatch(removed);
          counts.removed += removed.length;
        }
      }
    };
    const written = anew ? await ledger.replaceAll(plan) : { ...(await ledger.write(plan)), keptBy: [] };
    return { records, ...counts, ...written };
  };

/**
 * The changed files, oldest first, with their outdated paths, which are removed from `superseded`. Pages are read
 * again, so that only one is in memory.
 */
async function* staleItems(
  { shelf, pages }: ShelfSurvey,
  holdings: LedgerHoldings,
  folders: LedgerFolders,
  superseded: Map<string, readonly string[]>,
): AsyncGenerator<RecordFiles> {
  for (const { after, stale } of pages.toReversed()) {
    if (stale === 0) continue;
    const { items } = await shelf.list(after);
    for (const item of items.toReversed()) {
      const { keys, files } = item.place(folders.claim);
      const changed = files.filter((file) => fileState(holdings, file) !== "same");
      if (changed.length === 0) continue;
      const paths = new Set(files.map(({ path }) => path));
      const removed = keys.flatMap((key) => superseded.get(key) ?? []).filter((path) => !paths.has(path));
      for (const key of keys) superseded.delete(key);
      yield { time: item.time, files: changed.map(({ path, text }) => ({ path, text: text() })), removed };
    }
  }
}

async function* inBatches(
  records: AsyncIterable<RecordFiles>,
  { fingerprints }: LedgerHoldings,
): AsyncGenerator<readonly RecordFiles[]> {
  let held = fingerprints.size;
  let batch: RecordFiles[] = [];
  let characters = 0;
  for await (const record of records) {
    batch.push(record);
    for (const { text } of record.files) characters += text.length;
    const enough = Math.max(BATCH_RECORDS, held / FOLDER_SHARE);
    if (batch.length < enough && characters < BATCH_CHARACTERS) continue;
    held += batch.length;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
