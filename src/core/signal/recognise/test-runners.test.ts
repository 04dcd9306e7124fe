import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { observeText } from "../../../../test/observe-text.ts";
import { TEST_RUNNERS } from "./test-runners.ts";

const FRAGMENTS = [
  "FAILED ",
  "ERROR ",
  "a.py::",
  " - ",
  "tests",
  "1 failed",
  ", ",
  "0 passed",
  "(",
  ")",
  "[",
  "]",
  "●",
  " › ",
  "✕ ",
  "expected: ",
  "<",
  "> but was: <",
  " ... ",
  "FAIL",
  "\t",
  "        ",
  "____",
  "====",
  "E   ",
  "assert ",
  " == ",
  ".test.ts",
  ":1:2",
  "got ",
  "want ",
  "//a:b",
  "| ",
  "Expected ",
  " to equal ",
  "\n",
  "1",
  "x",
  ".",
];

describe("all recognisers of test runners", () => {
  it("have names of their own and lower-case triggers", () => {
    expect(new Set(TEST_RUNNERS.map(({ name }) => name)).size).toBe(TEST_RUNNERS.length);
    for (const { triggers } of TEST_RUNNERS) {
      for (const trigger of triggers) expect(trigger).toBe(trigger.toLowerCase());
    }
  });

  it("read any mixture of fragments, with every span inside the text and every fact bounded", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 200 }), (parts) => {
        const text = parts.join("");
        for (const { start, end, facts } of observeText(TEST_RUNNERS, text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          for (const value of Object.values(facts ?? {}).flat())
            expect(String(value).length).toBeLessThanOrEqual(300);
        }
      }),
    );
  });

  it("stay linear on repeated hostile fragments", () => {
    for (const fragment of FRAGMENTS) {
      const started = performance.now();
      observeText(TEST_RUNNERS, `FAILED ${fragment.repeat(Math.ceil(20_000 / fragment.length))}`);
      expect(performance.now() - started).toBeLessThan(1_000);
    }
  });

  it.each([
    [
      "a listing",
      "-rw-r--r-- 1 me me 120 Jan 1 10:00 test_failed.py\n-rw-r--r-- 1 me me 90 Jan 1 10:00 errors.test.ts",
    ],
    [
      "source of a test",
      'describe("errors", () => {\n  it("fails", () => {\n    expect(run()).toBe(false);\n  });\n});',
    ],
    [
      "source of a Python test",
      "def test_failed():\n    with pytest.raises(AssertionError):\n        assert 1 == 2",
    ],
    ["a search through code", 'src/a.go:12:\tt.Errorf("got %v, want %v", got, want)'],
    ["a request", "Please write a failing test for the login, then fix it so that all tests pass."],
    ["a plan", "- [ ] 1) run the tests\n- [ ] 2) fix what failed"],
    [
      "a document about output",
      "When a test fails you see FAIL and its name; expected and actual are shown below it.",
    ],
  ])("hear no failure in %s", (_why, text) => {
    expect(observeText(TEST_RUNNERS, text).filter(({ says }) => says !== "success")).toEqual([]);
  });
});
