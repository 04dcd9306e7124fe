import { unquotePath } from "../diff/quoted-path.ts";
import { textLines } from "../text/text-lines.ts";
import { type ChangedFile, mergeChangedFiles } from "./changed-file.ts";
import { readNameStatusZ, readStatus, toChangedFile } from "./parse-name-status-z.ts";

/**
 * The files in a list: one path a line, or `git diff --name-status` lines, or either of git's
 * NUL-separated forms. A bare path counts as modified, which is all that is known of it.
 */
export function parseFileList(text: string): ChangedFile[] {
  const list = text.startsWith("\uFEFF") ? text.slice(1) : text;
  return mergeChangedFiles(list.includes("\0") ? readZeroList(list) : readLines(list));
}

function readZeroList(list: string): readonly ChangedFile[] {
  // A list of bare names never reads as statuses throughout, short of files that are all named like one.
  const statuses = readNameStatusZ(list);
  if (statuses.whole) return statuses.files;
  return list.split("\0").map((path) => ({ path, status: "modified" }));
}

function* readLines(list: string): Generator<ChangedFile> {
  for (const line of textLines(list)) {
    const fields = line.split("\t", 4).map((field) => unquotePath(field.trim()));
    const status = fields.length > 1 ? readStatus(fields[0]!) : undefined;
    if (status === undefined) {
      yield { path: unquotePath(line.trim()), status: "modified" };
      continue;
    }
    const pair = status === "renamed" || status === "copied";
    yield pair && fields.length < 3
      ? { path: fields[1]!, status: "modified" }
      : toChangedFile(status, fields.slice(1, pair ? 3 : 2));
  }
}
