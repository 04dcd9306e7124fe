import {
  countsTests,
  fails,
  ignores,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  type Tool,
} from "./tool.ts";

const RUN = {
  failed: /\b(?:Failures|Errors): {1,4}(\d{1,7})/g,
  passed: /\brun: {1,4}(\d{1,7})/g,
};

const JUNIT_LEVEL = "^(?:\\[(?:INFO|ERROR|WARNING|WARN|junit|testng)\\])? {0,8}";

/** JUnit as Maven Surefire, Ant and the console launcher print it, TestNG, and JUnit's XML. */
export const junit: Tool = {
  name: "junit",
  kind: "test",
  facts: { framework: "junit", language: "java" },
  rules: [
    ignores(/\bTests run: 0, {1,2}Failures: 0(?:, {1,2}Errors: 0)?/),
    suggestsSuccess(/\bTests run: (\d{1,7}), {1,2}Failures: 0, {1,2}Errors: 0, {1,2}Skipped: \1(?!\d)/),
    countsTests(
      RUN,
      /\bTests run: {1,2}\d{1,7}, {1,2}Failures: {1,2}\d{1,7}(?:, {1,2}Errors: {1,2}\d{1,7})?/,
      /\bTotal tests run: {1,2}\d{1,7},(?: Passes: \d{1,7},)? Failures: \d{1,7}/,
    ),
    fails(
      new RegExp(
        `${JUNIT_LEVEL}(?<test>[\\w.$]{1,250}(?:\\([^()]{0,200}\\))?(?:\\[[^\\]]{0,100}\\])?(?:\\([\\w.$]{1,250}\\))?)(?: --)? {1,4}Time elapsed: [\\d.,]{1,12} s(?:ec)? {1,4}<<< (?:FAILURE|ERROR)!`,
      ),
      /<<< (?:FAILURE|ERROR)!/,
      /^\[ERROR\] {1,6}(?<test>[A-Z]\w{0,120}\.\w{1,120})(?:->\w{1,120}){0,4}:(?<line>\d{1,7})(?:->\S{1,200})?(?: (?<message>\S.{0,600}))?$/,
      /^\[ERROR\] {1,2}(?:Failures|Errors): ?$/,
      /(?:^|: {1,2}|\[ERROR\] {1,4})There (?:are|were) test failures\.$/,
    ),
    ignores(/^(?:Failed tests|Tests in error): {0,4}(?:none|nil|0|-|n\/a)\b/i),
    fails(/^(?:Failed tests|Tests in error): {0,4}(?<test>[\w.$]{1,200}\([\w.$]{1,200}\))?/),
    provesFailure(/^\[ {1,12}[1-9]\d{0,6} (?:tests|containers) failed {1,12}\]$/),
    provesSuccess(/^\[ {1,12}[1-9]\d{0,6} tests successful {1,12}\]$/, /^OK \([1-9]\d{0,6} tests?\)$/),
    fails(
      /^There (?:was 1 failure|were \d{1,7} failures):$/,
      /^ {0,4}\[junit\] (?:Test|TEST) (?<test>[\w.$]{1,250}) FAILED/,
      /^FAILED: (?<test>[a-z_]\w{0,120}(?:\([^()]{0,200}\))?)$/,
    ),
    provesSuccess(
      /<testsuites?\b(?=[^>]{0,600}\bfailures="0")(?=[^>]{0,600}\berrors="0")(?=[^>]{0,600}\btests="[1-9])/,
    ),
    provesFailure(/<testsuites?\b[^>]{0,600}\b(?:failures|errors)="[1-9]/),
    fails(
      /^\s{0,20}<(?:failure|error) (?=message="(?<message>[^"]{1,300})")[^>]{0,600}(?:\btype="(?<type>[^"]{1,120})")/,
      /^\s{0,20}<failure message="(?<message>[^"]{1,300})/,
    ),
  ],
  hits: {
    "verification_failure proof": [
      "[ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! - in com.acme.FooTest",
      "Total tests run: 5, Passes: 4, Failures: 1, Skips: 0",
      "[         1 tests failed          ]",
      '<testsuite name="a" tests="3" failures="1" errors="0" time="0.1">',
    ],
    "success proof": [
      "[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1",
      "Total tests run: 5, Passes: 5, Failures: 0, Skips: 0",
      "[         3 tests successful      ]\n[         0 tests failed          ]",
      "OK (5 tests)",
      '<testsuites tests="3" failures="0" errors="0">',
    ],
    "success weak": ["[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 2"],
    "verification_failure proof, success weak": [
      "Tests run: 1, Failures: 1, Errors: 0, Skipped: 0\nTests run: 2, Failures: 0, Errors: 0, Skipped: 0",
    ],
  },
  misses: ["Tests run: 0, Failures: 0, Errors: 0, Skipped: 0", "the run failed because of FooTest"],
};

/** The test lines of a Gradle build; its result is read by `buildTools`. */
export const gradleTest: Tool = {
  name: "gradle-test",
  kind: "test",
  facts: { framework: "gradle", language: "java" },
  rules: [
    provesFailure(/^[1-9]\d{0,6} tests? completed, [1-9]\d{0,6} failed(?:, \d{1,7} skipped)?$/),
    provesSuccess(/^[1-9]\d{0,6} tests? completed(?:, 0 failed)?(?:, \d{1,7} skipped)?$/),
    provesFailure(/\bThere were failing tests\. See the (?:report|results) at: (?<file>\S{1,300})/),
    fails(
      /^> Task (?<test>:\S{0,200}[tT]est\w{0,60}) FAILED$/,
      /^(?<test>[A-Za-z_$][\w.$]{0,250}(?:\[[^\]]{1,60}\])? > \S.{0,300}) FAILED$/,
    ),
    suggestsSuccess(/^[A-Za-z_$][\w.$]{0,250}(?:\[[^\]]{1,60}\])? > \S.{0,300} (?:PASSED|SKIPPED)$/),
    fails(
      /^\s{4,8}(?<type>(?:[a-z]\w{0,40}\.){1,8}\w{0,60}(?:AssertionFailedError|AssertionError|ComparisonFailure)): (?<message>.{1,600})$/,
      /^\s{4,8}(?<type>(?:[a-z]\w{0,40}\.){1,8}\w{1,60}(?:Error|Exception)) at (?<file>\w{1,100}\.(?:java|kt|groovy|scala)):(?<line>\d{1,7})$/,
    ),
  ],
  hits: {
    "verification_failure strong": ["FooTest > adds() FAILED", "> Task :app:testDebugUnitTest FAILED"],
    "success weak": ["com.acme.FooTest > failsOnError() PASSED"],
    "verification_failure proof": [
      "5 tests completed, 1 failed, 1 skipped",
      "> There were failing tests. See the report at: file:///b/reports/index.html",
    ],
    "success proof": ["43 tests completed, 0 failed"],
  },
  misses: ["> Task :app:compileJava FAILED", "We saw a > b FAILED today maybe"],
};

const SCALATEST_LEVEL = "^(?:\\[(?:info|error|warn)\\] {0,12})?";

/** ScalaTest, MUnit and specs2, as sbt prints them. */
export const scalatest: Tool = {
  name: "scalatest",
  kind: "test",
  facts: { framework: "scalatest", language: "scala" },
  rules: [
    countsTests(
      { failed: /\bfailed (\d{1,7})/g, passed: /\bsucceeded (\d{1,7})/g },
      new RegExp(`${SCALATEST_LEVEL}Tests: succeeded \\d{1,7}, failed \\d{1,7}, canceled`),
    ),
    countsTests(
      { failed: /\b(?:Failed|Errors) (\d{1,7})/g, passed: /\bPassed (\d{1,7})/g },
      new RegExp(
        `${SCALATEST_LEVEL}(?:Passed|Failed|Error): Total \\d{1,7}, Failed \\d{1,7}, Errors \\d{1,7}, Passed \\d{1,7}`,
      ),
    ),
    fails(new RegExp(`${SCALATEST_LEVEL}(?:- )?(?<test>\\S.{0,300}?) \\*\\*\\* FAILED \\*\\*\\*`)),
    provesFailure(
      new RegExp(`${SCALATEST_LEVEL}\\*\\*\\* [1-9]\\d{0,6} (?:TESTS?|SUITES?) (?:FAILED|ABORTED) \\*\\*\\*`),
    ),
    provesSuccess(new RegExp(`${SCALATEST_LEVEL}All tests passed\\.$`)),
    fails(new RegExp(`${SCALATEST_LEVEL}==> X (?<test>\\S{1,250})`), /^\[error\] Failed tests:$/),
    provesFailure(/^\[error\] \(.{1,120}\) sbt\.TestsFailedException: (?<message>.{1,200})$/),
  ],
  hits: {
    "verification_failure proof": [
      "[info] Tests: succeeded 4, failed 1, canceled 0, ignored 0, pending 0",
      "[error] Failed: Total 5, Failed 1, Errors 0, Passed 4",
    ],
    "success proof": [
      "[info] Tests: succeeded 4, failed 0, canceled 0, ignored 0, pending 0\n[info] All tests passed.",
      "[info] Passed: Total 5, Failed 0, Errors 0, Passed 5",
    ],
  },
};
