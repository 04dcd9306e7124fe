import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { RUNTIME } from "./runtime.ts";
import { strongest } from "../../../../test/strongest.ts";

const HARMLESS: readonly (readonly [string, string])[] = [
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

describe("RUNTIME", () => {
  it.each(HARMLESS)("says nothing of %s", (_why, text) => {
    expect(
      observeText(RUNTIME, text)
        .filter((each) => each.says === "runtime_error")
        .map((each) => `${each.source} ${text.slice(each.start, each.end)}`),
    ).toEqual([]);
  });

  it("names each recogniser once", () => {
    expect(new Set(RUNTIME.map((each) => each.name)).size).toBe(RUNTIME.length);
  });

  it("has lower-case triggers", () => {
    expect(RUNTIME.flatMap((each) => each.triggers).filter((each) => each !== each.toLowerCase())).toEqual(
      [],
    );
  });

  it("reads any text and stays inside it", () => {
    const words = fc.constantFrom(
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
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 400 }),
          fc.array(words, { maxLength: 80 }).map((all) => all.join("")),
        ),
        (text) => {
          for (const { start, end } of observeText(RUNTIME, text)) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(start).toBeLessThanOrEqual(end);
          }
        },
      ),
    );
  });

  it("keeps every fact short", () => {
    const long = "y".repeat(1_500);
    const { facts } = strongest(
      RUNTIME,
      `Exit code 3\nBasketError: ${long}\nfatal: ${long}\nlevel=error msg="${long}"`,
    );
    expect(facts.error_message?.length ?? 0).toBeLessThanOrEqual(300);
  });
});
