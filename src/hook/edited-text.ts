import type { LineRange } from "../core/check/check-file.ts";
import { changedRanges } from "../core/diff/unified-diff.ts";
import type { FileEdit } from "./file-edit.ts";

/** More places of one edit say nothing new. */
const MAX_PLACES = 200;

/** A file as it is to be checked. */
export interface EditedText {
  readonly text: string;
  /** Absent if all of it is new. */
  readonly changed?: readonly LineRange[];
}

/** The file as the edit would leave it. Undefined if the edit does not apply, so that the tool will refuse it. */
export function textAfter(edit: FileEdit, before: string | undefined): EditedText | undefined {
  let text = edit.text ?? before;
  if (text === undefined) return undefined;
  for (const { before: old, after, all, atEnd } of edit.replacements) {
    if (atEnd === true) {
      text = `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${after}\n`;
      continue;
    }
    // An empty text is replaced in a new file only.
    if (old === "" && text !== "") return undefined;
    if (!text.includes(old)) return undefined;
    text = all && old !== "" ? text.replaceAll(old, () => after) : text.replace(old, () => after);
  }
  return before === undefined || before === "" ? { text } : { text, changed: linesThatDiffer(before, text) };
}

/** The lines of the text after that are not in the text before. */
export function linesThatDiffer(before: string, after: string): readonly LineRange[] {
  return changedRanges(before.split("\n"), after.split("\n")).flatMap(({ start, end }) =>
    start === end ? [] : [{ from: start + 1, to: end }],
  );
}

/** The parts of the written file that the edit is about: the lines that the agent names, else where its texts are. */
export function changedIn(edit: FileEdit, text: string): EditedText {
  if (edit.changed !== undefined) return { text, changed: edit.changed };
  if (edit.text !== undefined) return { text };
  const changed: LineRange[] = [];
  for (const { after } of edit.replacements) {
    if (after.trim() === "") continue;
    for (
      let at = text.indexOf(after);
      at >= 0 && changed.length < MAX_PLACES;
      at = text.indexOf(after, at + after.length)
    ) {
      const from = lineOf(text, at);
      changed.push({ from, to: from + after.replace(/\n$/, "").split("\n").length - 1 });
    }
  }
  return { text, changed };
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
