import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const TARGET = "(?<test>@?@?[\\w.~-]{0,80}//[\\w./+-]{0,200}(?::[\\w./+=-]{1,200})?)";

/** Bazel and Buck test targets. */
export const bazelTest: Recogniser = testRules(
  "bazel-test",
  ["//", "tests pass", "test passes", "fail locally", "fails locally", "tests finished"],
  [
    {
      pattern: new RegExp(`^${TARGET} {1,120}(?:FAILED|TIMEOUT|NO STATUS|REMOTE FAILURE) in \\d`),
      weight: "proof",
    },
    { pattern: new RegExp(`^${TARGET} {1,120}FAILED TO BUILD$`), weight: "proof" },
    {
      pattern: new RegExp(`^${TARGET} {1,120}(?:\\(cached\\) )?(?:PASSED|FLAKY)\\b`),
      says: "success",
      weight: "strong",
    },
    { pattern: new RegExp(`^FAIL: ${TARGET}(?: \\(|$)`) },
    {
      pattern:
        /^Executed \d{1,7} out of \d{1,7} tests?: (?:\d{1,7} tests? pass(?:es)?, )?.{0,120}\bfails? (?:locally|remotely|to build)\b/,
      weight: "proof",
    },
    {
      pattern: /^Executed \d{1,7} out of \d{1,7} tests?: [1-9]\d{0,6} tests? pass(?:es)?\.$/,
      says: "success",
      weight: "proof",
    },
    { pattern: /^Tests finished: Pass \d{1,7}\. Fail [1-9]/, weight: "proof" },
    { pattern: /^Tests finished: Pass [1-9]\d{0,6}\. Fail 0\b/, says: "success", weight: "proof" },
  ],
  { framework: "bazel" },
);
