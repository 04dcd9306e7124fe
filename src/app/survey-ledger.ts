import type { Feedback } from "../core/feedback/feedback.ts";
import type { LedgerFolders } from "../core/ledger/ledger-folders.ts";
import { correctionPath, isCorrectionPath, recordIdOf, recordPath } from "../core/ledger/ledger-path.ts";
import { renderRecord } from "../core/ledger/render-record.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import type { LedgerHoldings } from "../ports/ledger.ts";

const PAGE = 500;

/** How a file that the store calls for stands in the ledger. */
type FileState = "same" | "missing" | "differing";

export interface SurveyedPage {
  /** What the page is listed after; undefined for the newest. */
  readonly after: string | undefined;
  readonly count: number;
  /** Records of the page that the ledger lacks or has otherwise, or whose correction it does. */
  readonly stale: number;
}

export interface LedgerSurvey {
  /** Newest first. */
  readonly pages: readonly SurveyedPage[];
  /** The newest record with a correction of each task: the one whose diff is shown. */
  readonly newest: ReadonlyMap<string, string>;
  /** Held twice, or shown although the store no longer has it. */
  readonly superseded: readonly string[];
  /** Held, and of no record that the store has. */
  readonly unbacked: readonly string[];
}

export interface SurveyOptions {
  readonly store: FeedbackStore;
  readonly holdings: LedgerHoldings;
  readonly folders: LedgerFolders;
  /** Told of each file that the store calls for and the ledger does not hold as it should. */
  readonly onDeviation?: (path: string, state: "missing" | "differing") => void;
}

/** Goes through the store once, newest first, and compares it with what the ledger holds, reading none of it. */
export async function surveyLedger(options: SurveyOptions): Promise<LedgerSurvey> {
  const { store, holdings, folders } = options;
  const extra = heldRecords(holdings);
  const newest = new Map<string, string>();
  const doubtful = new Set<string>();
  const superseded: string[] = [];
  const shown = new Set<string>();
  const stateOf = (path: string, text: () => string): FileState => {
    const held = holdings.fingerprints.get(path);
    const state =
      held === undefined ? "missing" : held === holdings.fingerprintOf(text()) ? "same" : "differing";
    if (state !== "same") options.onDeviation?.(path, state);
    return state;
  };
  const isStale = (record: Feedback): boolean => {
    const path = recordPath(record, folders.find);
    const state = stateOf(path, () => renderRecord(record));
    for (const other of extra.get(record.id) ?? []) if (other !== path) superseded.push(other);
    extra.delete(record.id);
    const { task, correction } = record;
    if (task === undefined || newest.has(task)) return state !== "same";
    const copy = correctionPath(task, folders.find);
    if (correction?.diff === undefined) {
      if (holdings.fingerprints.has(copy)) doubtful.add(copy);
      return state !== "same";
    }
    const { diff } = correction;
    newest.set(task, record.id);
    shown.add(copy);
    return stateOf(copy, () => diff) !== "same" || state !== "same";
  };
  const pages: SurveyedPage[] = [];
  let after: string | undefined;
  do {
    const page = await store.list({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    let stale = 0;
    for (const record of page.items) if (isStale(record)) stale += 1;
    pages.push({ after, count: page.items.length, stale });
    after = page.next;
  } while (after !== undefined);
  for (const copy of doubtful) if (!shown.has(copy)) superseded.push(copy);
  const gone = new Set(superseded);
  const copies = [...holdings.fingerprints.keys()].filter(
    (path) => isCorrectionPath(path) && !shown.has(path) && !gone.has(path),
  );
  return { pages, newest, superseded, unbacked: [...[...extra.values()].flat(), ...copies] };
}

/** Where each record is held, by its id. */
function heldRecords({ fingerprints }: LedgerHoldings): Map<string, readonly string[]> {
  const held = new Map<string, readonly string[]>();
  for (const path of fingerprints.keys()) {
    const id = recordIdOf(path);
    if (id !== undefined) held.set(id, [...(held.get(id) ?? []), path]);
  }
  return held;
}
