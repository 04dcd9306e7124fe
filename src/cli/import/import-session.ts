import type { RecordCount } from "../../app/feedback/record-feedback.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isCorrection } from "../../core/feedback/kind-of-feedback.ts";
import type { Emend } from "../../compose.ts";
import type { CliIo } from "../cli-io.ts";
import {
  IMPORT_START,
  type ImportPosition,
  type ImportEntry,
  entryText,
  tooLarge,
  type EntrySplitter,
} from "./import-entry.ts";
import type { ImportStart, ImportCheckpoints } from "./import-checkpoints.ts";
import { createImportProgress } from "../terminal/import-progress.ts";
import type { ImportSource } from "./import-source.ts";
import { createReadinessLog } from "./import-readiness.ts";
import { createRemarkLog, type FileOutcome, type ImportTally } from "./import-tally.ts";
import {
  type ImportContext,
  isListedComment,
  parseEntry,
  readEntry,
  type EntryReading,
  type ParsedImportEntry,
} from "./import-reading.ts";
import type { ImportOptions, ImportFormat } from "./import.ts";
import { openCorrections } from "../open/open-corrections.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { importFeedback, type ImportPiece } from "../../app/feedback/import-feedback.ts";
import type { ReadCorrection } from "../../core/feedback/from-decision.ts";
import { createReviewThreads } from "../../core/feedback/review-threads.ts";
import { createValueSplitter } from "./import-values.ts";

const MAX_LINE_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** How much is buffered while review comments wait for the rest of their threads. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** How often checkpoints are saved; a crash costs a second of reading and no record. */
const SAVE_MS = 1_000;

export interface ImportSessionInput {
  readonly io: CliIo;
  readonly options: ImportOptions;
  readonly sources: readonly ImportSource[];
  readonly context: ImportContext;
  readonly stop: AbortSignal;
  /** Absent in a dry run. */
  readonly emend?: Emend;
  readonly checkpoints?: ImportCheckpoints;
}

export interface ImportSession {
  run(): Promise<void>;
  tally(): ImportTally;
}

/** Imports several inputs one after the other. */
export function createImportSession(input: ImportSessionInput): ImportSession {
  const { io, options, sources, context, stop, emend, checkpoints } = input;
  const progress = createImportProgress(io, options.progress);
  const remarks = createRemarkLog();
  const readiness = createReadinessLog();
  const files: FileOutcome[] = [];
  const optionsKey = JSON.stringify([
    options.format ?? null,
    ...[context.agent, context.run, context.task, context.gate, context.author?.trust].map(
      (one) => one ?? null,
    ),
    // The key itself must not be stored.
    ...(context.signer === undefined ? [] : ["signed"]),
    ...(context.agents === undefined ? [] : [context.agents]),
    ...(context.peopleWork === undefined ? [] : [context.peopleWork]),
    ...(context.keepsListings === true ? ["listings"] : []),
  ]);
  const count = { read: 0, records: 0, new: 0, known: 0, bytes: 0, conventions: 0, corrections: 0 };
  let savedAt = Number.NEGATIVE_INFINITY;
  let isSaving = checkpoints !== undefined;

  const saveCheckpoints = async (): Promise<void> => {
    if (!isSaving) return;
    savedAt = io.now().getTime();
    try {
      await checkpoints?.save();
    } catch (cause) {
      isSaving = false;
      progress.clear();
      io.stderr.write(
        `emend: cannot save how far the import got: ${safeLine((cause as Error).message)} [place_unsaved]\n`,
      );
    }
  };

  const findStart = async ({ identity }: ImportSource): Promise<ImportStart> => {
    const fresh: ImportStart = { state: "start", position: IMPORT_START };
    if (identity === undefined || checkpoints === undefined || options.restart === true) return fresh;
    return checkpoints.find(
      identity,
      optionsKey,
      async (id) => (await emend?.store.feedback.find(id)) !== undefined,
    );
  };

  const runFile = async (
    source: ImportSource,
    startPoint: Exclude<ImportStart, { state: "unchanged" }>,
    total: number | undefined,
  ): Promise<void> => {
    let position = startPoint.position;
    let lastId = startPoint.lastId;
    const saveProgress = (done: boolean): void => {
      if (source.identity !== undefined)
        checkpoints?.set(source.identity, { options: optionsKey, position, lastId, done });
    };
    const onRecorded = async (recorded: RecordCount, reached: ImportPosition): Promise<void> => {
      count.new += recorded.new;
      count.known += recorded.known;
      count.bytes += reached.offset - position.offset;
      position = reached;
      lastId = recorded.lastId ?? lastId;
      progress.update({ bytes: count.bytes, total, records: count.records });
      saveProgress(false);
      if (io.now().getTime() - savedAt >= SAVE_MS) await saveCheckpoints();
    };
    const recordAndCount = async (feedback: readonly Feedback[]): Promise<RecordCount> => {
      const recorded = (await emend?.feedback.record(feedback)) ?? { new: 0, known: 0 };
      count.records += feedback.length;
      readiness.addRecords(feedback);
      const conventions = feedback.filter(({ convention }) => convention === true);
      count.conventions += conventions.length;
      count.corrections += conventions.filter(isCorrection).length;
      return recorded;
    };
    const continued = startPoint.state === "continue" ? { continued_at: startPoint.position.line } : {};
    let state: FileOutcome["state"] = "stopped";
    try {
      await importFile({
        source,
        format: options.format,
        context,
        openCorrections: (folder) => openCorrections(io, folder),
        start: startPoint.position,
        stop,
        record: recordAndCount,
        onEntry: ({ remarks: found, unknown = [] }, line) => {
          count.read += 1;
          readiness.addKeys(unknown);
          for (const remark of found) remarks.add(remark, source.name, line);
        },
        onRecorded,
      });
      if (!stop.aborted) {
        state = "read";
        saveProgress(true);
      }
    } finally {
      files.push({ file: source.name, state, ...continued });
    }
  };

  return {
    run: async () => {
      const starts = await Promise.all(sources.map(findStart));
      const total = bytesToRead(sources, starts);
      try {
        for (const [index, source] of sources.entries()) {
          const startPoint = starts[index]!;
          if (startPoint.state === "unchanged") files.push({ file: source.name, state: "unchanged" });
          else if (stop.aborted) files.push({ file: source.name, state: "stopped" });
          else await runFile(source, startPoint, total);
        }
      } finally {
        progress.clear();
        await saveCheckpoints();
      }
    },
    tally: () => ({
      read: count.read,
      records: count.records,
      new: emend === undefined ? null : count.new,
      known: emend === undefined ? null : count.known,
      conventions: { records: count.conventions, corrections: count.corrections },
      ...remarks.counts(),
      unknown_keys: readiness.unknownKeys(),
      rules: readiness.readiness(),
      files: [...files],
      dry_run: emend === undefined,
      interrupted: stop.aborted && files.some(({ state }) => state === "stopped"),
    }),
  };
}

function bytesToRead(sources: readonly ImportSource[], starts: readonly ImportStart[]): number | undefined {
  let total = 0;
  for (const [index, { identity }] of sources.entries()) {
    if (identity === undefined) return undefined;
    const startPoint = starts[index]!;
    if (startPoint.state !== "unchanged") total += identity.size - startPoint.position.offset;
  }
  return total;
}

interface ImportFileInput {
  readonly source: ImportSource;
  readonly format: ImportFormat | undefined;
  readonly context: ImportContext;
  /** Reads the diffs that decisions refer to, also next to an input file. */
  readonly openCorrections: (folder: string | undefined) => Promise<ReadCorrection>;
  readonly start: ImportPosition;
  readonly stop: AbortSignal;
  readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount>;
  readonly onEntry: (reading: Omit<EntryReading, "feedback">, line: number) => void;
  readonly onRecorded: (count: RecordCount, position: ImportPosition) => void | Promise<void>;
}

const importFile = async (input: ImportFileInput): Promise<void> =>
  importFeedback({ record: input.record })({ pieces: piecesOf(input), onRecorded: input.onRecorded });

interface Held {
  readonly entry: ImportEntry;
  readonly parsed: ParsedImportEntry;
}

async function* piecesOf(input: ImportFileInput): AsyncGenerator<ImportPiece<ImportPosition>> {
  const { format, start, onEntry } = input;
  const threads = createReviewThreads();
  const context: ImportContext = {
    ...input.context,
    isByAuthor: threads.isByAuthor,
    readCorrection: await input.openCorrections(input.source.folder),
  };
  let before = start.offset;
  let held: Held[] = [];
  function* release(): Generator<ImportPiece<ImportPosition>> {
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
    if (!isListed || entry.end.offset - before >= MAX_HELD_BYTES) yield* release();
  }
  yield* release();
}

async function* entriesOf({ source, start, stop }: ImportFileInput): AsyncGenerator<ImportEntry> {
  const splitter = source.framing === "lines" ? createLineSplitter(start) : createValueSplitter(start);
  for await (const bytes of source.read(start.offset)) yield* splitter.push(bytes);
  // An interrupted input is incomplete, which is not a problem of the input.
  if (!stop.aborted) yield* splitter.end();
}

/** One entry per line. An invalid line does not affect the others. */
export function createLineSplitter(start: ImportPosition, limit = MAX_LINE_BYTES): EntrySplitter {
  let { offset, line } = start;
  let chunks: Buffer[] = [];
  let size = 0;

  const buffer = (chunk: Buffer): void => {
    offset += chunk.length;
    size += chunk.length;
    if (size > limit) chunks = [];
    else if (chunk.length > 0) chunks.push(chunk);
  };

  const close = (entries: ImportEntry[]): void => {
    const from = line;
    line += 1;
    const end = { offset, line, depth: 0 };
    const text = entryText(chunks);
    if (size > limit) entries.push({ line: from, end, problem: tooLarge(limit) });
    else if (text.trim() !== "") entries.push({ line: from, end, text });
    chunks = [];
    size = 0;
  };

  return {
    push: (bytes) => {
      const entries: ImportEntry[] = [];
      let from = 0;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
        buffer(bytes.subarray(from, at));
        offset += 1;
        close(entries);
        from = at + 1;
      }
      buffer(bytes.subarray(from));
      return entries;
    },
    end: () => {
      const entries: ImportEntry[] = [];
      if (size > 0) close(entries);
      return entries;
    },
  };
}
