import { describe, expect, it } from "vitest";
import { importsAgentsFile, renderFileDiff } from "./planned-file.ts";

describe("importsAgentsFile", () => {
  it.each([
    { why: "on a line of its own", text: "@AGENTS.md\n", imports: true },
    { why: "after a byte order mark", text: "\uFEFF@AGENTS.md", imports: true },
    { why: "in a sentence", text: "# A\r\n\r\nSee @./AGENTS.md.\r\n", imports: true },
    { why: "another folder's", text: "@docs/AGENTS.md\n", imports: false },
    { why: "another file", text: "@AGENTS.md.bak and @AGENTS.md/x\n", imports: false },
    { why: "as code", text: "`@AGENTS.md`\n", imports: false },
    { why: "in a fence", text: "```\n@AGENTS.md\n```\n", imports: false },
    { why: "only its name", text: "AGENTS.md\n", imports: false },
  ])("$why: $imports", ({ text, imports }) => {
    expect(importsAgentsFile(text)).toBe(imports);
  });
});

describe("renderFileDiff", () => {
  it.each([
    {
      why: "a new file",
      before: null,
      after: "a\n",
      diff: "--- /dev/null\n+++ b/AGENTS.md\n@@ -0,0 +1,1 @@\n+a\n",
    },
    {
      why: "a changed one",
      before: "a\nb\n",
      after: "a\nc\n",
      diff: "--- a/AGENTS.md\n+++ b/AGENTS.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
    },
    {
      why: "one that goes",
      before: "a\n",
      after: null,
      diff: "--- a/AGENTS.md\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n",
    },
    { why: "no change", before: "a\n", after: "a\n", diff: "" },
  ])("$why", ({ before, after, diff }) => {
    expect(renderFileDiff({ path: "AGENTS.md", before, after })).toBe(diff);
  });
});
