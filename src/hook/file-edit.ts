import type { LineRange } from "../core/check/check-file.ts";
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
  /** Added at the end of the file, whatever that is. */
  readonly atEnd?: boolean;
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
