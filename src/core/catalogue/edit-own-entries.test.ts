import { describe, expect, it } from "vitest";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { dropEntry, putEntry } from "./edit-own-entries.ts";
import { parseEntryLines } from "./parse-entries.ts";

const entry = (id: string, rule = "Take colours from the palette."): CatalogueEntry =>
  parseEntryLines(JSON.stringify({ id, rule, comments: ["why hex?"] })).entries[0]!.entry;

describe("a file of entries", () => {
  it.each([
    { why: "nothing", text: "" },
    { why: "a broken line", text: "not JSON\n" },
    { why: "no line end, and blanks", text: '{"id":"a","rule":"b","comments":["c"]}\n\n \n{' },
    { why: "another's line ends", text: 'x\r\n{"id":"a","rule":"b","comments":["c"]}\r\n' },
  ])("with $why gets an entry at its end, and loses it again", ({ text }) => {
    const put = putEntry(text, entry("raw-colours"));
    expect(put.endsWith('"comments":["why hex?"]}\n')).toBe(true);
    expect(parseEntryLines(put).entries.map((each) => each.entry)).toContainEqual(entry("raw-colours"));
    expect(parseEntryLines(put).problems).toEqual(parseEntryLines(text).problems);
    expect(
      dropEntry(put, "raw-colours")
        .split(/\r?\n/)
        .filter((line) => line.trim() !== ""),
    ).toEqual(text.split(/\r?\n/).filter((line) => line.trim() !== ""));
  });

  it("changes one line where the entry is there", () => {
    const text = [entry("a"), entry("b"), entry("c")].reduce(putEntry, "");
    const changed = putEntry(text, entry("b", "Write it otherwise."));
    expect(changed.split("\n").map((line, at) => line === text.split("\n")[at])).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(putEntry(changed, entry("b", "Write it otherwise."))).toBe(changed);
    expect(dropEntry(text, "none")).toBe(text);
  });
});
