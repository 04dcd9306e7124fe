import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectSignal } from "../../src/core/signal/detect-signal.ts";
import { SignalReader } from "../../src/core/signal/signal-reader.ts";
import { TOOLS } from "../../src/core/signal/tools/all-tools.ts";
import { triggersOf } from "../../src/core/signal/tools/triggers.ts";

const triggers = TOOLS.flatMap(triggersOf);
/** Text made of what the tools look for, so that fuzzing gets past their front doors. */
const suspicious = fc
  .array(
    fc.oneof(
      fc.constantFrom(...triggers),
      fc.constantFrom(
        "\n",
        " ",
        ": ",
        "1",
        "0 ",
        "12 ",
        "(",
        ")",
        "[",
        "]",
        "a.py",
        "src/a.ts:3:1",
        "\u001b[31m",
        "\r\n",
        "  at f (",
        "Error",
        "\t",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString("utf8"));
const hints = fc.record(
  {
    kind: fc.constantFrom("tool_output" as const, "user_message" as const),
    exit_code: fc.integer({ min: -1, max: 255 }),
  },
  { requiredKeys: [] },
);

describe("001.3 whatever the text", () => {
  it("nothing throws, and evidence is within the text", () => {
    fc.assert(
      fc.property(fc.oneof(suspicious, bytes, fc.string({ unit: "binary" })), hints, (text, given) => {
        const signal = detectSignal(text, given);
        for (const { start, end } of signal?.evidence ?? []) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        expect(signal === null || (signal.confidence > 0 && signal.confidence < 1)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it("a text read in parts gives the same signal as the whole", () => {
    fc.assert(
      fc.property(suspicious, fc.integer({ min: 1, max: 40 }), hints, (text, size, given) => {
        const reader = new SignalReader(given);
        for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
        expect(reader.end()).toEqual(detectSignal(text, given));
      }),
      { numRuns: 500 },
    );
  });

  it("detects one failure in the middle of a long harmless log", () => {
    const harmless = Array.from(
      { length: 30_000 },
      (_, n) => `2026-11-15T08:00:00Z INFO worker ${n}: job ${n * 7} done in ${n % 90} ms`,
    );
    const log = [
      ...harmless.slice(0, 20_000),
      "FAILED tests/test_cart.py::test_total - assert 41 == 42",
      ...harmless.slice(20_000),
    ].join("\n");
    const signal = detectSignal(log);
    expect(signal).toMatchObject({
      type: "verification_failure",
      facts: { failing_tests: ["tests/test_cart.py::test_total"] },
    });
    const [evidence] = signal!.evidence;
    expect(log.slice(evidence!.start, evidence!.end)).toContain("test_total");
    expect(detectSignal(harmless.join("\n"))).toBeNull();
  });
});
