import { importFeedback, type ImportPiece } from "../../app/feedback/import-feedback.ts";
import type { RecordCount } from "../../app/feedback/record-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { ReadCorrection } from "../../core/feedback/from-decision.ts";
import { createReviewThreads } from "../../core/feedback/review-threads.ts";
import type { ImportEntry, ImportPlace } from "./import-entry.ts";
import { createLineSplitter } from "./import-lines.ts";
import {
  isListedComment,
  parseEntry,
  readEntry,
  type EntryReading,
  type ImportContext,
  type ParsedEntry,
} from "./import-reading.ts";
import type { ImportSource } from "./import-source.ts";
import { createValueSplitter } from "./import-values.ts";
import type { ImportFormat } from "./import.ts";

export interface ImportFileInput {
  readonly source: ImportSource;
  readonly format: ImportFormat | undefined;
  readonly context: ImportContext;
  /** Reads diffs that decisions name, also beside the input, if that is a file. */
  readonly openCorrections: (folder: string | undefined) => Promise<ReadCorrection>;
  readonly start: ImportPlace;
  readonly stop: AbortSignal;
  readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount>;
  readonly onEntry: (reading: Omit<EntryReading, "feedback">, line: number) => void;
  readonly onRecorded: (count: RecordCount, place: ImportPlace) => void | Promise<void>;
}

/** Reads one input from a place on and records it batch by batch. */
export async function importFile(input: ImportFileInput): Promise<void> {
  await importFeedback({ record: input.record })({
    pieces: piecesOf(input),
    onRecorded: input.onRecorded,
  });
}

/** Review comments that are held back until all of their threads are known; beyond it, what is known so far has to do. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;

interface Held {
  readonly entry: ImportEntry;
  readonly parsed: ParsedEntry;
}

async function* piecesOf(input: ImportFileInput): AsyncGenerator<ImportPiece<ImportPlace>> {
  const { format, start, onEntry } = input;
  const threads = createReviewThreads();
  const context: ImportContext = {
    ...input.context,
    isByAuthor: threads.isByAuthor,
    readCorrection: await input.openCorrections(input.source.folder),
  };
  let before = start.offset;
  let held: Held[] = [];
  function* release(): Generator<ImportPiece<ImportPlace>> {
    for (const { entry, parsed } of held) {
      const { feedback, ...reading } = readEntry(parsed, format, context);
      onEntry(reading, entry.line);
      yield { feedback, place: entry.end, bytes: entry.end.offset - before };
      before = entry.end.offset;
    }
    held = [];
  }
  for await (const entry of entriesOf(input)) {
    const parsed = parseEntry(entry);
    held.push({ entry, parsed });
    const isListed = isListedComment(parsed, format);
    if (isListed && "value" in parsed) threads.add(parsed.value);
    if (!isListed || entry.end.offset - before >= MOST_HELD_BYTES) yield* release();
  }
  yield* release();
}

async function* entriesOf({ source, start, stop }: ImportFileInput): AsyncGenerator<ImportEntry> {
  const splitter = source.framing === "lines" ? createLineSplitter(start) : createValueSplitter(start);
  for await (const bytes of source.read(start.offset)) yield* splitter.push(bytes);
  // An input that was left in the middle has no end to complain about.
  if (!stop.aborted) yield* splitter.end();
}
