import type { LineRange } from "../core/check/check-file.ts";
import { changedRanges } from "../core/diff/unified-diff.ts";
import { fieldOf, listOf, textOf } from "../core/json/json.ts";

/** What an agent writes into one file, as far as its event says. */
export interface FileEdit {
  /** The whole new text. */
  readonly text?: string;
  readonly replacements: readonly Replacement[];
  /** The changed lines of the file after the edit, if the agent names them. */
  readonly changed?: readonly LineRange[];
}

interface Replacement {
  readonly before: string;
  readonly after: string;
  readonly all: boolean;
}

const MAX_REPLACEMENTS = 200;

/** Reads the input of an editing tool and, once it has run, what it returned. Undefined if they name no text. */
export function readEdit(input: unknown, response?: unknown): FileEdit | undefined {
  const text = firstText(input, "content", "contents", "file_text");
  const replacements = [input, ...listOf(fieldOf(input, "edits"))]
    .slice(0, MAX_REPLACEMENTS)
    .flatMap(readReplacement);
  if (text === undefined && replacements.length === 0) return undefined;
  const changed = changedLines(fieldOf(response, "structuredPatch"));
  return {
    replacements,
    ...(text === undefined ? {} : { text }),
    ...(changed.length === 0 ? {} : { changed }),
  };
}

function readReplacement(value: unknown): readonly Replacement[] {
  const before = firstText(value, "old_string", "old_str");
  const after = firstText(value, "new_string", "new_str");
  const all = fieldOf(value, "replace_all") === true;
  return before === undefined || after === undefined ? [] : [{ before, after, all }];
}

const firstText = (value: unknown, ...names: readonly string[]): string | undefined =>
  names.map((name) => textOf(fieldOf(value, name))).find((text) => text !== undefined);

/** The lines that the hunks of a patch add. */
function changedLines(patch: unknown): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (const hunk of listOf(patch)) {
    let line = fieldOf(hunk, "newStart");
    if (!Number.isSafeInteger(line)) return [];
    for (const text of listOf(fieldOf(hunk, "lines"))) {
      const sign = String(text)[0];
      if (sign === "-" || sign === "\\") continue;
      if (sign === "+") ranges.push({ from: line as number, to: line as number });
      line = (line as number) + 1;
    }
  }
  return ranges;
}

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
  for (const { before: old, after, all } of edit.replacements) {
    // An empty text is replaced in a new file only.
    if (old === "" && text !== "") return undefined;
    if (!text.includes(old)) return undefined;
    text = all && old !== "" ? text.replaceAll(old, () => after) : text.replace(old, () => after);
  }
  return before === undefined || before === "" ? { text } : { text, changed: linesThatDiffer(before, text) };
}

function linesThatDiffer(before: string, after: string): readonly LineRange[] {
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
      at >= 0 && changed.length < MAX_REPLACEMENTS;
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
