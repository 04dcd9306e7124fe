import { describe, expect, it } from "vitest";

import { vitest } from "./vitest.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";

type Row = readonly [why: string, text: string, says: readonly string[]];

const ROWS: readonly Row[] = [
  [
    "failed tests",
    " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 9 passed (10)",
    ["verification_failure proof"],
  ],
  ["all passed", " Test Files  3 passed (3)\n      Tests  9 passed | 1 skipped (10)", ["success proof"]],
  [
    "a file that cannot load",
    " Test Files  1 failed (2)\n      Tests  3 passed (3)",
    ["verification_failure proof", "success weak"],
  ],
  [
    "unhandled errors fail passing tests",
    "      Tests  3 passed (3)\n     Errors  1 error",
    ["success proof", "verification_failure proof"],
  ],
  ["only skipped", "      Tests  3 skipped (3)", ["success weak"]],
  ["no type errors", "Type Errors  no errors", []],
  ["a file's line", " ❯ src/sum.test.ts (3 tests | 1 failed) 12ms", ["verification_failure strong"]],
  ["a passing file's line", " ✓ src/fail.test.ts (3 tests) 5ms", ["success weak"]],
  [
    "a project's name before the file",
    " FAIL   unit  src/sum.test.ts > math > adds",
    ["verification_failure strong"],
  ],
  ["the failed section", "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯", ["verification_failure strong"]],
];

describe("vitest", () => {
  it.each(ROWS)("%s", (_why, text, says) => {
    expect(verdictsIn(vitest, text)).toEqual(says);
  });

  it("takes file, test and place", () => {
    const text = " FAIL  src/sum.test.ts > math > adds\n ❯ src/sum.test.ts:7:19\n";
    expect(factsIn(vitest, text)).toEqual({
      framework: "vitest",
      language: "javascript",
      file: "src/sum.test.ts",
      line: 7,
      failing_tests: ["src/sum.test.ts > math > adds"],
    });
  });
});
