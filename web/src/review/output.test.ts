import { describe, expect, it } from "vitest";
import { editedOutput, linesChanged, readOutput } from "./output.ts";

const DIFF = "--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n one\n+two\n";

describe("the output of an agent", () => {
  it("18.2 is edited by its hunks if it is a diff", () => {
    const output = readOutput({ output: DIFF, format: "diff" });
    expect(output.kind).toBe("diff");
    expect(editedOutput(output, { 0: "one\nTWO" })).toBe("--- a/x\n+++ b/x\n@@ -1,1 +1,2 @@\n one\n+TWO\n");
    expect(linesChanged(output, { 0: "one\nTWO" })).toBe(1);
    expect(linesChanged(output, {})).toBe(0);
  });

  it("18.2 is edited as a whole if it is text, or a diff without hunks", () => {
    const output = readOutput({ output: "no diff at all", format: "diff" });
    expect(output).toEqual({ kind: "whole", text: "no diff at all", isMarkdown: false });
    expect(editedOutput(output, { 0: "better" })).toBe("better");
    expect(linesChanged(readOutput({ output: "a\r\nb", format: "text" }), { 0: "a\nc" })).toBe(1);
  });
});
