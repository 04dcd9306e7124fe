import type { CatalogueEntry } from "./catalogue-entry.ts";
import { parseEntryLines } from "./parse-entries.ts";

/** A file of entries with this one in it, in the place of an earlier one of its id; every other line stays. */
export function putEntry(text: string, entry: CatalogueEntry): string {
  const lines = linesOf(text);
  const at = lineOf(text, entry.id);
  if (at === undefined) return `${[...lines, renderEntry(entry)].join("\n")}\n`;
  return `${lines.with(at, renderEntry(entry)).join("\n")}\n`;
}

/** The file without the entry of that id; every other line stays. */
export function dropEntry(text: string, id: string): string {
  const at = lineOf(text, id);
  if (at === undefined) return text;
  const left = linesOf(text).toSpliced(at, 1);
  return left.length === 0 ? "" : `${left.join("\n")}\n`;
}

/** One line; what is empty is left out. */
export function renderEntry(entry: CatalogueEntry): string {
  const kept = Object.entries(entry).filter(
    ([, value]: readonly [string, unknown]) =>
      value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
  );
  return JSON.stringify(Object.fromEntries(kept));
}

const lineOf = (text: string, id: string): number | undefined => {
  const line = parseEntryLines(text).entries.find(({ entry }) => entry.id === id)?.line;
  return line === undefined ? undefined : line - 1;
};

const linesOf = (text: string): readonly string[] => {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  while (lines.at(-1)?.trim() === "") lines.pop();
  return lines;
};
