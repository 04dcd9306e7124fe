import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine } from "./structure-reader.ts";

describe("a cleaned line", () => {
  it.each([
    ["colours", "\u001b[31mFAIL\u001b[0m src/a.test.ts", "FAIL src/a.test.ts"],
    ["a carriage return at the end", "1 failed\r", "1 failed"],
    ["a progress line written over", "10 %\r100 %\rdone", "done"],
    ["a CI service's stamp", "2026-11-15T08:00:01.1234567Z error: x", "error: x"],
    [
      "a task's stamp and level",
      "[task 2026-11-15T08:00:01.123Z] 08:00:01     INFO -  TEST-PASS | a",
      "TEST-PASS | a",
    ],
    ["a container's name", "web_1  | Error: x", "Error: x"],
    ["a syslog stamp", "Nov 15 08:00:01 kernel: oops", "kernel: oops"],
    ["a database's stamp and process", "2026-11-15 10:20:11.482 UTC [913] ERROR:  x", "ERROR:  x"],
    ["a build step's number", "#12 3.456 error: x", "error: x"],
    ["nothing to take off", "error: x", "error: x"],
  ])("loses %s", (_what, raw, text) => {
    expect(cleanLine(raw, 0).text).toBe(text);
  });

  it("still knows where each character stood", () => {
    const raw = "2026-11-15T08:00:01Z \u001b[1mFAIL\u001b[0m a";
    const line = cleanLine(raw, 100);
    const at = line.text.indexOf("FAIL");
    expect(raw.slice(line.offsetOf(at) - 100, line.offsetOf(at + 4) - 100)).toContain("FAIL");
  });

  it("offsets never leave the line and never go back", () => {
    const raw = fc.string({
      unit: fc.constantFrom(
        "a",
        "1",
        ":",
        "-",
        "\u001b[0m",
        "\u001b",
        "\r",
        " ",
        "2026-11-15T08:00:01Z",
        "\u001b]0;t\u0007",
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(raw, (text) => {
        const line = cleanLine(text, 7);
        let before = 7;
        for (let column = 0; column <= line.text.length; column += 1) {
          const offset = line.offsetOf(column);
          expect(offset).toBeGreaterThanOrEqual(before);
          expect(offset).toBeLessThanOrEqual(7 + text.length);
          before = offset;
        }
      }),
    );
  });
});
