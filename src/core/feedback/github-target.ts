import { textLines } from "../change/text-lines.ts";
import type { FeedbackTarget } from "./feedback.ts";
import { lineOf, textOf, type JsonObject } from "../json/read-json.ts";
import { targetLines } from "./target-lines.ts";

/**
 * The place a review comment is on. An outdated comment has lost its lines in the newest version and keeps
 * those it was written on; an old export names no lines at all, and the hunk, which ends on the line, does.
 */
export function githubTarget(remark: JsonObject): FeedbackTarget | undefined {
  const path = textOf(remark["path"]);
  if (path === undefined) return undefined;
  if (remark["subject_type"] === "file") return { path };
  const current = lineOf(remark["line"]);
  const line = current ?? lineOf(remark["original_line"]);
  if (line === undefined) return { path, ...lastLineOf(textOf(remark["diff_hunk"])) };
  const start = lineOf(current === undefined ? remark["original_start_line"] : remark["start_line"]);
  return { path, ...targetLines(start ?? line, line, remark["side"] === "LEFT" ? "old" : undefined) };
}

function lastLineOf(hunk: string | undefined): FeedbackTarget {
  if (hunk === undefined) return {};
  const [header = "", ...lines] = textLines(hunk);
  const starts = /^@@ -(\d{1,10})(?:,\d{1,10})? \+(\d{1,10})(?:,\d{1,10})? @@/.exec(header);
  const shown = lines.filter((line) => line[0] !== "\\");
  const last = shown.at(-1);
  if (starts === null || last === undefined) return {};
  const isOld = last[0] === "-";
  const before = shown.filter((line) => line[0] !== (isOld ? "+" : "-")).length - 1;
  return targetLines(lineOf(Number(starts[isOld ? 1 : 2]) + before), undefined, isOld ? "old" : undefined);
}
