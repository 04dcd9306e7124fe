import type { Feedback } from "../core/feedback/feedback.ts";
import type { FeedbackStore } from "../ports/feedback-store.ts";
import type { Ledger } from "../ports/ledger.ts";

const BATCH = 500;
const MAX_LISTED = 100;

export interface RebuildSummary {
  readonly new: number;
  readonly known: number;
  readonly unreadable: number;
  /** The first of them. */
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
}

/** Records everything that the ledger holds; doing it again changes nothing. */
export const rebuildLedger =
  ({ store, ledger }: { readonly store: FeedbackStore; readonly ledger: Ledger }) =>
  async (onProgress?: (records: number) => void): Promise<RebuildSummary> => {
    const counts = { new: 0, known: 0, unreadable: 0 };
    const problems: { path: string; reason: string }[] = [];
    let batch: Feedback[] = [];
    const flush = async (): Promise<void> => {
      for (const { state } of await store.record(batch)) counts[state] += 1;
      batch = [];
      onProgress?.(counts.new + counts.known);
    };
    for await (const reading of ledger.read()) {
      if (reading.state === "record") {
        batch.push(reading.feedback);
        if (batch.length >= BATCH) await flush();
        continue;
      }
      counts.unreadable += 1;
      if (problems.length < MAX_LISTED) problems.push({ path: reading.path, reason: reading.reason });
    }
    await flush();
    return { ...counts, problems };
  };
