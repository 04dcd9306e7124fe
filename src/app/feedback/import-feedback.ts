import type { Feedback } from "../../core/feedback/feedback.ts";
import type { RecordCount } from "./record-feedback.ts";

/** Records that share one step of the store: enough to make durable writes cheap, few enough to hold in memory. */
const BATCH_RECORDS = 500;
/** Entries that made no record are moved past at the same pace. */
const BATCH_PIECES = 2_000;
const BATCH_BYTES = 8 * 1024 * 1024;

/** What one entry of an input became. */
export interface ImportPiece<Place> {
  readonly feedback: readonly Feedback[];
  /** How much of the input the entry takes. */
  readonly bytes: number;
  /** Where the input goes on behind this entry. */
  readonly place: Place;
}

export interface ImportInput<Place> {
  readonly pieces: AsyncIterable<ImportPiece<Place>>;
  /** Told once everything before the place is recorded; the next piece is not asked for until it answers. */
  readonly onRecorded?: (count: RecordCount, place: Place) => void | Promise<void>;
}

/**
 * Records an input of any size in batches, and asks for more of it only when the store has taken what it
 * was given. Where the input fails in the middle, what was recorded before stays.
 */
export const importFeedback =
  ({ record }: { readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount> }) =>
  async <Place>({ pieces, onRecorded }: ImportInput<Place>): Promise<void> => {
    let batch: Feedback[] = [];
    let pieceCount = 0;
    let bytes = 0;
    let place: Place | undefined;
    const flush = async (): Promise<void> => {
      if (place === undefined) return;
      const total = await recordInParts(record, batch);
      const reached = place;
      batch = [];
      pieceCount = 0;
      bytes = 0;
      place = undefined;
      await onRecorded?.(total, reached);
    };
    for await (const piece of pieces) {
      for (const one of piece.feedback) batch.push(one);
      pieceCount += 1;
      bytes += piece.bytes;
      place = piece.place;
      if (batch.length >= BATCH_RECORDS || pieceCount >= BATCH_PIECES || bytes >= BATCH_BYTES) await flush();
    }
    await flush();
  };

/** One entry can hold far more records than a batch. */
async function recordInParts(
  record: (feedback: readonly Feedback[]) => Promise<RecordCount>,
  feedback: readonly Feedback[],
): Promise<RecordCount> {
  let total: RecordCount = { new: 0, known: 0 };
  for (let from = 0; from < feedback.length; from += BATCH_RECORDS) {
    const part = await record(feedback.slice(from, from + BATCH_RECORDS));
    total = { ...part, new: total.new + part.new, known: total.known + part.known };
  }
  return total;
}
