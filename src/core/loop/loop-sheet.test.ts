import { describe, expect, it } from "vitest";
import { daysUpTo, mistakeName, shiftDay } from "./loop-sheet.ts";

describe("days of a sheet", () => {
  it("include both ends, over the ends of months and years", () => {
    expect(daysUpTo("2026-03-02", 7)).toEqual({ first: "2026-02-24", last: "2026-03-02" });
    expect(daysUpTo("2026-01-01", 1)).toEqual({ first: "2026-01-01", last: "2026-01-01" });
    expect(shiftDay("2024-12-31", 1)).toBe("2025-01-01");
  });
});

describe("the name of a mistake", () => {
  it.each([
    ["Close the file. Otherwise it leaks.", "Close the file."],
    ["- Use `defer` here", "Use `defer` here"],
    ["```ts\nconst a = 1\n```\nName the constant.", "const a = 1"],
    ["@@ -1 +1 @@\n-open()\n+close()\nClose the handle.", "Close the handle."],
    ["diff --git a/x b/x\nindex 0123456..789abcd\n--- a/x\n+++ b/x\n+a", ""],
  ])("%j", (text, name) => {
    expect(mistakeName([text])).toBe(name);
  });

  it("is the first text that has words", () => {
    expect(mistakeName([undefined, "+a\n-b", "Say which host failed."])).toBe("Say which host failed.");
    expect(mistakeName([])).toBe("");
    expect(mistakeName(["word ".repeat(40)]).length).toBeLessThanOrEqual(90);
  });
});
