import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { findReviewCorrections } from "../../app/learn/read-reviews.ts";
import { correctionOfRecord } from "../../core/correction/correction-of-record.ts";
import type { PastCorrection } from "../../core/correction/past-correction.ts";
import { reviewsFromFile } from "../../core/correction/reviews-from-file.ts";
import { defined } from "../../core/defined.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { AgentsByLogin } from "../../core/feedback/github-agent.ts";
import { splitValues } from "../../core/json/split-values.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { parseEntry, readEntry } from "../import/import-reading.ts";
import { readErrorText } from "../terminal/input.ts";
import { emptyHistory, type HistoryElsewhere, type RecordContext } from "./history-elsewhere.ts";

const MAX_BYTES = 400 * 1024 * 1024;

/** What is in files that are no transcripts: reviews that `gh api` printed, SARIF, feedback as JSONL. */
export function readExport(file: string, io: CliIo, agents: AgentsByLogin | undefined): HistoryElsewhere {
  const text = readText(file, io);
  const reviews = reviewsFromFile(text);
  if (reviews.entries > 0) return readReviewExport(reviews, agents);
  const now = io.now().toISOString();
  const records: Feedback[] = [];
  const corrections: PastCorrection[] = [];
  let [entries, skipped] = [0, 0];
  for (const value of splitValues(text)) {
    entries += 1;
    const { feedback, remarks } = readEntry(
      parseEntry({ line: entries, end: START, text: value }),
      undefined,
      {
        now,
      },
    );
    skipped += remarks.filter(({ kind }) => kind === "skipped").length;
    records.push(...feedback);
    for (const record of feedback) {
      const correction = correctionOfRecord(record, { project: dirname(file), file, entry: entries });
      if (correction !== undefined) corrections.push(correction);
    }
  }
  return {
    ...emptyHistory(),
    corrections,
    reviews: { sessions: 0, remarks: records.length },
    feedback: () => records,
    unknownFiles: records.length === 0 ? [file] : [],
    notes:
      skipped > 0 && records.length > 0
        ? [`${file}: left out ${skipped} entries that Emend does not understand`]
        : [],
  };
}

const START = { offset: 0, line: 1, depth: 0 };

function readReviewExport(
  { pulls, unreadCount, unread }: ReturnType<typeof reviewsFromFile>,
  agents: AgentsByLogin | undefined,
): HistoryElsewhere {
  const parts = [...Map.groupBy(pulls, ({ repository }) => repository)].map(([project, own]) =>
    findReviewCorrections(own, { project, ...defined({ agents }) }),
  );
  const [first] = unread;
  return {
    ...emptyHistory(),
    corrections: parts.flatMap(({ corrections }) => corrections),
    reviews: {
      sessions: pulls.length,
      remarks: parts.reduce((sum, { remarks }) => sum + remarks, 0),
    },
    feedback: (context: RecordContext) =>
      parts.flatMap(({ feedback }) => feedback({ ...context, peopleWork: "conventions" })),
    notes:
      first === undefined
        ? []
        : [`left out ${unreadCount} entries of reviews, such as ${first.at}, which ${first.why}`],
  };
}

function readText(file: string, io: CliIo): string {
  const path = resolve(io.cwd, file);
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= MAX_BYTES) return bytes.toString("utf8").replace(/^\uFEFF/, "");
  } catch (cause) {
    throw externalFailure(
      "input_unreadable",
      `cannot read ${file}: ${readErrorText(cause, "it cannot be read")}`,
      { cause },
    );
  }
  throw externalFailure("input_too_large", `${file} is larger than ${MAX_BYTES / 1024 / 1024} MiB; split it`);
}
