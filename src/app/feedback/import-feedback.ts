import type { Feedback } from "../../core/feedback/feedback.ts";
import type { RecordCount } from "./record-feedback.ts";

/** Records per transaction: enough to make durable writes cheap, few enough for memory. */
const BATCH_RECORDS = 500;
/** Entries without records advance at the same pace. */
const BATCH_ENTRIES = 2_000;
const BATCH_BYTES = 8 * 1024 * 1024;

/** The records of one entry of an input. */
export interface ImportPiece<Position> {
  readonly feedback: readonly Feedback[];
  /** The size of the entry. */
  readonly bytes: number;
  /** The position after this entry. */
  readonly place: Position;
}

export interface ImportInput<Position> {
  readonly pieces: AsyncIterable<ImportPiece<Position>>;
  /** Called when everything before the position is recorded; the next piece waits for it. */
  readonly onRecorded?: (count: RecordCount, position: Position) => void | Promise<void>;
}

/** Records an input of any size in batches, with backpressure. If the input fails midway, earlier records stay. */
export const importFeedback =
  ({ record }: { readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount> }) =>
  async <Position>({ pieces, onRecorded }: ImportInput<Position>): Promise<void> => {
    let batch: Feedback[] = [];
    let pieceCount = 0;
    let bytes = 0;
    let position: Position | undefined;
    const flush = async (): Promise<void> => {
      if (position === undefined) return;
      const total = await recordInBatches(record, batch);
      const reached = position;
      batch = [];
      pieceCount = 0;
      bytes = 0;
      position = undefined;
      await onRecorded?.(total, reached);
    };
    for await (const piece of pieces) {
      for (const one of piece.feedback) batch.push(one);
      pieceCount += 1;
      bytes += piece.bytes;
      position = piece.place;
      if (batch.length >= BATCH_RECORDS || pieceCount >= BATCH_ENTRIES || bytes >= BATCH_BYTES) await flush();
    }
    await flush();
  };

/** One entry can contain far more records than a batch. */
async function recordInBatches(
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
