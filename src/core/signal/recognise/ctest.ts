import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

/** CTest and GoogleTest. */
export const ctest: Recogniser = testRules(
  "ctest",
  [
    "tests passed",
    "failed",
    "***",
    "passed  ]",
    "  ok ]",
    "errors while running ctest",
    ": failure",
    "test #",
  ],
  [
    { pattern: /^\d{1,3}% tests passed, [1-9]\d{0,6} tests? failed out of \d{1,7}/, weight: "proof" },
    { pattern: /^100% tests passed, 0 tests failed out of [1-9]/, says: "success", weight: "proof" },
    { pattern: /^The following tests FAILED:$/ },
    {
      pattern:
        /^\s{1,12}\d{1,7} - (?<test>\S.{0,250}) \((?:Failed|SEGFAULT|Timeout|Not Run|ILLEGAL|Subprocess aborted|OTHER_FAULT|Exit code.{0,40})\)/,
    },
    {
      pattern:
        /^\s{0,8}\d{1,7}\/\d{1,7} Test {1,6}#\d{1,7}: (?<test>\S.{0,200}?) ?\.{2,200} ?\*\*\*(?:Failed|Exception|Timeout|Not Run|Skipped with error)/,
    },
    {
      pattern: /^\s{0,8}\d{1,7}\/\d{1,7} Test {1,6}#\d{1,7}: \S.{0,200}? ?\.{2,200} {0,6}Passed\b/,
      says: "success",
      weight: "weak",
    },
    { pattern: /^Errors while running CTest$/, weight: "proof" },
    { pattern: /^\[ {2}FAILED {2}\] [1-9]\d{0,6} tests?, listed below:$/, weight: "proof" },
    { pattern: /^\s{0,2}[1-9]\d{0,6} FAILED TESTS?$/, weight: "proof" },
    { pattern: /^\[ {2}FAILED {2}\] (?<test>\S{1,300})/ },
    { pattern: /^\[ {2}PASSED {2}\] [1-9]\d{0,6} tests?\.$/, says: "success", weight: "proof" },
    { pattern: /^\[ {7}OK \] /, says: "success", weight: "weak" },
    { pattern: /^(?<file>[^\s:(]{1,250}\.(?:cc|cpp|cxx|c|h|hpp|mm))(?::|\()(?<line>\d{1,7})\)?: Failure$/ },
  ],
  { framework: "ctest" },
);
