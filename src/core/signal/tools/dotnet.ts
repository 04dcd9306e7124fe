import type { SignalFacts } from "../signal.ts";
import { factsOf, factText } from "./read-rules.ts";
import { countsTests, fails, provesFailure, provesSuccess, suggestsSuccess, type Tool } from "./tool.ts";

const LABELLED = {
  failed: /\b(?:failed|errors): {1,12}(\d{1,7})/gi,
  passed: /\b(?:passed|succeeded): {1,12}(\d{1,7})/gi,
  other: /\bskipped: {1,12}(\d{1,7})/gi,
};

/** dotnet test and VSTest with xUnit, NUnit and MSTest. */
export const dotnetTest: Tool = {
  name: "dotnet-test",
  kind: "test",
  facts: { framework: "dotnet test", language: "csharp" },
  rules: [
    countsTests(
      LABELLED,
      /^\s{0,4}(?:Failed|Passed|Skipped)! {1,4}- Failed: {1,10}\d{1,7}, Passed: {1,10}\d{1,7}(?:, Skipped: {1,10}\d{1,7})?/,
      /^Test summary: total: \d{1,7}, failed: \d{1,7}, succeeded: \d{1,7}, skipped: \d{1,7}/i,
    ),
    countsTests(
      { ...LABELLED, failed: /\bFail(?:ed)?: (\d{1,7})/g },
      /^\s{0,4}Test Count: \d{1,7}, (?:Pass|Passed): \d{1,7}, (?:Fail|Failed): \d{1,7}/,
    ),
    countsTests(
      { failed: LABELLED.failed, passed: /\bTotal: (\d{1,7})/g },
      /^\s{0,6}\S{1,200} {1,4}Total: \d{1,7}, Errors: \d{1,7}, Failed: \d{1,7}, Skipped: \d{1,7}/,
    ),
    provesFailure(/^Test Run (?:Failed|Aborted)\.$/),
    provesSuccess(/^Test Run Successful\.$/),
    provesFailure(/^Test run summary: (?:Failed!|Aborted|Zero tests ran)/),
    provesSuccess(/^Test run summary: Passed!/),
    provesFailure(/^\s{0,4}Overall result: Failed$/),
    provesSuccess(/^\s{0,4}Overall result: Passed$/),
    provesFailure(/^\s{4,12}Failed: {1,6}[1-9]\d{0,6}$/),
    fails(
      /^\s{1,4}Failed (?<test>[A-Za-z_][\w.+<>]{0,250}(?:\([^)]{0,200}\))?) \[(?:< )?[\d.,hms ]{1,20}\]$/,
      /^\s{1,4}X (?<test>[A-Za-z_][\w.+<>]{0,250}(?:\([^)]{0,200}\))?) \[(?:< )?[\d.,hms ]{1,20}ms\]$/,
      /^failed (?<test>[A-Za-z_][\w.+]{0,250}(?:\([^)]{0,200}\))?) \([\d.,hms ]{1,20}\)$/,
    ),
    suggestsSuccess(
      /^\s{1,4}Passed [A-Za-z_][\w.+<>]{0,250}(?:\([^)]{0,200}\))? \[(?:< )?[\d.,hms ]{1,20}\]$/,
    ),
    fails(
      /^\[xUnit\.net [\d:.]{1,20}\] {1,8}(?<test>\S.{0,300}) \[FAIL\]$/,
      /^(?<file>\S{1,250}\.(?:cs|fs|vb))\((?<line>\d{1,7})\): error TESTERROR: (?<message>.{1,400})$/,
      /^\s{0,8}(?<message>Assert\.\w{1,40}\(\) Failure\b.{0,200})$/,
      /^\s{0,8}(?:Message: )?(?<message>Assert\.\w{1,40} failed\. Expected:<(?<expected>[^>]{0,200})>\. Actual:<(?<actual>[^>]{0,200})>\..{0,200})$/,
      /^\s{0,8}(?:Message: )?(?<message>Assert\.\w{1,40} failed\..{0,300})$/,
    ),
  ],
  hits: {
    "verification_failure proof": [
      "Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 20 ms - Foo.dll (net8.0)",
      "Test Run Failed.\nTotal tests: 5\n     Passed: 4\n     Failed: 1",
      "Test summary: total: 5, failed: 2, succeeded: 3, skipped: 0, duration: 1.2s",
      "  Test Count: 5, Passed: 4, Failed: 1, Warnings: 0",
    ],
    "success proof": [
      "Passed!  - Failed:     0, Passed:     4, Skipped:     0, Total:     4, Duration: 20 ms - Foo.dll (net8.0)",
      "Test Run Successful.\nTotal tests: 5\n     Passed: 5",
      "Test summary: total: 5, failed: 0, succeeded: 5, skipped: 0, duration: 1.2s",
    ],
    "verification_failure strong": ["[xUnit.net 00:00:01.23]     Acme.CalcTests.Adds [FAIL]"],
    "success weak": ["  Passed Acme.CalcTests.FailedLogin [3 ms]"],
  },
  misses: ["  Failed to connect [retry]"],
};

const TYPE = "(?:[A-Z]\\w{0,80}\\.){1,10}[A-Z]\\w{0,100}(?:Exception|Error)";
const UNHANDLED = new RegExp(
  `^Unhandled [Ee]xception[.:] (?<type>${TYPE}|[A-Z]\\w{0,80}Exception)(?: \\(0x[0-9A-Fa-f]{1,16}\\))?(?:: (?<message>.{1,1500}))?$`,
);
const DOTNET_TRACE_THROWN = new RegExp(
  `^(?:\\s{0,8}(?:---> )?|.{0,60}?[\\s:])(?<type>${TYPE})(?: \\(0x[0-9A-Fa-f]{1,16}\\))?: (?<message>.{1,1500})$`,
);
const DOTNET_TRACE_FRAME = /^\s{2,16}at [\w.<>`+|[\],]{1,300}\(.{0,400}\)(?: in (.{1,400}):line (\d{1,7}))?$/;
const LONGEST_MESSAGE = 12;

/** .NET. A qualified exception counts once a frame follows. */
export const dotnetTrace: Tool = {
  name: "dotnet-trace",
  kind: "runtime",
  facts: { language: "csharp" },
  rules: [
    provesFailure(/^Unhandled [Ee]xception[.:]/),
    fails(/^\s{1,8}--- End of (?:inner exception stack trace|stack trace from previous location)/),
    provesFailure(
      /^(?:Process terminated\.|Fatal error\.) (?<message>.{1,300})$/,
      /An unhandled exception (?:has occurred while executing the request|occurred while processing the request)/,
    ),
  ],
  starts: [UNHANDLED, DOTNET_TRACE_THROWN, "   at "],
  createReader: (rules) => {
    let pending: SignalFacts | undefined;
    let left = 0;
    return {
      readLine: ({ text }, report) => {
        const frame = DOTNET_TRACE_FRAME.exec(text);
        if (frame !== null) {
          const file = factText(frame[1]);
          const location = file === undefined ? undefined : { file, line: Number(frame[2]) };
          if (pending !== undefined && (location !== undefined || left <= 1)) {
            report.see({ says: "runtime_error", weight: "proof", facts: { ...pending, ...location } });
            pending = undefined;
            report.follow(0);
          } else if (pending !== undefined) {
            if (left === LONGEST_MESSAGE)
              report.see({ says: "runtime_error", weight: "strong", facts: pending });
            left -= 1;
          } else if (location !== undefined) {
            report.see({
              says: "runtime_error",
              weight: "strong",
              facts: { language: "csharp", ...location },
            });
          }
          return;
        }
        const unhandled = UNHANDLED.exec(text);
        const thrown = unhandled ?? DOTNET_TRACE_THROWN.exec(text);
        if (thrown !== null) {
          pending = { language: "csharp", ...factsOf(thrown.groups) };
          left = LONGEST_MESSAGE;
          report.follow(LONGEST_MESSAGE);
          if (unhandled !== null) report.see({ says: "runtime_error", weight: "proof", facts: pending });
          return;
        }
        if (rules.match(text, report)) return;
        if (pending !== undefined) {
          left -= 1;
          if (left <= 0) pending = undefined;
        }
      },
    };
  },
  hits: {
    "runtime_error proof, runtime_error strong": [
      "Unhandled exception. System.InvalidOperationException: Basket is empty\n   at System.Linq.ThrowHelper.ThrowNoElementsException()\n   at Shop.Basket.Pay(Decimal amount) in /src/Shop/Basket.cs:line 31\n",
    ],
    "runtime_error proof": [
      "Unhandled Exception: System.NullReferenceException: Object reference not set",
      "fail: Shop[0]\n      System.IO.IOException: closed\n         at Shop.Net.Send() in /src/Net.cs:line 4",
      " ---> System.IO.IOException: closed\n   at Shop.Net.Send() in /src/Net.cs:line 4",
      "An unhandled exception has occurred while executing the request.",
    ],
  },
  misses: [
    '    throw new System.InvalidOperationException("Basket is empty");',
    '/// <exception cref="System.IO.IOException">closed</exception>',
  ],
};
