import { describe, expect, it } from "vitest";
import { isSourceLine } from "./source-line.ts";

describe("isSourceLine", () => {
  it.each([
    ["a search hit", "src/pay.ts:12:  charge failed"],
    ["a numbered line", "   12\tcharge failed"],
    ["a line of a diff", "+charge failed"],
    ["a comment", "// charge failed"],
    ["a statement", 'throw new Error("charge failed");'],
    ["a call that goes on", '  log.error("charge failed",'],
    ["a condition", "if (status == 500) {"],
  ])("is true of %s", (_why, text) => {
    expect(isSourceLine(text)).toBe(true);
  });

  it.each([
    ["a command's complaint", "cat: basket: No such file or directory"],
    ["an error that quotes", "Error: Cannot find module 'basket'"],
    ["a sentence", "The process exited with code 1"],
    ["a log line", "2026-01-02 10:00:00 ERROR charge failed (basket 4)"],
    ["an error that shows its fields", "Error: closed {"],
  ])("is false of %s", (_why, text) => {
    expect(isSourceLine(text)).toBe(false);
  });
});
