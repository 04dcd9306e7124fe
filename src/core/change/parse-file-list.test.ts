import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChangedFile } from "./changed-file.ts";
import { parseFileList } from "./parse-file-list.ts";
import { parseNameStatusZ } from "./parse-name-status-z.ts";

const modified = (path: string): ChangedFile => ({ path, status: "modified" });

describe("parseFileList", () => {
  it.each<{ why: string; text: string; files: readonly ChangedFile[] }>([
    { why: "one path a line", text: "a.ts\nsrc/b c.ts\n", files: [modified("a.ts"), modified("src/b c.ts")] },
    {
      why: "CRLF and blank lines",
      text: "a.ts\r\n\r\n  \r\nb.ts",
      files: [modified("a.ts"), modified("b.ts")],
    },
    { why: "a byte order mark", text: "\uFEFFa.ts\n", files: [modified("a.ts")] },
    { why: "the same path twice", text: "a.ts\na.ts\n", files: [modified("a.ts")] },
    { why: "git's quoting", text: '"gr\\303\\266\\303\\237e.txt"\n', files: [modified("größe.txt")] },
    { why: "a quote that never closes is part of the name", text: '"a.ts\n', files: [modified('"a.ts')] },
    {
      why: "names separated by NUL",
      text: "a.ts\0b\nc.ts\0",
      files: [modified("a.ts"), modified("b\nc.ts")],
    },
    {
      why: "statuses separated by NUL",
      text: "R087\0old.ts\0new.ts\0D\0gone.ts\0",
      files: [
        { path: "new.ts", previousPath: "old.ts", status: "renamed" },
        { path: "gone.ts", status: "deleted" },
      ],
    },
    {
      why: "a file named like a status",
      text: "M\0a.ts\0b.ts\0",
      files: [modified("M"), modified("a.ts"), modified("b.ts")],
    },
    {
      why: "status lines",
      text: "M\ta.ts\nA\tb.ts\nD\tc.ts\nR100\told d.ts\tnew d.ts\nC75\te.ts\tf.ts\nT\tg\n",
      files: [
        modified("a.ts"),
        { path: "b.ts", status: "added" },
        { path: "c.ts", status: "deleted" },
        { path: "new d.ts", previousPath: "old d.ts", status: "renamed" },
        { path: "f.ts", previousPath: "e.ts", status: "copied" },
        modified("g"),
      ],
    },
    { why: "a rename line cut short", text: "R100\told.ts", files: [modified("old.ts")] },
    {
      why: "quoted names in status lines",
      text: 'A\t"\\303\\251.ts"\n',
      files: [{ path: "é.ts", status: "added" }],
    },
    { why: "a status letter alone is a file's name", text: "M\n", files: [modified("M")] },
    { why: "nothing", text: "", files: [] },
  ])("reads $why", ({ text, files }) => {
    expect(parseFileList(text)).toEqual(files);
  });

  it("never throws, and never gives an empty path", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "M", "R", "\t", "\n", "\0", '"', "\\", "3", " ") }),
        (text) => {
          for (const file of [...parseFileList(text), ...parseNameStatusZ(text)])
            expect(file.path).not.toBe("");
        },
      ),
    );
  });
});

describe("parseNameStatusZ", () => {
  it.each<{ why: string; text: string; files: readonly ChangedFile[] }>([
    { why: "names that hold line breaks", text: "A\0a\nb\0", files: [{ path: "a\nb", status: "added" }] },
    { why: "no final NUL", text: "M\0a", files: [modified("a")] },
    { why: "stops where a rename lacks its second name", text: "M\0a\0R100\0b\0", files: [modified("a")] },
    { why: "stops where no status stands", text: "M\0a\0b\0c\0", files: [modified("a")] },
    { why: "nothing", text: "", files: [] },
  ])("$why", ({ text, files }) => {
    expect(parseNameStatusZ(text)).toEqual(files);
  });
});
