import {
  countsTests,
  fails,
  ignores,
  passes,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  type Tool,
} from "./tool.ts";

/** XCTest under xcodebuild and swift test, Swift Testing and xcpretty. */
export const xctest: Tool = {
  name: "xctest",
  kind: "test",
  facts: { framework: "xctest", language: "swift" },
  rules: [
    provesFailure(
      /^\s{0,8}Executed \d{1,7} tests?, with (?:\d{1,7} tests? skipped and )?[1-9]\d{0,6} failures?\b/,
    ),
    provesSuccess(/^\s{0,8}Executed [1-9]\d{0,6} tests?, with (?:\d{1,7} tests? skipped and )?0 failures\b/),
    fails(/^Test Case '(?<test>[^']{1,250})' failed\b/),
    suggestsSuccess(/^Test Case '[^']{1,250}' passed\b/),
    fails(
      /^(?<file>\/?[^\s:]{1,250}\.(?:swift|mm?)):(?<line>\d{1,7}): error: -?\[?(?<test>[\w.]{1,120}[ .]\w{1,120})\]? : (?<message>.{1,400})$/,
    ),
    provesFailure(/^\*\* TEST (?:FAILED|EXECUTE FAILED|BUILD FAILED) \*\*/),
    provesSuccess(/^\*\* TEST (?:SUCCEEDED|EXECUTE SUCCEEDED) \*\*/),
    fails(/^Failing tests:$/),
    provesFailure(/^\S? {0,2}Test run with \d{1,7} tests?.{0,60} failed after [\d.]{1,12} seconds/),
    provesSuccess(/^\S? {0,2}Test run with [1-9]\d{0,6} tests?.{0,60} passed after [\d.]{1,12} seconds/),
    fails(
      /^✘ {1,2}Test (?<test>\S.{0,200}?) (?:recorded an issue at (?<file>[^\s:]{1,200}):(?<line>\d{1,7})|failed after)/,
    ),
  ],
  hits: {
    "verification_failure proof": [
      "Executed 3 tests, with 1 failure (0 unexpected) in 0.1 (0.1) seconds",
      "** TEST FAILED **",
    ],
    "success proof": [
      "Executed 3 tests, with 0 failures (0 unexpected) in 0.1 (0.1) seconds",
      "✔ Test run with 3 tests passed after 0.001 seconds.",
    ],
    "success weak": ["Test Case '-[CalcTests testFails]' passed (0.001 seconds)."],
  },
};

/** Elixir's ExUnit and the counts Erlang's EUnit and Common Test share with it. */
export const exunit: Tool = {
  name: "exunit",
  kind: "test",
  facts: { framework: "exunit", language: "elixir" },
  rules: [
    countsTests(
      { failed: /\b(\d{1,7}) (?:failures?|invalid)\b/g, passed: /\b(\d{1,7}) (?:tests?|doctests?|propert)/g },
      /^(?:\d{1,7} (?:doctests?|properties|property), ){0,2}\d{1,7} tests?, \d{1,7} failures?(?:, \d{1,7} (?:excluded|skipped|invalid)){0,3}$/,
    ),
    fails(
      /^ {2}\d{1,5}\) (?:test|doctest|property) (?<test>\S.{0,300})$/,
      /^ {5}(?<file>test\/[^\s:]{1,200}\.exs):(?<line>\d{1,7})$/,
    ),
    provesSuccess(/^ {2}All \d{1,7} tests passed\.$/),
    provesFailure(/^ {2}Failed: [1-9]\d{0,6}\. {2}Skipped: \d{1,7}\. {2}Passed: \d{1,7}\.$/),
  ],
  hits: {
    "verification_failure proof": ["2 doctests, 5 tests, 1 failure"],
    "success proof": ["5 tests, 0 failures, 1 skipped", "  All 5 tests passed."],
  },
  misses: ["0 tests, 0 failures"],
};

const TARGET = "(?<test>@?@?[\\w.~-]{0,80}//[\\w./+-]{0,200}(?::[\\w./+=-]{1,200})?)";

/** Bazel and Buck test targets. */
export const bazelTest: Tool = {
  name: "bazel-test",
  kind: "test",
  facts: { framework: "bazel" },
  rules: [
    provesFailure(
      new RegExp(`^${TARGET} {1,120}(?:FAILED|TIMEOUT|NO STATUS|REMOTE FAILURE) in \\d`),
      new RegExp(`^${TARGET} {1,120}FAILED TO BUILD$`),
    ),
    passes(new RegExp(`^${TARGET} {1,120}(?:\\(cached\\) )?(?:PASSED|FLAKY)\\b`)),
    fails(new RegExp(`^FAIL: ${TARGET}(?: \\(|$)`)),
    provesFailure(
      /^Executed \d{1,7} out of \d{1,7} tests?: (?:\d{1,7} tests? pass(?:es)?, )?.{0,120}\bfails? (?:locally|remotely|to build)\b/,
    ),
    provesSuccess(/^Executed \d{1,7} out of \d{1,7} tests?: [1-9]\d{0,6} tests? pass(?:es)?\.$/),
    provesFailure(/^Tests finished: Pass \d{1,7}\. Fail [1-9]/),
    provesSuccess(/^Tests finished: Pass [1-9]\d{0,6}\. Fail 0\b/),
  ],
  hits: {
    "verification_failure proof": [
      "//calc:adds_test                                 FAILED in 1 out of 1 in 0.3s",
      "Executed 2 out of 2 tests: 1 test passes and 1 fails locally.",
    ],
    "success strong": ["//calc:adds_test                                 PASSED in 0.3s"],
    "success proof": ["Executed 2 out of 2 tests: 2 tests pass."],
  },
  misses: ["// FAILED in the past"],
};

const ROBOT_COUNTS = {
  failed: /\b(\d{1,7}) failed\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) skipped\b/g,
};

/** Robot Framework's console output. */
export const robot: Tool = {
  name: "robot",
  kind: "test",
  facts: { framework: "robot framework" },
  rules: [
    countsTests(
      ROBOT_COUNTS,
      /^\d{1,7} (?:critical )?tests?(?: total)?, \d{1,7} passed, \d{1,7} failed(?:, \d{1,7} skipped)?$/,
    ),
    fails(/^(?<test>\S.{0,250}?) {1,120}\| FAIL \|$/),
    suggestsSuccess(/^\S.{0,250} \| (?:PASS|SKIP) \|$/),
  ],
  hits: {
    "verification_failure proof": ["3 tests, 2 passed, 1 failed"],
    "success proof": ["3 tests, 3 passed, 0 failed, 0 skipped"],
    "success weak": ["Login Fails Without Password                                | PASS |"],
  },
};

const BRACKETED = {
  failed: /\b(\d{1,7}) (?:failed|undefined|ambiguous)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|pending)\b/g,
};

const LISTED = {
  failed: /\b(\d{1,7}) (?:failed|error|undefined)\b/g,
  passed: /\b(\d{1,7}) (?:features?|scenarios?) passed\b/g,
};

/** Cucumber in its many languages, Behave and Behat. */
export const cucumber: Tool = {
  name: "cucumber",
  kind: "test",
  facts: { framework: "cucumber" },
  rules: [
    countsTests(BRACKETED, /^\d{1,7} scenarios? \([^()]{1,120}\)$/),
    countsTests(LISTED, /^\d{1,7} (?:features?|scenarios?) passed, \d{1,7} failed, .{0,80}$/),
    fails(
      /^(?:Failing|Errored) scenarios:$/,
      /^cucumber (?:-p \S{1,40} )?(?<file>\S{1,250}\.feature):(?<line>\d{1,7}) # (?:Scenario(?: Outline)?: )?(?<test>\S.{0,200})$/,
    ),
    ignores(/^ {0,4}(?<file>\S{1,250}\.feature):(?<line>\d{1,7}) {1,40}(?<test>\S.{0,200})$/),
  ],
  hits: {
    "verification_failure proof": [
      "3 scenarios (1 failed, 2 passed)",
      "1 scenario (1 undefined)",
      "0 scenarios passed, 1 failed, 0 skipped",
    ],
    "success proof": ["3 scenarios (3 passed)", "1 feature passed, 0 failed, 0 skipped"],
  },
};

/** Coverage below a project's threshold. */
export const coverage: Tool = {
  name: "coverage",
  kind: "test",
  rules: [
    provesFailure(
      /^(?:ERROR: |FAIL )?(?<message>(?:Coverage failure: total of (?<actual>[\d.]{1,8}) is less than fail-under=(?<expected>[\d.]{1,8}))%?.{0,60})$/,
      /^(?:ERROR: |FAIL )?(?<message>Required test coverage of (?<expected>[\d.]{1,8}%) not reached\. Total coverage: (?<actual>[\d.]{1,8}%))/,
    ),
    suggestsSuccess(/^Required test coverage of [\d.]{1,8}% reached\./),
    provesFailure(
      /^(?:ERROR: |\s{1,4})?(?<message>Coverage for (?:lines|functions|branches|statements) \((?<actual>[\d.]{1,8}%)\) does not meet (?:\S{1,200} |global )?threshold \((?<expected>[\d.]{1,8}%)\).{0,120})$/,
      /^Jest: .{0,200}coverage threshold for \w{1,20} \((?<expected>[\d.]{1,8}%)\) not met: (?<actual>[\d.]{1,8}%)/,
      /^(?:Line|Branch) coverage \((?<actual>[\d.]{1,8}%)\) is below the expected minimum coverage \((?<expected>[\d.]{1,8}%)\)/,
      /^\[(?:ERROR|WARNING)\] Rule violated for .{1,200}: .{1,60} covered ratio is (?<actual>[\d.]{1,8}), but expected minimum is (?<expected>[\d.]{1,8})/,
      /(?:^|: )(?:error : )?The (?:minimum|total) (?:line|branch|method) coverage is below the specified (?<expected>[\d.]{1,8})/,
    ),
    fails(/^(?<message>Coverage (?:failure|check failed|too low)\b.{0,200})$/),
  ],
  hits: {
    "verification_failure proof": [
      "ERROR: Coverage for lines (70.1%) does not meet global threshold (80%)",
      "FAIL Required test coverage of 80% not reached. Total coverage: 75.00%",
      "Line coverage (71.00%) is below the expected minimum coverage (90.00%).",
    ],
    "success weak": ["Required test coverage of 80% reached. Total coverage: 85.00%"],
  },
  misses: ["coverage: 71.2% of statements"],
};

/** Test runners known by one or two lines: busted, Julia, testthat, MATLAB, dbt and Newman. */
export const otherRunners: Tool = {
  name: "other-runners",
  kind: "test",
  rules: [
    countsTests(
      { failed: /(\d{1,7}) (?:failure|error)s?/g, passed: /(\d{1,7}) success/g },
      /^\d{1,7} success(?:es)? \/ \d{1,7} failures? \/ \d{1,7} errors? \/ \d{1,7} pending/,
    ),
    fails(/^Failure → (?<file>\S{1,300}) @ (?<line>\d{1,7})$/),
    provesFailure(
      /^(?:.{1,100}: )?(?:Test Failed|Error During Test) at (?<file>[^\s:]{1,300}):(?<line>\d{1,7})$/,
      /\bSome tests did not pass: (?<message>\d{1,7} passed, .{1,100})$/,
    ),
    countsTests(
      { failed: /FAIL (\d{1,7})/g, passed: /PASS (\d{1,7})/g, other: /SKIP (\d{1,7})/g },
      /^\[ FAIL \d{1,7} \| WARN \d{1,7} \| SKIP \d{1,7} \| PASS \d{1,7} \]$/,
    ),
    provesFailure(/^(?:Verification failed|Error occurred) in (?<test>[\w./()]{1,200})[.,]/),
    fails(/^ {0,4}Failure in test (?<test>\w{1,200}) \((?<file>[^)]{1,200})\)$/),
    countsTests(
      { failed: /ERROR=(\d{1,7})/g, passed: /PASS=(\d{1,7})/g },
      /^Done\. PASS=\d{1,7} WARN=\d{1,7} ERROR=\d{1,7}/,
    ),
    provesFailure(/^│ {1,40}assertions │ {1,40}\d{1,7} │ {1,40}[1-9]\d{0,6} │$/),
  ],
  hits: {
    "verification_failure proof": [
      "4 successes / 1 failure / 0 errors / 2 pending : 0.01 seconds",
      "4 successes / 0 failures / 1 error / 0 pending : 0.01 seconds",
      "Model: Test Failed at /srv/model/test/runtests.jl:14",
      "[ FAIL 2 | WARN 0 | SKIP 1 | PASS 17 ]",
      "Verification failed in CurveTest/testSlope.",
      "Done. PASS=21 WARN=0 ERROR=1 SKIP=0 TOTAL=22",
      "│              assertions │                14 │                2 │",
    ],
    "success proof": [
      "5 successes / 0 failures / 0 errors / 0 pending : 0.01 seconds",
      "[ FAIL 0 | WARN 3 | SKIP 1 | PASS 17 ]",
      "Done. PASS=22 WARN=1 ERROR=0 SKIP=0 TOTAL=23",
    ],
  },
  misses: [
    "│              assertions │                14 │                0 │",
    "it prints Test Failed at the end",
  ],
};
