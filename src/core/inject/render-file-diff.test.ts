import { describe, expect, it } from "vitest";
import { renderFileDiff } from "./render-file-diff.ts";

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
