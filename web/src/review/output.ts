import { countChangedLines } from "./diff.ts";
import { editDiff, type Edits, resultOf } from "./edit-diff.ts";
import { type Diff, parseDiff } from "./parse-diff.ts";
import type { Submission } from "./submission.ts";

/** An agent's output in the parts that can be edited: a diff by its hunks, everything else as a whole. */
export type Output =
  | { readonly kind: "diff"; readonly diff: Diff }
  | { readonly kind: "whole"; readonly text: string; readonly isMarkdown: boolean };

/** A diff that has no hunks is shown and edited as the text that it is. */
export function readOutput({ output, format }: Pick<Submission, "output" | "format">): Output {
  const diff = format === "diff" ? parseDiff(output) : undefined;
  return diff === undefined || diff.files.every(({ hunks }) => hunks.length === 0)
    ? { kind: "whole", text: output, isMarkdown: format === "markdown" }
    : { kind: "diff", diff };
}

/** What is accepted in place of the output. */
export const editedOutput = (output: Output, edits: Edits): string =>
  output.kind === "diff" ? editDiff(output.diff, edits) : (edits[0] ?? output.text);

/** How many lines somebody changed, over all parts. */
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
