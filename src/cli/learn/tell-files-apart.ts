import { closeSync, openSync, readSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { TranscriptToJudge } from "../../app/learn/judge-transcripts.ts";
import { recogniseTranscript } from "../../core/transcript/all-readers.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";

const HEAD_BYTES = 64 * 1024;
/** Keys that exports of reviews, scanners and feedback have. */
const EXPORT =
  /"(?:pull_request_url|diff_hunk|reviewThreads|pull_request|issue_url|runs|feedback_items|decision_id|gate_id|comment|wrong|fix|diff|outcome)"\s*:/;

export interface FilesToLearnFrom {
  readonly transcripts: readonly TranscriptToJudge[];
  readonly exports: readonly string[];
}

/** Tells transcripts from other exports by their content. Names stay as given, so that answers name files the same way. */
export function tellFilesApart(files: readonly string[], io: CliIo): FilesToLearnFrom {
  const transcripts: TranscriptToJudge[] = [];
  const exports: string[] = [];
  for (const file of files) {
    const path = resolve(io.cwd, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) {
      throw usageError(
        "transcript_not_found",
        `${file}: ${stat === undefined ? "there is no such file" : "this is not a file"}`,
        "give transcripts or exports, such as ~/.claude/projects/<project>/*.jsonl, or nothing for those of this repository",
      );
    }
    const head = headOf(path);
    const isExport =
      /^\s*[[{]/.test(head) && EXPORT.test(head) && recogniseTranscript(head, path) === undefined;
    if (isExport) exports.push(file);
    else transcripts.push({ path: file, project: dirname(file), version: `${stat.size}-${stat.mtimeMs}` });
  }
  return { transcripts, exports };
}

function headOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0)).replace(/^\uFEFF/, "");
    } finally {
      closeSync(file);
    }
  } catch {
    // A file that cannot be read is named as such later.
    return "";
  }
}
