import type { ChangeSource } from "../../app/review/check-review.ts";
import { changedFiles } from "../../core/change/changed-file.ts";
import { parseFileList } from "../../core/change/parse-file-list.ts";
import type { ChangeOptions } from "./change-options.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { readTextFile } from "../terminal/input.ts";

export interface LoadedChange {
  readonly source: ChangeSource;
  readonly diff?: string;
}

export async function loadChange(io: CliIo, options: ChangeOptions): Promise<LoadedChange> {
  const sources = [options.changedFiles, options.diff, options.range].filter((value) => value !== undefined);
  if (sources.length > 1) {
    throw usageError("options_exclusive", "use only one of --changed-files, --diff and --range");
  }
  if (options.changedFiles !== undefined) {
    const text = await readTextFile(io, options.changedFiles, "the list of changed files");
    return { source: { kind: "files", files: parseFileList(text) } };
  }
  if (options.diff !== undefined) {
    const diff = await readTextFile(io, options.diff, "the diff");
    const files = changedFiles(diff);
    if (files.length === 0 && diff.trim() !== "") {
      throw usageError(
        "diff_without_files",
        `no changed file was found in ${options.diff}; expected a unified diff`,
        "create one with `git diff main...HEAD > change.diff`",
      );
    }
    return { source: { kind: "files", files }, diff };
  }
  return {
    source: options.range === undefined ? { kind: "unknown" } : { kind: "range", range: options.range },
  };
}
