import { describe, expect, it } from "vitest";
import { lintLines } from "./lint-lines.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([lintLines], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("lintLines", () => {
  it.each([
    [
      "a rule in parentheses",
      "src/cart.ml:12:5: variable total is unused (unused-variable)",
      ["verification_failure strong"],
    ],
    [
      "a rule in brackets",
      '.github/workflows/ci.yml:12:9: property "os" is not defined in object type {} [expression]',
      ["verification_failure strong"],
    ],
    [
      "a severity",
      "kernel/cart.zig:12:5: error: use of undeclared identifier 'total'",
      ["verification_failure strong"],
    ],
    [
      "a severity without a column",
      "cart.nix:12: error: undefined variable 'total'",
      ["verification_failure strong"],
    ],
    [
      "a code before the message",
      "cart.vhd.txt:12:5: E103 missing semicolon",
      ["verification_failure strong"],
    ],
    [
      "two lines of prose",
      "  /app/a.js:4:12: Missing space before function parentheses.\n  /app/a.js:8:21: Strings must use singlequote.",
      ["verification_failure strong"],
    ],
    ["one line of prose is not enough", "/app/a.js:4:12: Missing space before function parentheses.", []],
    [
      "prose without a space, as raw formats print it",
      "/app/a.php:4:Access to an undefined property Cart::$total.\n/app/a.php:9:Call to method total() with incorrect case.",
      ["verification_failure strong"],
    ],
    [
      "brackets round the position",
      'cart.pas(12,5) Error: Identifier not found "total"',
      ["verification_failure strong"],
    ],
    [
      "a rule in brackets before the message",
      "tasks/main.yml:2: [E301] Commands should not change things",
      ["verification_failure strong"],
    ],
    [
      "a rule's name before the message",
      "deploy.yml:8: package-latest Package installs should not use latest",
      ["verification_failure strong"],
    ],
    [
      "no space, but a loud severity",
      "site.pp:2:10:ERROR: trailing whitespace found",
      ["verification_failure strong"],
    ],
    [
      "a severity with the rule's name",
      "cart.js(4,9): error semi : Missing semicolon.",
      ["verification_failure strong"],
    ],
    [
      "warnings",
      "src/cart.rs:10:13: warning: use of a placeholder name `foo`\nsrc/cart.rs:27:8: warning: length comparison to zero",
      [],
    ],
    [
      "search hits",
      'src/cart.ts:12:export const total = 0;\nsrc/cart.ts:14:// error: never reached\nsrc/cart.ts:18:  throw new Error("empty cart");',
      [],
    ],
    [
      "search hits in indented source",
      'src/cart.py:12:    raise ValueError("error: no items")\nsrc/cart.py:18:        return total',
      [],
    ],
    [
      "search hits with columns",
      'src/cart.go:12:3:\tif err != nil {\nsrc/cart.go:14:4:\t\treturn fmt.Errorf("total: %w", err)',
      [],
    ],
    [
      "search hits in prose files",
      "docs/a.md:4:The error handling is described here.\ndocs/a.md:9:Every error has a code.",
      [],
    ],
    [
      "search hits among which some read as prose",
      "src/a.py:1:Usage of the cart module\nsrc/a.py:2:import os;\nsrc/a.py:9:Totals are kept here",
      [],
    ],
    ["a test's log lines", "    cart_test.go:12: total is now three\n    cart_test.go:19: still three", []],
    [
      "a logger that prints its place",
      "main.go:23: listening on port 8080\nmain.go:31: accepted a connection",
      [],
    ],
    [
      "addresses",
      "Listening on http://localhost:3000: ready\nredis.internal:6379: connected to the server",
      [],
    ],
    ["a trace's frames", "    at total (/app/src/cart.js:12:5)\n    at main (/app/src/main.js:3:1)", []],
    ["a count of errors", "Found 3 errors.", ["verification_failure proof"]],
    ["no errors", "0 errors, 2 warnings", ["success proof"]],
    ["no problems, in words", "✔ No problems found", ["success proof"]],
    ["a verdict in words", "Linting failed for 2 files", ["verification_failure strong"]],
    ["a heading", "## Found errors", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps place, rule and message", () => {
    expect(
      observeText([lintLines], "src/cart.ml:12:5: variable total is unused (unused-variable)")[0]?.facts,
    ).toEqual({
      file: "src/cart.ml",
      line: 12,
      language: "ocaml",
      error_type: "unused-variable",
      error_message: "variable total is unused (unused-variable)",
    });
  });
});
