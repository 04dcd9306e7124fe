import type { Feedback } from "../core/feedback/feedback.ts";
import type { LedgerBatch, LedgerFile } from "../core/ledger/ledger-file.ts";
import { createLedgerFolders, type LedgerFolders } from "../core/ledger/ledger-folders.ts";
import { correctionPath, recordPath } from "../core/ledger/ledger-path.ts";
import { README_BATCH, README_PATH } from "../core/ledger/ledger-readme.ts";
import { recordBatch, removalBatch, type RecordFiles } from "../core/ledger/record-batch.ts";
import { renderRecord } from "../core/ledger/render-record.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import type { Ledger, LedgerHoldings } from "../ports/ledger.ts";
import { surveyLedger, type LedgerSurvey, type SurveyedPage } from "./survey-ledger.ts";

const PAGE = 500;
const BATCH_RECORDS = 1_000;
const BATCH_CHARACTERS = 8 * 1024 * 1024;
/**
 * A commit writes the list of each folder it touches anew, so in a folder of so many files it must hold at least
 * one in so many, or a long history would cost its square.
 */
const FOLDER_SHARE = 20;
const REMOVALS = 1_000;

export interface WriteLedgerOptions {
  /** Start a history that keeps nothing of the old one. */
  readonly anew?: boolean;
  /** Told how many of the stale records are handed over. */
  readonly onProgress?: (written: number, stale: number) => void;
}

export interface LedgerSummary {
  /** Records in the store when it was looked through. */
  readonly records: number;
  readonly written: number;
  /** Files that were taken away. */
  readonly removed: number;
  readonly commits: number;
  /** Paths that people have edited in the folder and not committed; they do not show what was written. */
  readonly edited: readonly string[];
  /** Held, and of no record that the store has; they stay. */
  readonly unbacked: number;
  /** After a new start: what still keeps the old history. */
  readonly keptBy: readonly string[];
}

/** Writes what the ledger lacks of the store or has otherwise, oldest first. */
export const writeLedger =
  ({ store, ledger }: { readonly store: FeedbackStore; readonly ledger: Ledger }) =>
  async ({ anew = false, onProgress }: WriteLedgerOptions = {}): Promise<LedgerSummary> => {
    const counts = { records: 0, written: 0, removed: 0, unbacked: 0 };
    const plan = async function* (holdings: LedgerHoldings): AsyncGenerator<LedgerBatch> {
      const folders = createLedgerFolders(holdings.fingerprints.keys());
      const survey = await surveyLedger({ store, holdings, folders });
      counts.records = total(survey.pages, "count");
      counts.unbacked = survey.unbacked.length;
      const stale = total(survey.pages, "stale");
      if (!holdings.fingerprints.has(README_PATH)) yield README_BATCH;
      for (let from = 0; from < survey.superseded.length; from += REMOVALS) {
        const removed = survey.superseded.slice(from, from + REMOVALS);
        yield removalBatch(removed);
        counts.removed += removed.length;
      }
      for await (const records of inBatches(staleRecords(store, holdings, folders, survey), holdings)) {
        yield recordBatch(records);
        counts.written += records.length;
        onProgress?.(counts.written, stale);
      }
    };
    const written = anew ? await ledger.replaceAll(plan) : { ...(await ledger.write(plan)), keptBy: [] };
    return { ...counts, ...written };
  };

const total = (pages: readonly SurveyedPage[], field: "count" | "stale"): number =>
  pages.reduce((sum, page) => sum + page[field], 0);

/** The files of every stale record, oldest first; pages are asked for again, so that no more than one is in memory. */
async function* staleRecords(
  store: FeedbackStore,
  holdings: LedgerHoldings,
  folders: LedgerFolders,
  { pages, newest }: LedgerSurvey,
): AsyncGenerator<RecordFiles> {
  const isNew = ({ path, text }: LedgerFile): boolean => {
    const held = holdings.fingerprints.get(path);
    return held === undefined || held !== holdings.fingerprintOf(text);
  };
  for (const { after, stale } of pages.toReversed()) {
    if (stale === 0) continue;
    const { items } = await store.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const record of items.toReversed()) {
      const files = filesOf(record, folders, newest).filter(isNew);
      if (files.length > 0) yield { time: record.time, files };
    }
  }
}

function filesOf(
  record: Feedback,
  folders: LedgerFolders,
  newest: ReadonlyMap<string, string>,
): readonly LedgerFile[] {
  const { id, task, correction } = record;
  const own = { path: recordPath(record, folders.claim), text: renderRecord(record) };
  return task !== undefined && correction?.diff !== undefined && newest.get(task) === id
    ? [own, { path: correctionPath(task, folders.claim), text: correction.diff }]
    : [own];
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
