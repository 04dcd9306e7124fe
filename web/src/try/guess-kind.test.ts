import { describe, expect, it } from "vitest";
import { guessKind } from "./guess-kind.ts";

describe("guessKind", () => {
  it.each([
    { why: "a stack", text: "TypeError: x is not a function\n    at run (a.js:3:1)", kind: "log" },
    { why: "a summary of tests", text: "3 passed, 1 failed", kind: "log" },
    { why: "many lines", text: "a\n".repeat(20), kind: "log" },
    { why: "a fenced answer", text: '```json\n{"findings": []}\n```', kind: "review" },
    { why: "an answer cut off", text: '{"schema_version": "1.0", "find', kind: "review" },
    { why: "a sentence", text: "Close the file before you return.", kind: "comment" },
    { why: "words about errors", text: "The error handling is fine, but rename it.", kind: "comment" },
    { why: "nothing", text: "", kind: "comment" },
  ])("takes $why for a $kind", ({ text, kind }) => {
    expect(guessKind(text)).toBe(kind);
  });
});
