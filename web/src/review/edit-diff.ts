import { diffLines } from "./diff.ts";
import type { Diff, Hunk } from "./parse-diff.ts";

export type Edits = Readonly<Record<number, string>>;

export const resultOf = ({ lines }: Hunk): string =>
  lines
    .filter(({ kind }) => kind !== "removed")
    .map(({ text }) => text)
    .join("\n");

/** Untouched hunks stay byte-identical except for shifted line numbers. */
export function editDiff({ lines, files }: Diff, edits: Edits): string {
  const written: string[] = [];
  let at = 0;
  for (const { hunks } of files) {
    let moved = 0;
    for (const hunk of hunks) {
      written.push(...lines.slice(at, hunk.from));
      const edited = edits[hunk.index];
      if (edited === undefined) {
        written.push(moved === 0 ? lines[hunk.from]! : moveHeader(lines[hunk.from]!, moved));
        written.push(...lines.slice(hunk.from + 1, hunk.to));
      } else {
        const rebuilt = rebuild(hunk, edited, moved);
        written.push(...rebuilt.lines);
        moved += rebuilt.grown;
      }
      at = hunk.to;
    }
  }
  written.push(...lines.slice(at));
  return written.join("\n");
}

const UNENDED = "\n\\ No newline at end of file";

function rebuild(
  { lines, beforeStart, afterStart, section }: Hunk,
  edited: string,
  moved: number,
): { readonly lines: readonly string[]; readonly grown: number } {
  const side = (gone: "added" | "removed"): readonly string[] =>
    lines.filter(({ kind }) => kind !== gone).map(({ text, isUnended }) => text + (isUnended ? UNENDED : ""));
  const before = side("added");
  const was = side("removed");
  const texts = edited === "" ? [] : edited.split("\n");
  const isUnended = was.at(-1)?.endsWith(UNENDED) === true;
  const after = texts.map((text, at) => (isUnended && at === texts.length - 1 ? text + UNENDED : text));
  const signs = { same: " ", removed: "-", added: "+" } as const;
  const steps = diffLines(before, after).map(({ kind, text }) => signs[kind] + text);
  const from = `-${beforeStart},${before.length} +${afterStart + moved},${after.length}`;
  return {
    lines: [`@@ ${from} @@${section === "" ? "" : ` ${section}`}`, ...steps],
    grown: after.length - was.length,
  };
}

const moveHeader = (header: string, moved: number): string =>
  header.replace(/\+(\d+)/, (_all, start: string) => `+${Number(start) + moved}`);
