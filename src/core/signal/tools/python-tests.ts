import { sumOf } from "./read-rules.ts";
import {
  countsTests,
  endsRun,
  fails,
  ignores,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  type Tool,
} from "./tool.ts";

const PYTEST_COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|errors?|exceptions?)\b/g,
  passed: /\b(\d{1,7}) (?:passed|subtests? passed)\b/g,
  other: /\b(\d{1,7}) (?:skipped|xfailed|xpassed|expected to fail)\b/g,
};

const SUMMARY =
  "\\d{1,7} (?:passed|failed|errors?|exceptions?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests? passed|expected to fail)(?:, \\d{1,7} [a-z]{4,12}(?: [a-z]{4,12}){0,2}){0,9}";

/** pytest: the summary settles it; FAILED and E lines name the tests and the reason. */
export const pytest: Tool = {
  name: "pytest",
  kind: "test",
  facts: { framework: "pytest", language: "python" },
  trims: true,
  rules: [
    endsRun(
      countsTests(PYTEST_COUNTS, new RegExp(`^=* ?(?:tests finished: )?${SUMMARY},? in [\\d.]{1,12} ?s`)),
    ),
    countsTests(PYTEST_COUNTS, new RegExp(`^={3,} (?:tests finished: )?${SUMMARY} ={3,}$`)),
    provesFailure(
      /^!{3,} (?:Interrupted: \d{1,7} errors? during collection|stopping after \d{1,7} failures) !{3,}/,
    ),
    fails(
      /^={3,} (?:FAILURES|ERRORS) ={3,}$/,
      /^_{3,} ERROR (?:collecting|at (?:setup|teardown) of) (?<test>\S.{0,200}?) _{3,}$/,
      /^_{3,} (?<test>(?:[\w.]{1,80}\.)?[Tt]est\S{0,200}) _{3,}$/,
      /^(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,250}?)(?: - (?:(?<type>[\w.]{1,80}(?:Error|Exception|Failure|Exit|Warning|Interrupt)): ?)?(?<message>.{1,600}))?$/,
      /^(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,150}\[.{1,150}\])(?: - (?<message>.{1,600}))?$/,
      /^ERROR (?<test>[\w./\\-]{1,250}\.py)(?: - (?:(?<type>[\w.]{1,80}(?:Error|Exception)): ?)?(?<message>.{1,600}))?$/,
      /^(?:\[gw\d{1,3}\] (?:\[ ?\d{1,3}%\] )?)?(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,250})/,
      /^(?<test>[^\s:]{1,250}\.py::\S.{0,250}?) (?:FAILED|ERROR)(?: {1,80}\[ {0,3}\d{1,3}%\])?$/,
    ),
    suggestsSuccess(
      /^(?:\[gw\d{1,3}\] (?:\[ ?\d{1,3}%\] )?)?PASSED [^\s:]{1,250}\.py::/,
      /^[^\s:]{1,250}\.py::\S.{0,250} (?:PASSED|XFAIL|SKIPPED)\b/,
    ),
    fails(/^(?:\S{1,250}\.py )?[.sxX,]{0,200}[FE][.FEsxXR]{0,200} {1,200}\[ {0,2}\d{1,3}%\]$/),
    suggestsSuccess(/^(?:\S{1,250}\.py )?[.sx]{1,200} {1,200}\[100%\]$/),
    fails(
      /^(?:E {3,12})?ImportError while (?:importing test module|loading conftest) '(?<file>[^']{1,300})'/,
      /^ERROR: (?<message>(?:file or directory not found|not found): .{1,300})/,
      /^INTERNALERROR> (?<message>.{0,300})/,
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}): (?<type>[A-Z]\w{1,80}(?:Error|Exception)|Failed)$/,
      /^E {3,40}(?<type>[A-Za-z_][\w.]{0,80}(?:Error|Exception|Failed)): ?(?<message>assert (?<actual>[^=!<>]{1,200}) == (?<expected>[^=!<>]{1,200}))$/,
      /^E {3,40}(?<type>(?:[A-Za-z_][\w.]{0,80}(?:Error|Exception|Exit|Interrupt)|Failed)):? ?(?<message>.{0,600})$/,
      /^E {3,40}(?<message>assert (?<actual>[^=!<>]{1,200}) == (?<expected>[^=!<>]{1,200}))$/,
      /^E {3,40}(?<message>assert .{1,600})$/,
    ),
  ],
  hits: {
    "verification_failure proof": [
      "=== 1 failed, 2 passed in 0.12s ===",
      "1 error in 0.31s",
      "==== 2 failed, 5 passed, 1 warnings in 3.41 seconds ====",
      "======== 2 failed, 10 passed ========",
      "====== tests finished: 8 passed, 1 failed, in 0.52 seconds ======",
      "!!!!!!!! Interrupted: 1 error during collection !!!!!!!!",
    ],
    "success proof": [
      "======= 12 passed, 3 warnings in 1.02s (0:00:01) =======",
      "== 3 passed, 1 xfailed, 1 xpassed in 0.20s ==",
    ],
    "success weak": [
      "4 xfailed in 0.10s",
      "2 skipped in 0.01s",
      "tests/test_login.py::test_error_failed PASSED   [ 50%]",
      "......                     [100%]",
    ],
    "verification_failure strong": [
      "tests/test_login.py::test_ok FAILED   [100%]",
      "[gw1] [ 33%] FAILED tests/test_a.py::test_b",
      "tests/test_a.py ..F.                     [ 40%]",
      "E       assert 3 == 4",
    ],
  },
  misses: [
    "======= no tests ran in 0.01s =======",
    "Yesterday 1 failed, 2 passed in review",
    'log.info("FAILED to connect")',
  ],
};

const RAN = /^Ran (\d{1,7}) tests? in [\d.]{1,12}s$/;
const OK = /^OK(?: \(([^()]{1,200})\))?$/;

/** Python's unittest, Django's runner, doctest and trial. `OK` only counts below a `Ran` line. */
export const unittest: Tool = {
  name: "unittest",
  kind: "test",
  facts: { framework: "unittest", language: "python" },
  trims: true,
  rules: [
    countsTests(
      { failed: /\b(?:failures|errors|unexpected successes)=(\d{1,7})/gi, passed: /\bsuccesses=(\d{1,7})/g },
      /^FAILED \((?=[^()]{0,300}\b(?:failures|errors|unexpected successes)=)[^()]{1,300}\)$/,
    ),
    endsRun(provesSuccess(/^PASSED \([^()]{0,300}\bsuccesses=[1-9][^()]{0,300}\)$/)),
    fails(
      /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (?<test>\w{1,200} \([\w.<> -]{1,300}\))/,
      /^(?<test>test\w{0,200} \([\w.<> -]{1,300}\))(?:.{0,300}) \.\.\. (?:FAIL|ERROR|unexpected success)$/,
    ),
    suggestsSuccess(
      /^test\w{0,200} \([\w.<> -]{1,300}\).{0,300} \.\.\. (?:ok|expected failure|skipped\b.{0,300})$/,
    ),
    fails(
      /^(?<test>\S.{0,300}) \.\.\. (?:FAIL|ERROR)$/,
      /^ImportError: (?<message>Failed to import test module: .{1,300})/,
    ),
    provesFailure(
      /^\*\*\*Test Failed\*\*\* [1-9]\d{0,6} failures?\.?/,
      /^\d{1,7} passed and [1-9]\d{0,6} failed\.$/,
    ),
    fails(/^Failed example:$/),
    ignores(/^File "(?<file>[^"]{1,300})", line (?<line>\d{1,7}), in (?<test>[\w.]{1,200})$/),
    fails(
      /^\d{1,7} items? had failures:$/,
      /^(?<type>AssertionError): (?<message>(?<actual>.{1,300}?) != (?<expected>.{1,300}))$/,
      /^(?<type>AssertionError): (?<message>(?:Lists|Tuples|Sequences|Sets|Items in the|.{1,120}(?: is not (?:true|false|None|an instance of)\b| unexpectedly (?:None|found)\b| not found in | not (?:greater|less) than | not raised\b| did not match |Regex didn't match)).{0,600})$/,
    ),
  ],
  starts: [RAN],
  createReader: (rules) => {
    let ran: number | undefined;
    return {
      readLine: (line, report) => {
        const text = line.text.trimStart();
        const count = RAN.exec(text);
        if (count !== null) {
          ran = Number(count[1]);
          report.follow(4);
          return;
        }
        const ok = ran === undefined ? null : OK.exec(text);
        if (ran !== undefined && ok !== null) {
          const idle = sumOf(ok[1] ?? "", /\b(?:skipped|expected failures)=(\d{1,7})/g);
          if (ran > 0) report.see({ says: "success", weight: idle < ran ? "proof" : "weak" });
          ran = undefined;
          return;
        }
        if (rules.match(text, report) || ran === undefined || !text.startsWith("NO TESTS RAN")) return;
        report.see({
          says: "verification_failure",
          weight: "weak",
          facts: { error_message: "NO TESTS RAN" },
        });
      },
    };
  },
  hits: {
    "verification_failure proof": [
      "Ran 3 tests in 0.004s\n\nFAILED (failures=1, errors=1)",
      "FAILED (unexpected successes=1)",
      "***Test Failed*** 2 failures.",
    ],
    "success proof": [
      "Ran 3 tests in 0.004s\n\nOK",
      "Ran 3 tests in 0.004s\n\nOK (skipped=1)",
      "PASSED (successes=12)",
    ],
    "success weak": [
      "Ran 2 tests in 0.004s\n\nOK (skipped=2)",
      "Ran 1 test in 0.004s\n\nOK (expected failures=1)",
      "test_error_fails (tests.MathTest) ... ok",
      "test_bug (tests.MathTest) ... expected failure",
    ],
    "verification_failure strong": [
      "FAIL: test_sum (tests.test_math.MathTest.test_sum)",
      "ERROR: test_x (unittest.loader._FailedTest)",
      "test_sum (tests.MathTest) ... FAIL",
    ],
  },
  misses: ["OK", "Ran 0 tests in 0.000s\n\nOK", "ERROR: could not connect to database"],
};
