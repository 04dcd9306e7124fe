import { renderPromptDiff } from "../prompt/render-prompt-diff.ts";
import type { PlannedFile } from "./planned-file.ts";

/** The change of one file as a unified diff; empty when there is none. */
export function renderFileDiff({
  path,
  before,
  after,
}: Pick<PlannedFile, "path" | "before" | "after">): string {
  const diff = renderPromptDiff(before ?? "", after ?? "");
  if (diff === "") return "";
  const names = [before === null ? "/dev/null" : `a/${path}`, after === null ? "/dev/null" : `b/${path}`];
  const [, , ...hunk] = diff.split("\n");
  return [`--- ${names[0]}`, `+++ ${names[1]}`, ...hunk].join("\n");
}
