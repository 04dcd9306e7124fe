import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { detectSignal } from "./detect-signal.ts";
import type { SignalHints, SignalType } from "./signal.ts";

const heard = (text: string, hints: SignalHints = {}): SignalType | null =>
  detectSignal(text, hints)?.type ?? null;

describe("001.1 the examples the design names", () => {
  it.each([
    "0 failed, 12 passed",
    "no problem, looks great",
    "error handling is good",
    "test_failed_login PASSED",
    "no errors",
    "0 errors, 0 warnings",
  ])("%s is no failure, with or without a hint", (text) => {
    expect([
      heard(text),
      heard(text, { kind: "tool_output" }),
      heard(text, { kind: "user_message" }),
    ]).toEqual([null, null, null]);
  });

  it.each<[string, SignalType]>([
    ["AssertionError: 1 != 2", "verification_failure"],
    ["thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds", "runtime_error"],
    ["Process exited with exit code 127", "runtime_error"],
    ["Works, but the footer is missing", "partial_success"],
    ["That’s not what I asked for, it doesn’t work", "user_rejection"],
  ])("%s is %s", (text, type) => {
    expect(heard(text)).toBe(type);
  });
});

describe("001.2 structure outranks words", () => {
  const rows: readonly [why: string, text: string, hints: SignalHints, type: SignalType | null][] = [
    [
      "a summary without failures settles it",
      "ERROR in log of a passing test\n==== 12 passed in 0.10s ====",
      {},
      null,
    ],
    [
      "a summary with failures settles it",
      "all good so far\n==== 1 failed, 11 passed in 0.10s ====",
      {},
      "verification_failure",
    ],
    [
      "a trace printed by a failing test is the test's",
      'Traceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: x\n==== 1 failed in 0.10s ====',
      {},
      "verification_failure",
    ],
    [
      "an exit code speaks where the text is silent",
      "done",
      { kind: "tool_output", exit_code: 2 },
      "runtime_error",
    ],
    [
      "exit code 0 outranks words of failure",
      "ERROR could not warm the cache",
      { kind: "tool_output", exit_code: 0 },
      null,
    ],
    [
      "exit code 0 outranks a failing summary, whose failures were tolerated",
      "Tests:       1 failed, 4 passed, 5 total",
      { exit_code: 0 },
      null,
    ],
    [
      "pasted output decides inside a complaint",
      "no, I still get\n\nsrc/a.ts(3,13): error TS7006: Parameter 'y' implicitly has an 'any' type.",
      { kind: "user_message" },
      "verification_failure",
    ],
    [
      "progress with an error is progress",
      "Great, it deploys now, but the list page throws\n\nTypeError: x is undefined\n    at list (src/list.ts:3:1)",
      { kind: "user_message" },
      "partial_success",
    ],
    ["nothing is no failure", "", {}, null],
    ["blank is no failure", " \n\t ", {}, null],
  ];
  it.each(rows)("%s", (_why, text, hints, type) => {
    expect(heard(text, hints)).toBe(type);
  });
});

describe("001.3 an answer says where it comes from", () => {
  it("gives type, confidence, evidence in place and facts", () => {
    const text =
      "\u001b[31mFAILED\u001b[0m tests/test_cart.py::test_total - assert 41 == 42\r\n==== 1 failed, 3 passed in 0.12s ====\r\n";
    const signal = detectSignal(text)!;
    expect(signal.type).toBe("verification_failure");
    expect(signal.confidence).toBeGreaterThan(0.8);
    expect(signal.facts).toMatchObject({
      framework: "pytest",
      failing_tests: ["tests/test_cart.py::test_total"],
    });
    expect(signal.evidence.map(({ start, end }) => text.slice(start, end)).join("\n")).toContain(
      "1 failed, 3 passed",
    );
  });

  it("a named test, a stated error and a retry make it surer", () => {
    const confidence = (text: string, hints: SignalHints = {}): number =>
      detectSignal(text, hints)?.confidence ?? 0;
    expect(confidence("FAILED tests/a.py::test_x - boom\n1 failed in 0.1s")).toBeGreaterThan(
      confidence("1 failed in 0.1s"),
    );
    expect(confidence("That is wrong, try again.")).toBeGreaterThanOrEqual(confidence("That is wrong."));
  });
});

describe("17.2 a long log with few lines alike", () => {
  const word = (n: number): string =>
    ["cart", "order", "invoice", "ledger", "parcel", "token", "widget"][n % 7]!;
  const passing = (n: number): string =>
    `src/${word(n)}/${word(n * 3)}-${n}.ts: Tests run: ${1 + (n % 9)}, Failures: 0, Errors: 0 for ${word(n * 5)}`;
  const lines = Array.from({ length: 3_000 }, (_, n) => passing(n));

  it("hears one failing summary among passing ones of the same form", () => {
    const failing = lines.with(1_500, passing(1_500).replace("Failures: 0", "Failures: 2"));
    expect([heard(lines.join("\n")), heard(failing.join("\n"))]).toEqual([null, "verification_failure"]);
  });

  it("knows where lines that were passed over stand: what failed last is not made good by what passed before", () => {
    const errors = Array.from({ length: 2_000 }, (_, n) => `Error: cannot open ${word(n)}-${n}`);
    const passed = "==== 12 passed in 0.10s ====";
    const noise = Array.from(
      { length: 600 },
      (_, n) => `copied ${word(n)} ${n} to the store of ${word(n * 3)}`,
    );
    expect(heard([...errors, passed, ...noise].join("\n"))).toBeNull();
    expect(heard([...errors, passed, ...errors, ...noise].join("\n"))).toBe("runtime_error");
  });
});

it("17.2 reads a long text without a zero in one pass", () => {
  const text = (lines: number): string => "worker: order shipped with errors and failures\n".repeat(lines);
  const took = (lines: number): number => {
    const given = text(lines);
    const start = cpuMs();
    detectSignal(given);
    return cpuMs() - start;
  };
  took(20_000);
  // Sixteen times the text took 256 times as long when each line was searched to the end of the text.
  expect(took(160_000)).toBeLessThan(60 * Math.max(5, took(10_000)));
});
