import { countChangedLines } from "./diff.ts";
import { editDiff, type Edits, resultOf } from "./edit-diff.ts";
import { type Diff, parseDiff } from "./parse-diff.ts";
import type { Submission } from "./submission.ts";

export type Output =
  | { readonly kind: "diff"; readonly diff: Diff }
  | { readonly kind: "whole"; readonly text: string; readonly isMarkdown: boolean };

/** Diffs without hunks are shown and edited as plain text. */
export function readOutput({ output, format }: Pick<Submission, "output" | "format">): Output {
  const diff = format === "diff" ? parseDiff(output) : undefined;
  return diff === undefined || diff.files.every(({ hunks }) => hunks.length === 0)
    ? { kind: "whole", text: output, isMarkdown: format === "markdown" }
    : { kind: "diff", diff };
}

export const editedOutput = (output: Output, edits: Edits): string =>
  output.kind === "diff" ? editDiff(output.diff, edits) : (edits[0] ?? output.text);

export function linesChanged(output: Output, edits: Edits): number {
  if (output.kind === "whole") {
    return edits[0] === undefined ? 0 : countChangedLines(output.text.replaceAll("\r\n", "\n"), edits[0]);
  }
  return output.diff.files
    .flatMap(({ hunks }) => hunks)
    .reduce((sum, hunk) => {
      const edited = edits[hunk.index];
      return edited === undefined ? sum : sum + countChangedLines(resultOf(hunk), edited);
    }, 0);
}
