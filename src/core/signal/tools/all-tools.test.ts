import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../../../../test/cpu-time.ts";
import { observeText } from "../../../../test/observe-text.ts";
import { TOOLS } from "./all-tools.ts";
import type { Tool } from "./tool.ts";

const ofKind = (kind: Tool["kind"]): readonly Tool[] => TOOLS.filter((tool) => tool.kind === kind);
const RUNTIME = ofKind("runtime");
const CHECKS = ofKind("check");
const TEST_RUNNERS = ofKind("test");

const failuresIn = (tools: readonly Tool[], text: string): readonly string[] =>
  observeText(tools, text)
    .filter(({ says }) => says !== "success")
    .map(({ source, start, end }) => `${source}: ${text.slice(start, end)}`);

/** Texts that mention errors without anything having been run. */
const NOT_RUN: readonly (readonly [string, string])[] = [
  [
    "Python source",
    'try:\n    pay()\nexcept (ValueError, KeyError) as error:\n    logger.error("Failed to pay: %s", error)\n    raise PaymentError("not found") from error\n',
  ],
  [
    "TypeScript source",
    'try {\n  await pay();\n} catch (error: unknown) {\n  console.error("Error: payment failed", error);\n  throw new Error(`exit code ${code}`);\n}\n',
  ],
  [
    "Go source",
    'if err != nil {\n\treturn nil, fmt.Errorf("failed to open %s: %w", path, err)\n}\npanic("unreachable")\n',
  ],
  [
    "Rust source",
    'let file = File::open(path).expect("No such file or directory");\nreturn Err(Error::new(ErrorKind::NotFound, "missing"));\n',
  ],
  [
    "Java source",
    'catch (IOException e) {\n    log.error("Connection refused", e);\n    throw new IllegalStateException("timed out after 5s");\n}\n',
  ],
  ["shell source", 'if [ $? -ne 0 ]; then\n  echo "Error: command failed" >&2\n  exit 1\nfi\n'],
  [
    "a diff",
    'diff --git a/pay.ts b/pay.ts\n--- a/pay.ts\n+++ b/pay.ts\n@@ -1,3 +1,3 @@\n-  throw new Error("failed");\n+  throw new PaymentError("Connection refused");\n',
  ],
  [
    "search hits",
    'src/pay.ts:12:  throw new Error("Permission denied");\nsrc/pay.ts:40:    // exited with code 1\ndocs/errors.md:3:Error: not found\n',
  ],
  [
    "a listing",
    "error.log\nerrors/\nfatal-error.ts\nError.java\npanic.rs\ntotal 8\n-rw-r--r-- 1 me me 8 Jan  2 10:00 failed-payments.csv\n",
  ],
  [
    "commits",
    '1a2b3c4 Fix crash when basket is empty\n2b3c4d5 Handle ECONNREFUSED in client\n3c4d5e6 Revert "Add error page"\n',
  ],
  [
    "a document",
    "# Errors\n\nThe server answers 404 when the basket is not found and 500 when the database is down.\n\n- `ValueError`: the amount is negative\n- exit code 2: bad usage\n",
  ],
  [
    "ordinary logs",
    "2026-01-02 10:00:00 INFO started on port 8080\n2026-01-02 10:00:01 DEBUG error handler registered\n2026-01-02 10:00:02 WARN slow query\n",
  ],
  ["a settings file", "log:\n  level: error\n  on_failure: retry\nerrors:\n  - 404\n  - 500\n"],
  [
    "JSON about errors",
    '{\n  "errors": [],\n  "error": null,\n  "failed": 0,\n  "messages": { "notFound": "Not found" }\n}\n',
  ],
  [
    "a page",
    '<html>\n<head><title>Error handling</title></head>\n<body><p class="error">Something failed</p></body>\n</html>\n',
  ],
  [
    "passing tests named after failures",
    "test_failed_login PASSED\n✓ throws TypeError: not a function (2 ms)\n--- PASS: TestExitCode127 (0.00s)\nok 3 - Error: is rendered\n",
  ],
  [
    "a finished installation",
    "Requirement already satisfied: errorlib in ./venv\nnpm warn deprecated rimraf@3: no longer supported\n",
  ],
  ["git at work", "On branch fix/error-page\nnothing to commit, working tree clean\n"],
  [
    "a person's question",
    "Could you check whether the error handling in pay.ts covers timeouts? I think it fails silently.",
  ],
  [
    "a person's request",
    "Add a test that expects exit code 1 when the file is not found, and log the error.",
  ],
];

const NOT_CHECKED: readonly (readonly [string, string])[] = [
  [
    "source that raises and handles errors",
    'def check(path):\n    try:\n        return parse(path)\n    except SyntaxError as error:\n        raise ValueError(f"error: {path}: {error}")\n    # error: never reached\n',
  ],
  [
    "source that prints a summary",
    'console.log(`Found ${count} errors in ${files} files.`);\nif (count > 0) throw new Error("Build failed");\n',
  ],
  [
    "a diff",
    "diff --git a/cart.ts b/cart.ts\n@@ -1,2 +1,2 @@\n-throw new Error('Failed to compile.');\n+throw new Error('BUILD FAILED');\n",
  ],
  [
    "a search",
    "src/cart.ts:4:throw new Error('error TS2322: no');\nsrc/cart.rs:9:    error!(\"error[E0308]: no\");\n",
  ],
  [
    "a changelog",
    "## 2.1.0\n\n- Fix: `error TS2345` no longer breaks the build\n- Report 3 problems (2 errors, 1 warning) in one line\n- `make: *** Error 1` is shown once\n",
  ],
  ["a listing", "errors.ts\nbuild-failed.md\nlint-errors.log\n"],
  ["an ordinary log", "INFO started\nINFO handled 12 requests, 0 errors so far\nINFO stopped\n"],
  [
    "warnings of several tools",
    "src/a.c:3:5: warning: unused variable 'x'\nwarning: unused import: `std::fs`\nsrc/a.rs:1:5: warning: unused\nnpm warn deprecated left-pad@1.3.0\n",
  ],
];

const NOT_TESTED: readonly (readonly [string, string])[] = [
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
];

describe("runtime tools", () => {
  it.each(NOT_RUN)("see no failure in %s", (_why, text) => {
    expect(failuresIn(RUNTIME, text)).toEqual([]);
  });
});

describe("checks", () => {
  it.each(NOT_CHECKED)("see no failure in %s", (_why, text) => {
    expect(failuresIn(CHECKS, text)).toEqual([]);
  });

  it.each([
    "2025-03-01T10:00:00.1234567Z ##[error]src/cart.ts(3,1): error TS2304: Cannot find name 'x'.",
    "#12 4.210 src/cart.c:3:1: error: expected ';'",
  ])("see a failure behind a pipeline's prefix in %j", (text) => {
    expect(failuresIn(CHECKS, text)).not.toEqual([]);
  });
});

describe("test runners", () => {
  it.each(NOT_TESTED)("see no failure in %s", (_why, text) => {
    expect(failuresIn(TEST_RUNNERS, text)).toEqual([]);
  });
});

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

const PIECES = [
  ...FRAGMENTS,
  "Error: ",
  "at ",
  "\n",
  "panic: ",
  "(",
  ":12:",
  '"',
  "exit code ",
  "1",
  " ",
  "x".repeat(40),
  "Traceback (most recent call last):",
  'File "a", line 1',
  "\t",
  "java.lang.",
  "ERROR ",
  "error",
  ": ",
  "a.py:1:1:",
  " ",
  "  ",
  "(",
  ")",
  "[",
  "]",
  "a",
  "-",
  ".",
  "━",
  "✖",
  "1",
  ",",
  "/",
  "'",
  '"',
  "E501",
  "warning",
  "--> ",
  "•",
  "\t",
  "...",
  "FAILED",
];

describe("all tools, whatever the text", () => {
  it("report spans inside the text and bounded facts", () => {
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 400 }), pieces), (text) => {
        for (const { start, end, facts } of observeText(TOOLS, text)) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(start).toBeLessThanOrEqual(end);
          for (const value of Object.values(facts ?? {}).flat())
            expect(String(value).length).toBeLessThanOrEqual(300);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keep facts of long lines short", () => {
    const long = "y".repeat(1_500);
    const text = `Exit code 3\nBasketError: ${long}\nfatal: ${long}\nlevel=error msg="${long}"`;
    for (const { facts } of observeText(TOOLS, text))
      expect(facts?.error_message?.length ?? 0).toBeLessThanOrEqual(300);
  });

  it("take bounded time for a line of repeated pieces", () => {
    const piece = fc.constantFrom(...PIECES.filter((each) => each !== "\n"));
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), piece, (repeated, end) => {
        const line = repeated.join("").repeat(2_000).slice(0, 1_990) + end;
        const before = cpuMs();
        observeText(TOOLS, line);
        expect(cpuMs() - before).toBeLessThan(400);
      }),
      { numRuns: 300 },
    );
  });

  it("stay linear on repeated hostile fragments", () => {
    for (const fragment of FRAGMENTS) {
      const started = cpuMs();
      observeText(TOOLS, `FAILED ${fragment.repeat(Math.ceil(20_000 / fragment.length))}`);
      expect(cpuMs() - started).toBeLessThan(1_500);
    }
  });
});
