import { describe, expect, it } from "vitest";
import { detect } from "../core/signal/detect-signal.ts";
import { detectInChunks } from "./detect-in-chunks.ts";

const TRACE = `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: no such row\n`;

describe("detectInChunks", () => {
  it.each([
    { why: "nothing", text: "" },
    { why: "a short text", text: TRACE },
    {
      why: "a failure across two chunks",
      text: `${"ok, done\n".repeat(450)}${TRACE}${"ok, done\n".repeat(400)}`,
    },
    { why: "a failure at the end of a long log", text: `${"ok, done\n".repeat(20_000)}${TRACE}` },
    { why: "a long line without an end", text: `${"😀".repeat(30_000)} Error: it failed` },
    { why: "a person's words", text: `No, that is wrong. ${"It shows the old table. ".repeat(200)}` },
    { why: "a long log that ends well", text: `${TRACE.repeat(300)}\n12 passed, 0 failed\n` },
  ])("detects the same as without chunks: $why", async ({ text }) => {
    expect(await detectInChunks(text, {})).toEqual(detect(text));
  });

  it("lets other work run while it reads", async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    await detectInChunks("Error: it failed\n".repeat(5_000), { kind: "tool_output" });
    clearInterval(others);
    expect(turns).toBeGreaterThan(3);
  });
});
