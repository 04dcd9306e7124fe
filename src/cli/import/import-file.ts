import { importFeedback, type ImportPiece } from "../../app/feedback/import-feedback.ts";
import type { RecordCount } from "../../app/feedback/record-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { GithubContext } from "../../core/feedback/from-github-comment.ts";
import type { ImportEntry, ImportPlace } from "./import-entry.ts";
import { createLineSplitter } from "./import-lines.ts";
import { readEntry, type ImportRemark } from "./import-reading.ts";
import type { ImportSource } from "./import-source.ts";
import { createValueSplitter } from "./import-values.ts";
import type { ImportFormat } from "./import.ts";

export interface ImportFileInput {
  readonly source: ImportSource;
  readonly format: ImportFormat | undefined;
  readonly context: GithubContext;
  readonly start: ImportPlace;
  readonly stop: AbortSignal;
  readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount>;
  readonly onEntry: (remarks: readonly ImportRemark[], line: number) => void;
  readonly onRecorded: (count: RecordCount, place: ImportPlace) => void | Promise<void>;
}

/** Reads one input from a place on and records it batch by batch. */
export async function importFile(input: ImportFileInput): Promise<void> {
  await importFeedback({ record: input.record })({
    pieces: piecesOf(input),
    onRecorded: input.onRecorded,
  });
}

async function* piecesOf(input: ImportFileInput): AsyncGenerator<ImportPiece<ImportPlace>> {
  const { format, context, start, onEntry } = input;
  let before = start.offset;
  for await (const entry of entriesOf(input)) {
    const { feedback, remarks } = readEntry(entry, format, context);
    onEntry(remarks, entry.line);
    yield { feedback, place: entry.end, bytes: entry.end.offset - before };
    before = entry.end.offset;
  }
}

async function* entriesOf({ source, start, stop }: ImportFileInput): AsyncGenerator<ImportEntry> {
  const splitter = source.framing === "lines" ? createLineSplitter(start) : createValueSplitter(start);
  for await (const bytes of source.read(start.offset)) yield* splitter.push(bytes);
  // An input that was left in the middle has no end to complain about.
  if (!stop.aborted) yield* splitter.end();
}
