import { describe, expect, it } from "vitest";
import { headAndTail } from "./head-and-tail.ts";
import { toolOutput } from "./tool-output.ts";

describe("what a tool answered", () => {
  it.each<{ why: string; answer: unknown; text: string; exitCode?: number }>([
    { why: "a shell's streams", answer: { stdout: "a", stderr: "b", interrupted: false }, text: "a\nb" },
    { why: "bare text", answer: "a", text: "a" },
    { why: "JSON as text", answer: '{"exitCode": 2, "output": "a"}', text: "a", exitCode: 2 },
    { why: "text that only looks like JSON", answer: "{a", text: "{a" },
    {
      why: "parts of content",
      answer: { content: [{ type: "text", text: "a" }, { type: "image" }] },
      text: "a",
    },
    { why: "a list of parts", answer: [{ text: "a" }, { text: "b" }], text: "a\nb" },
    {
      why: "an exit code in words",
      answer: "Exit code 127\nsh: x: not found",
      text: "Exit code 127\nsh: x: not found",
      exitCode: 127,
    },
    { why: "an exit code that is none", answer: { exit_code: "one", stdout: "a" }, text: "a" },
    { why: "a status of the web, which is no exit code", answer: { status: 200, text: "a" }, text: "a" },
    { why: "nothing", answer: null, text: "" },
    { why: "a number", answer: 7, text: "" },
  ])("$why", ({ answer, text, exitCode }) => {
    expect(toolOutput(answer)).toEqual({ text, ...(exitCode === undefined ? {} : { exitCode }) });
  });

  it("of a long text only both ends are kept", () => {
    const { text } = toolOutput(`first${"x".repeat(2_000_000)}last`);
    expect(text.length).toBeLessThan(600_000);
    expect(text.startsWith("first")).toBe(true);
    expect(text.endsWith("last")).toBe(true);
  });

  it("no character is cut in half", () => {
    expect(headAndTail("😀".repeat(20), 5).isWellFormed()).toBe(true);
  });
});
