import { describe, expect, it } from "vitest";
import { renderPromptDiff } from "./render-prompt-diff.ts";

describe("the diff of a prompt", () => {
  it("is empty when nothing changes", () => {
    expect(renderPromptDiff("a\nb", "a\nb")).toBe("");
  });

  it("shows lines added in the middle with their surroundings", () => {
    const before = ["1", "2", "3", "4", "5", "6", "7", "8"].join("\n");
    expect(renderPromptDiff(before, before.replace("5", "5\nnew"))).toMatchInlineSnapshot(`
      "--- prompt
      +++ refined prompt
      @@ -3,6 +3,7 @@
       3
       4
       5
      +new
       6
       7
       8
      "
    `);
  });

  it("starts from nothing", () => {
    expect(renderPromptDiff("", "a\n")).toBe("--- prompt\n+++ refined prompt\n@@ -0,0 +1,1 @@\n+a\n");
  });
});
