import { describe, expect, it } from "vitest";
import { changedFiles } from "../change/changed-file.ts";
import { rightSideLines } from "./render-finding.ts";

const spansOf = (lines: readonly string[]): unknown => Object.fromEntries(rightSideLines(lines.join("\n")));

describe("rightSideLines", () => {
  it.each([
    {
      why: "context and added lines count, removed ones do not",
      diff: [
        "diff --git a/x.ts b/x.ts",
        "--- a/x.ts",
        "+++ b/x.ts",
        "@@ -1,3 +1,3 @@",
        " a",
        "-b",
        "+c",
        " d",
      ],
      spans: { "x.ts": [{ start: 1, end: 3 }] },
    },
    {
      why: "each hunk is a span of its own",
      diff: ["--- a/x.ts", "+++ b/x.ts", "@@ -1 +1 @@", "-a", "+b", "@@ -20,0 +21,2 @@", "+c", "+d"],
      spans: {
        "x.ts": [
          { start: 1, end: 1 },
          { start: 21, end: 22 },
        ],
      },
    },
    {
      why: "a hunk that only takes out shows nothing",
      diff: ["--- a/x.ts", "+++ b/x.ts", "@@ -3,2 +2,0 @@", "-a", "-b"],
      spans: {},
    },
    {
      why: "a deleted file has no right side",
      diff: [
        "diff --git a/x b/x",
        "deleted file mode 100644",
        "--- a/x",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-a",
      ],
      spans: {},
    },
    {
      why: "a new file has only that",
      diff: [
        "diff --git a/x b/x",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/x",
        "@@ -0,0 +1,2 @@",
        "+a",
        "+b",
      ],
      spans: { x: [{ start: 1, end: 2 }] },
    },
    {
      why: "a renamed file is known by its new name",
      diff: [
        "diff --git a/old/x.ts b/new/x.ts",
        "rename from old/x.ts",
        "rename to new/x.ts",
        "--- a/old/x.ts",
        "+++ b/new/x.ts",
        "@@ -4 +4 @@",
        "-a",
        "+b",
      ],
      spans: { "new/x.ts": [{ start: 4, end: 4 }] },
    },
    {
      why: "content that looks like headers is content",
      diff: ["--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", "--- a/y", "-q", "+++ b/y", "+@@ -1 +99 @@"],
      spans: { x: [{ start: 1, end: 2 }] },
    },
    {
      why: "the lines of a merge's diff have several sides",
      diff: ["diff --cc x", "--- a/x", "+++ b/x", "@@@ -1,1 -1,1 +1,1 @@@", "- a", " -b", "++c"],
      spans: {},
    },
    { why: "no diff, no lines", diff: ["hello", "@@ -1 +1 @@", "+x"], spans: {} },
  ])("$why", ({ diff, spans }) => {
    expect(spansOf(diff)).toEqual(spans);
  });

  it.each([
    { why: "no prefixes", names: ["src/x.ts", "src/x.ts"], header: "src/x.ts src/x.ts" },
    { why: "other prefixes", names: ["old/src/x.ts", "new/src/x.ts"], header: "old/src/x.ts new/src/x.ts" },
    {
      why: "quoted names",
      names: ['"a/\\303\\244.ts"', '"b/\\303\\244.ts"'],
      header: '"a/\\303\\244.ts" "b/\\303\\244.ts"',
    },
    { why: "a name with a space", names: ["a/my file\t", "b/my file\t"], header: "a/my file b/my file" },
  ])("names files as changedFiles does: $why", ({ names, header }) => {
    const diff = [
      `diff --git ${header}`,
      `--- ${names[0]}`,
      `+++ ${names[1]}`,
      "@@ -1 +1 @@",
      "-a",
      "+b",
      "",
    ].join("\n");
    expect([...rightSideLines(diff).keys()]).toEqual(changedFiles(diff).map(({ path }) => path));
  });
});
