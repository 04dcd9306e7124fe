import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPILERS_AND_LINTERS } from "./compilers-and-linters.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText(COMPILERS_AND_LINTERS, text).map(({ says }) => says)),
];

describe("COMPILERS_AND_LINTERS", () => {
  it.each([
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
  ])("hears no failure in %s", (_why, text) => {
    expect(said(text).filter((each) => each !== "success")).toEqual([]);
  });

  it("hears a check behind the prefixes of a pipeline", () => {
    expect(
      said("2025-03-01T10:00:00.1234567Z ##[error]src/cart.ts(3,1): error TS2304: Cannot find name 'x'."),
    ).toContain("verification_failure");
    expect(said("#12 4.210 src/cart.c:3:1: error: expected ';'")).toContain("verification_failure");
  });

  const piece = fc.constantFrom(
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
  );

  it("takes bounded time and never throws, whatever the line", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), piece, (repeated, end) => {
        const line = repeated.join("").repeat(2_000).slice(0, 1_990) + end;
        const before = performance.now();
        observeText(COMPILERS_AND_LINTERS, line);
        expect(performance.now() - before).toBeLessThan(250);
      }),
      { numRuns: 300 },
    );
  });
});
