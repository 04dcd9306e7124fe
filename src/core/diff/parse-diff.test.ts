import { describe, expect, it } from "vitest";
import { changedLines, parseDiff } from "./parse-diff.ts";

describe("parseDiff", () => {
  it("18.x keeps the hunks of each file with their lines and starts", () => {
    const diff = [
      "diff --git a/x.ts b/x.ts",
      "--- a/x.ts",
      "+++ b/x.ts",
      "@@ -1,2 +1,2 @@ function",
      " same",
      "-old",
      "\\ No newline at end of file",
      "+new",
      "@@ -20,0 +21 @@",
      "+more",
    ].join("\n");
    expect(parseDiff(diff)).toMatchObject([
      {
        path: "x.ts",
        status: "modified",
        hunks: [
          { oldStarts: [1], newStart: 1, newCount: 2, lines: [" same", "-old", "+new"] },
          { oldStarts: [20], newStart: 21, newCount: 1, lines: ["+more"] },
        ],
      },
    ]);
  });

  it("18.x parses a hunk without a file, as editors and comments show it", () => {
    expect(parseDiff("@@ -3 +3 @@\n-a\n+b\n")).toMatchObject([
      { path: "", hunks: [{ lines: ["-a", "+b"] }] },
    ]);
  });

  it("18.x counts content off, so that content which looks like a header is content", () => {
    expect(changedLines("@@ -1,2 +1,2 @@\n--- drop\n+++ keep\n same\n")).toEqual(["--- drop", "+++ keep"]);
  });
});
