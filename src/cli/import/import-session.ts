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

/** Review comments that are held back until all of their threads are known; beyond it, what is known so far has to do. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;

/** Places are written this often at most; a crash in between costs a second of reading, and no record. */
const SAVE_MS = 1_000;

export interface ImportSessionInput {
  readonly io: CliIo;
  readonly options: ImportOptions;
  readonly sources: readonly ImportSource[];
  readonly context: ImportContext;
  readonly stop: AbortSignal;
  /** Nothing in a dry run. */
  readonly emend?: Emend;
  readonly places?: ImportCheckpoints;
}

export interface ImportSession {
  run(): Promise<void>;
  /** How far it has come. */
  tally(): ImportTally;
}

/** One import: its inputs one after the other, what they gave, and where each was left. */
export function createImportSession(input: ImportSessionInput): ImportSession {
  const { io, options, sources, context, stop, emend, places } = input;
  const progress = createImportProgress(io, options.progress);
  const remarks = createRemarkLog();
  const readiness = createReadinessLog();
  const files: FileOutcome[] = [];
  const optionsKey = JSON.stringify([
    options.format ?? null,
    ...[context.agent, context.run, context.task, context.gate, context.author?.trust].map(
      (one) => one ?? null,
    ),
    // The key itself stays out of the file of places.
    ...(context.signer === undefined ? [] : ["signed"]),
    ...(context.agents === undefined ? [] : [context.agents]),
    ...(context.peopleWork === undefined ? [] : [context.peopleWork]),
    ...(context.keepsListings === true ? ["listings"] : []),
  ]);
  const count = { read: 0, records: 0, new: 0, known: 0, bytes: 0, conventions: 0, corrections: 0 };
  let savedAt = Number.NEGATIVE_INFINITY;
  let isSaving = places !== undefined;

  const savePlaces = async (): Promise<void> => {
    if (!isSaving) return;
    savedAt = io.now().getTime();
    try {
      await places?.save();
    } catch (cause) {
      isSaving = false;
      progress.clear();
      io.stderr.write(
        `emend: cannot save how far the import got: ${safeLine((cause as Error).message)} [place_unsaved]\n`,
      );
    }
  };

  const beginningOf = async ({ identity }: ImportSource): Promise<ImportStart> => {
    const fresh: ImportStart = { state: "start", place: IMPORT_START };
    if (identity === undefined || places === undefined || options.restart === true) return fresh;
    return places.find(
      identity,
      optionsKey,
      async (id) => (await emend?.store.feedback.find(id)) !== undefined,
    );
  };

  const runFile = async (
    source: ImportSource,
    beginning: Exclude<ImportStart, { state: "unchanged" }>,
    total: number | undefined,
  ): Promise<void> => {
    let place = beginning.place;
    let lastId = beginning.lastId;
    const remember = (done: boolean): void => {
      if (source.identity !== undefined)
        places?.set(source.identity, { options: optionsKey, place, lastId, done });
    };
    const onRecorded = async (recorded: RecordCount, reached: ImportPosition): Promise<void> => {
      count.new += recorded.new;
      count.known += recorded.known;
      count.bytes += reached.offset - place.offset;
      place = reached;
      lastId = recorded.lastId ?? lastId;
      progress.update({ bytes: count.bytes, total, records: count.records });
      remember(false);
      if (io.now().getTime() - savedAt >= SAVE_MS) await savePlaces();
    };
    const counting = async (feedback: readonly Feedback[]): Promise<RecordCount> => {
      const recorded = (await emend?.feedback.record(feedback)) ?? { new: 0, known: 0 };
      count.records += feedback.length;
      readiness.addRecords(feedback);
      const conventions = feedback.filter(({ convention }) => convention === true);
      count.conventions += conventions.length;
      count.corrections += conventions.filter(isCorrection).length;
      return recorded;
    };
    const continued = beginning.state === "continue" ? { continued_at: beginning.place.line } : {};
    let state: FileOutcome["state"] = "stopped";
    try {
      await importFile({
        source,
        format: options.format,
        context,
        openCorrections: (folder) => openCorrections(io, folder),
        start: beginning.place,
        stop,
        record: counting,
        onEntry: ({ remarks: said, unknown = [] }, line) => {
          count.read += 1;
          readiness.addKeys(unknown);
          for (const remark of said) remarks.add(remark, source.name, line);
        },
        onRecorded,
      });
      if (!stop.aborted) {
        state = "read";
        remember(true);
      }
    } finally {
      files.push({ file: source.name, state, ...continued });
    }
  };

  return {
    run: async () => {
      const beginnings = await Promise.all(sources.map(beginningOf));
      const total = bytesToRead(sources, beginnings);
      try {
        for (const [index, source] of sources.entries()) {
          const beginning = beginnings[index]!;
          if (beginning.state === "unchanged") files.push({ file: source.name, state: "unchanged" });
          else if (stop.aborted) files.push({ file: source.name, state: "stopped" });
          else await runFile(source, beginning, total);
        }
      } finally {
        progress.clear();
        await savePlaces();
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

function bytesToRead(
  sources: readonly ImportSource[],
  beginnings: readonly ImportStart[],
): number | undefined {
  let total = 0;
  for (const [index, { identity }] of sources.entries()) {
    if (identity === undefined) return undefined;
    const beginning = beginnings[index]!;
    if (beginning.state !== "unchanged") total += identity.size - beginning.place.offset;
  }
  return total;
}

interface ImportFileInput {
  readonly source: ImportSource;
  readonly format: ImportFormat | undefined;
  readonly context: ImportContext;
  /** Reads diffs that decisions name, also beside the input, if that is a file. */
  readonly openCorrections: (folder: string | undefined) => Promise<ReadCorrection>;
  readonly start: ImportPosition;
  readonly stop: AbortSignal;
  readonly record: (feedback: readonly Feedback[]) => Promise<RecordCount>;
  readonly onEntry: (reading: Omit<EntryReading, "feedback">, line: number) => void;
  readonly onRecorded: (count: RecordCount, place: ImportPosition) => void | Promise<void>;
}

/** Reads one input from a place on and records it batch by batch. */
async function importFile(input: ImportFileInput): Promise<void> {
  await importFeedback({ record: input.record })({
    pieces: piecesOf(input),
    onRecorded: input.onRecorded,
  });
}

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

/** One entry a line; a line that is broken costs nobody but itself. */
export function createLineSplitter(start: ImportPosition, limit = MAX_LINE_BYTES): EntrySplitter {
  let { offset, line } = start;
  let parts: Buffer[] = [];
  let size = 0;

  const keep = (part: Buffer): void => {
    offset += part.length;
    size += part.length;
    if (size > limit) parts = [];
    else if (part.length > 0) parts.push(part);
  };

  const close = (entries: ImportEntry[]): void => {
    const from = line;
    line += 1;
    const end = { offset, line, depth: 0 };
    const text = entryText(parts);
    if (size > limit) entries.push({ line: from, end, problem: tooLarge(limit) });
    else if (text.trim() !== "") entries.push({ line: from, end, text });
    parts = [];
    size = 0;
  };

  return {
    push: (bytes) => {
      const entries: ImportEntry[] = [];
      let from = 0;
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
        keep(bytes.subarray(from, at));
        offset += 1;
        close(entries);
        from = at + 1;
      }
      keep(bytes.subarray(from));
      return entries;
    },
    end: () => {
      const entries: ImportEntry[] = [];
      if (size > 0) close(entries);
      return entries;
    },
  };
}
