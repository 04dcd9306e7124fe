import { factText, sumOf } from "./read-rules.ts";
import {
  type Report,
  type Tool,
  countsTests,
  endsRun,
  fails,
  ignores,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
} from "./tool.ts";
import type { SignalFacts } from "../signal.ts";

const PYTEST_COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|errors?|exceptions?)\b/g,
  passed: /\b(\d{1,7}) (?:passed|subtests? passed)\b/g,
  other: /\b(\d{1,7}) (?:skipped|xfailed|xpassed|expected to fail)\b/g,
};

const SUMMARY =
  "\\d{1,7} (?:passed|failed|errors?|exceptions?|skipped|deselected|xfailed|xpassed|warnings?|rerun|subtests? passed|expected to fail)(?:, \\d{1,7} [a-z]{4,12}(?: [a-z]{4,12}){0,2}){0,9}";

/** pytest. The summary is proof; FAILED and E lines name tests and reasons. */
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

const HEADER = /^([\s|+]{0,40}|.{0,80}?[\s:>])(?:Exception Group )?Traceback \(most recent call last\):$/;
const NOTEBOOK = /^(?<type>[A-Z]\w{0,80}) {3,80}Traceback \(most recent call last\)$/;
const FRAME = /^[\s|]{0,60}File "([^"]{1,400})", line (\d{1,9})(?:,? in .{1,300})?$/;
const FINAL = /^[\s|+-]{0,40}([A-Za-z_][\w.]{0,150})(?:: (.{0,1900}))?$/;
const LIBRARY =
  /(?:site-packages|dist-packages|[\\/]lib[\\/]python\d|[\\/]Lib[\\/]|<frozen |[\\/]python\d\.\d{1,2}[\\/])/;
const JOURNAL = /^(?:[\w.-]{1,60} )?[\w./-]{1,60}\[\d{1,8}\]: /;
const LONGEST_GAP = 12;

interface Trace {
  readonly indent: number;
  readonly ignored: boolean;
  frames: number;
  quiet: number;
  place: Place | undefined;
  inUserCode: boolean;
}

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Python tracebacks, which end with the exception. The innermost frame outside libraries is kept. */
export const pythonTrace: Tool = {
  name: "python-trace",
  kind: "runtime",
  facts: { language: "python" },
  rules: [
    provesFailure({ error_type: "Fatal Python error" }, /^Fatal Python error: (?<message>.{1,300})$/),
    fails(/^\s{0,8}(?:Error processing line \d+ of|Could not import) (?<message>.{1,300}\.pth?):?$/),
    provesFailure(
      /^\S{0,200}python[\d.]{0,6}(?:\.exe)?: (?<message>(?:can't open file|No module named|can't find).{1,300})$/,
    ),
  ],
  starts: [HEADER, NOTEBOOK, FRAME, "exception ignored in"],
  createReader: (rules) => {
    let trace: Trace | undefined;
    let ignoresNext = false;
    return {
      readLine: (line, report) => {
        const text = line.text.replace(JOURNAL, "");
        const notebook = NOTEBOOK.exec(text);
        if (notebook !== null) {
          report.see({
            says: "runtime_error",
            weight: "proof",
            facts: { language: "python", error_type: notebook[1]! },
          });
          return;
        }
        const header = HEADER.exec(text);
        if (header !== null) {
          trace = startTrace(header[1]!, ignoresNext);
          if (header[1] === "" && !ignoresNext) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "python" } });
          }
          ignoresNext = false;
          report.follow(LONGEST_GAP);
          return;
        }
        const frame = FRAME.exec(text);
        if (frame !== null) {
          trace ??= startTrace("", false);
          addFrame(trace, { file: factText(frame[1])!, line: Number(frame[2]) });
          if (trace.frames === 1 && !trace.ignored) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "python" } });
          }
          report.follow(LONGEST_GAP);
          return;
        }
        if (trace !== undefined) {
          trace = readInside(trace, text, report);
          return;
        }
        if (text.startsWith("Exception ignored in")) ignoresNext = true;
        else rules.match(text, report);
      },
    };
  },
  hits: {
    "runtime_error strong, runtime_error proof": [
      'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n',
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>\n    wait()\nKeyboardInterrupt',
      '  File "<string>", line 1\n    print "a"\n    ^^^^^^^^^\nSyntaxError: Missing parentheses in call to \'print\'',
      'Traceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "/srv/shop/cart.py", line 41, in checkout\n    total = price(items)\n            ^^^^^^^^^^^^\n  File "/usr/lib/python3.12/decimal.py", line 9, in price\n    raise InvalidOperation\ndecimal.InvalidOperation: [<class \'decimal.ConversionSyntax\'>]\n',
      '  + Exception Group Traceback (most recent call last):\n  |   File "g.py", line 3, in <module>\n  |     run()\n  | ExceptionGroup: two failed (2 sub-exceptions)\n  +-+---------------- 1 ----------------',
      'web shop[81]: Traceback (most recent call last):\nweb shop[81]:   File "pay.py", line 2, in pay\nweb shop[81]: ValueError: closed',
    ],
    "runtime_error strong": [
      'Traceback (most recent call last):\n  File "a.py", line 2, in <module>',
      '  File "C:\\app\\main.py", line 5, in <module>\n    from . import x',
    ],
    "runtime_error proof": [
      "---------------\nValueError                                Traceback (most recent call last)\nCell In[3], line 1",
      "python3: can't open file '/tmp/gone.py': [Errno 2] No such file or directory",
      "/usr/bin/python3: No module named flask",
    ],
    "runtime_error proof, runtime_error strong": [
      'Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n  File "c.py", line 3 in f',
    ],
    "runtime_error weak": [
      'Exception ignored in: <function Pool.__del__ at 0x7f>\nTraceback (most recent call last):\n  File "pool.py", line 2, in __del__\nAttributeError: _cache',
    ],
  },
  misses: [
    "    >>> f()\n    Traceback (most recent call last):\n        ...\n    ValueError: no",
    'print("Traceback (most recent call last):")',
    'def f():\n    raise ValueError("File is missing")',
  ],
};

function startTrace(before: string, ignored: boolean): Trace {
  const indent = /^[\s|+]{0,40}$/.test(before) ? before.length : 0;
  return { indent, ignored, frames: 0, quiet: 0, place: undefined, inUserCode: false };
}

function addFrame(trace: Trace, place: Place): void {
  trace.frames += 1;
  trace.quiet = 0;
  const isUserCode = !LIBRARY.test(place.file);
  if (isUserCode || !trace.inUserCode) trace.place = place;
  trace.inUserCode ||= isUserCode;
}

function readInside(trace: Trace, text: string, report: Report): Trace | undefined {
  const indent = text.length - text.replace(/^[\s|+-]{0,60}/, "").length;
  const final = indent <= trace.indent && text !== "" ? FINAL.exec(text) : null;
  if (final !== null && trace.frames > 0 && isExceptionName(final[1]!, final[2])) {
    const message = factText(final[2]);
    const facts: SignalFacts = {
      language: "python",
      error_type: final[1]!,
      ...(message === undefined ? {} : { error_message: message }),
      ...trace.place,
    };
    report.see({ says: "runtime_error", weight: trace.ignored ? "weak" : "proof", facts });
    report.follow(0);
    return undefined;
  }
  trace.quiet += 1;
  if (trace.quiet >= LONGEST_GAP) return undefined;
  return trace;
}

function isExceptionName(name: string, message: string | undefined): boolean {
  if (/(?:Error|Exception|Exit|Interrupt|Warning|Iteration|Group|Timeout|Failure|Abort)$/.test(name))
    return true;
  return message === undefined
    ? /^[A-Z]\w*$/.test(name) || name.includes(".")
    : /(?:^|\.)[A-Z_]\w*$/.test(name);
}
