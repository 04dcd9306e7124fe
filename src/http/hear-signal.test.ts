import { describe, expect, it } from "vitest";
import { detect } from "../core/signal/detect-signal.ts";
import { hearSignal } from "./hear-signal.ts";

const TRACE = `Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: no such row\n`;

describe("hearSignal", () => {
  it.each([
    { why: "nothing", text: "" },
    { why: "a short text", text: TRACE },
    {
      why: "a failure across two parts",
      text: `${"ok, done\n".repeat(450)}${TRACE}${"ok, done\n".repeat(400)}`,
    },
    { why: "a failure at the end of a long log", text: `${"ok, done\n".repeat(20_000)}${TRACE}` },
    { why: "a long line without an end", text: `${"😀".repeat(30_000)} Error: it failed` },
    { why: "a person's words", text: `No, that is wrong. ${"It shows the old table. ".repeat(200)}` },
    { why: "a long log that ends well", text: `${TRACE.repeat(300)}\n12 passed, 0 failed\n` },
  ])("hears in parts what it would hear at once: $why", async ({ text }) => {
    expect(await hearSignal(text, {})).toEqual(detect(text));
  });

  it("lets others have their turn while it reads", async () => {
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    await hearSignal("Error: it failed\n".repeat(5_000), { kind: "tool_output" });
    clearInterval(others);
    expect(turns).toBeGreaterThan(3);
  });
});
