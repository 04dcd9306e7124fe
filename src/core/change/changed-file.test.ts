import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { type ChangedFile, changedFiles } from "./changed-file.ts";

const rows: readonly { why: string; diff: readonly string[]; files: readonly ChangedFile[] }[] = [
  {
    why: "an edit",
    diff: [
      "diff --git a/src/x.ts b/src/x.ts",
      "index 1..2 100644",
      "--- a/src/x.ts",
      "+++ b/src/x.ts",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: "src/x.ts", status: "modified" }],
  },
  {
    why: "a new file, where one side is /dev/null",
    diff: [
      "diff --git a/new.txt b/new.txt",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/new.txt",
      "@@ -0,0 +1 @@",
      "+x",
    ],
    files: [{ path: "new.txt", status: "added" }],
  },
  {
    why: "an empty new file has no file lines at all",
    diff: ["diff --git a/empty file b/empty file", "new file mode 100644", "index 0000000..e69de29"],
    files: [{ path: "empty file", status: "added" }],
  },
  {
    why: "a deleted file",
    diff: [
      "diff --git a/gone.ts b/gone.ts",
      "deleted file mode 100644",
      "--- a/gone.ts",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-x",
    ],
    files: [{ path: "gone.ts", status: "deleted" }],
  },
  {
    why: "a rename without edits, with spaces on both sides",
    diff: [
      "diff --git a/old name.ts b/new name.ts",
      "similarity index 100%",
      "rename from old name.ts",
      "rename to new name.ts",
    ],
    files: [{ path: "new name.ts", previousPath: "old name.ts", status: "renamed" }],
  },
  {
    why: "a rename with edits takes its names from the rename lines",
    diff: [
      "diff --git a/lib/a.ts b/src/a.ts",
      "similarity index 90%",
      "rename from lib/a.ts",
      "rename to src/a.ts",
      "--- a/lib/a.ts",
      "+++ b/src/a.ts",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: "src/a.ts", previousPath: "lib/a.ts", status: "renamed" }],
  },
  {
    why: "a copy",
    diff: ["diff --git a/a.ts b/b.ts", "similarity index 100%", "copy from a.ts", "copy to b.ts"],
    files: [{ path: "b.ts", previousPath: "a.ts", status: "copied" }],
  },
  {
    why: "a binary change",
    diff: [
      "diff --git a/logo.png b/logo.png",
      "index 1..2 100644",
      "Binary files a/logo.png and b/logo.png differ",
    ],
    files: [{ path: "logo.png", status: "modified" }],
  },
  {
    why: "a binary patch",
    diff: [
      "diff --git a/logo.png b/logo.png",
      "index 1..2 100644",
      "GIT binary patch",
      "literal 3",
      "Kc${Nk",
      "",
      "literal 0",
      "HcmV?d00001",
      "",
    ],
    files: [{ path: "logo.png", status: "modified" }],
  },
  {
    why: "octal escapes are UTF-8 bytes",
    diff: [
      'diff --git "a/gr\\303\\266\\303\\237e.txt" "b/gr\\303\\266\\303\\237e.txt"',
      "old mode 100644",
      "new mode 100755",
    ],
    files: [{ path: "größe.txt", status: "modified" }],
  },
  {
    why: "escaped quotes, tabs and backslashes",
    diff: [
      'diff --git "a/a\\"b\\tc\\\\d" "b/a\\"b\\tc\\\\d"',
      '--- "a/a\\"b\\tc\\\\d"',
      '+++ "b/a\\"b\\tc\\\\d"',
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: 'a"b\tc\\d', status: "modified" }],
  },
  {
    why: "a quoted rename",
    diff: [
      'diff --git a/plain.txt "b/\\303\\251.txt"',
      "similarity index 100%",
      "rename from plain.txt",
      'rename to "\\303\\251.txt"',
    ],
    files: [{ path: "é.txt", previousPath: "plain.txt", status: "renamed" }],
  },
  {
    why: "git ends a name with spaces by a tab",
    diff: ["diff --git a/a b.txt b/a b.txt", "--- a/a b.txt\t", "+++ b/a b.txt\t", "@@ -1 +1 @@", "-a", "+b"],
    files: [{ path: "a b.txt", status: "modified" }],
  },
  {
    why: "no prefix, in a folder that is named like one",
    diff: ["diff --git a/x.ts a/x.ts", "--- a/x.ts", "+++ a/x.ts", "@@ -1 +1 @@", "-a", "+b"],
    files: [{ path: "a/x.ts", status: "modified" }],
  },
  {
    why: "a file added without prefix, in a folder named b",
    diff: [
      "diff --git b/x.ts b/x.ts",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/x.ts",
      "@@ -0,0 +1 @@",
      "+b",
    ],
    files: [{ path: "b/x.ts", status: "added" }],
  },
  {
    why: "content that looks like headers is counted off by the hunk",
    diff: [
      "diff --git a/x.sql b/x.sql",
      "--- a/x.sql",
      "+++ b/x.sql",
      "@@ -1,2 +1,2 @@",
      "--- drop the table",
      "-diff --git a/fake b/fake",
      "+++ b/fake.sql",
      "+@@ -1 +1 @@",
      "diff --git a/y b/y",
      "old mode 100644",
      "new mode 100755",
    ],
    files: [
      { path: "x.sql", status: "modified" },
      { path: "y", status: "modified" },
    ],
  },
  {
    why: "a hunk that promises too many lines does not hide the next file",
    diff: [
      "diff --git a/x b/x",
      "--- a/x",
      "+++ b/x",
      "@@ -1,90 +1,90 @@",
      "-a",
      "+b",
      "diff --git a/y b/y",
      "old mode 100644",
      "new mode 100755",
    ],
    files: [
      { path: "x", status: "modified" },
      { path: "y", status: "modified" },
    ],
  },
  {
    why: "the no-newline mark is not a line of the file",
    diff: [
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-a",
      "\\ No newline at end of file",
      "+b",
      "\\ No newline at end of file",
      "--- a/y",
      "+++ b/y",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [
      { path: "x", status: "modified" },
      { path: "y", status: "modified" },
    ],
  },
  {
    why: "an empty context line whose blank was trimmed",
    diff: [
      "--- a/x",
      "+++ b/x",
      "@@ -1,3 +1,3 @@",
      "",
      "--- gone",
      "+++ here",
      " z",
      "--- a/y",
      "+++ b/y",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [
      { path: "x", status: "modified" },
      { path: "y", status: "modified" },
    ],
  },
  {
    why: "a plain diff with timestamps",
    diff: [
      "--- src/x.c\t2026-01-02 03:04:05.000 +0000",
      "+++ src/x.c\t2026-01-02 03:04:06.000 +0000",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: "src/x.c", status: "modified" }],
  },
  {
    why: "a plain recursive diff names two trees",
    diff: [
      "diff -ru old/src/x.c new/src/x.c",
      "--- old/src/x.c\t2026-01-02",
      "+++ new/src/x.c\t2026-01-02",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: "src/x.c", status: "modified" }],
  },
  {
    why: "`diff -N` marks a missing side by the epoch",
    diff: [
      "--- old/x.c\t1970-01-01 00:00:00.000 +0000",
      "+++ new/x.c\t2026-01-02 00:00:00.000 +0000",
      "@@ -0,0 +1 @@",
      "+b",
    ],
    files: [{ path: "x.c", status: "added" }],
  },
  {
    why: "a backup against its original keeps the new name",
    diff: ["--- a/x.c.orig", "+++ b/x.c", "@@ -1 +1 @@", "-a", "+b"],
    files: [{ path: "x.c", status: "modified" }],
  },
  {
    why: "a plain deletion",
    diff: ["--- a/x.c", "+++ /dev/null", "@@ -1 +0,0 @@", "-b"],
    files: [{ path: "x.c", status: "deleted" }],
  },
  {
    why: "a merge shows one column for each parent",
    diff: [
      "diff --cc src/m.ts",
      "index 1,2..3",
      "--- a/src/m.ts",
      "+++ b/src/m.ts",
      "@@@ -1,2 -1,2 +1,2 @@@",
      "  same",
      "- ours",
      " -theirs",
      "++both",
      "diff --git a/y b/y",
      "old mode 100644",
      "new mode 100755",
    ],
    files: [
      { path: "src/m.ts", status: "modified" },
      { path: "y", status: "modified" },
    ],
  },
  {
    why: "a mailed patch has prose around the diff",
    diff: [
      "From 1 Mon Sep 17 00:00:00 2001",
      "Subject: --- x",
      "",
      "--- not a file",
      "",
      "---",
      " x | 2 +-",
      "",
      "diff --git a/x b/x",
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "-- ",
      "2.39.5",
    ],
    files: [{ path: "x", status: "modified" }],
  },
  {
    why: "one file in two commits is listed once, and stays added",
    diff: [
      "diff --git a/x b/x",
      "new file mode 100644",
      "--- /dev/null",
      "+++ b/x",
      "@@ -0,0 +1 @@",
      "+a",
      "diff --git a/x b/x",
      "--- a/x",
      "+++ b/x",
      "@@ -1 +1 @@",
      "-a",
      "+b",
    ],
    files: [{ path: "x", status: "added" }],
  },
  { why: "prose is no diff", diff: ["Please look at --- this", "+++ and that"], files: [] },
  { why: "nothing", diff: [], files: [] },
];

describe("changedFiles", () => {
  it.each(rows)("reads $why", ({ diff, files }) => {
    expect(changedFiles(`${diff.join("\n")}\n`)).toEqual(files);
  });

  it.each(rows)("reads with CRLF line ends: $why", ({ diff, files }) => {
    expect(changedFiles(diff.join("\r\n"))).toEqual(files);
  });

  it("never throws, and never gives an empty path", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "diff --git ",
        "diff --git a/x b/x",
        "--- ",
        "+++ ",
        "--- a/x",
        "+++ b/x",
        "@@ -1 +1 @@",
        "@@@@ -1",
        "rename from ",
        "rename to x",
        'diff --git "a/\\',
        "diff --cc ",
        "\\",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        for (const file of changedFiles(lines.join("\n"))) expect(file.path).not.toBe("");
      }),
    );
  });

  it("takes time in proportion to the input", () => {
    const hostile = [
      `diff --git ${" ".repeat(200_000)}`,
      `diff --git ${"a/ b/".repeat(40_000)}`,
      `${"@".repeat(200_000)} -1`,
      `--- ${'"\\'.repeat(100_000)}`,
      ...Array.from({ length: 50_000 }, () => "@@@ -1,9 -1,9 +1,9 @@@"),
    ];
    const started = cpuMs();
    changedFiles(hostile.join("\n"));
    changedFiles(
      `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,999999 +1,999999 @@\n${"-a\n+b\n".repeat(500_000)}`,
    );
    expect(cpuMs() - started).toBeLessThan(5_000);
  });
});
