import { describe, expect, test } from "vitest";
import { withoutBotFrame } from "./read-remarks.ts";

describe("the words of a review bot", () => {
  test("16.1 are read without folded parts, labels and bold marks", () => {
    const text =
      "**⚠️ Potential issue:** The **retry loop** never stops.\n<details><summary>Prompt for agents</summary>In retry.py, fix it.</details>\n<!-- id 7 -->";
    expect(withoutBotFrame(text)).toBe("The retry loop never stops.");
  });

  test("16.1 a person's words stay as they are", () => {
    for (const text of [
      "Use `__init__` here.",
      "a < b, and c > d",
      "note that 2 * 3 * 4 is 24",
      "See [docs](x).",
    ])
      expect(withoutBotFrame(text)).toBe(text);
  });
});
