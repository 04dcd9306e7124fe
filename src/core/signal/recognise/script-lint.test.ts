import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { scriptLint } from "./script-lint.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([scriptLint], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("scriptLint", () => {
  it.each([
    [
      "php -l fails",
      'PHP Parse error:  syntax error, unexpected token "}" in cart.php on line 12\nErrors parsing cart.php',
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["php -l passes", "No syntax errors detected in cart.php", ["success proof"]],
    ["phpstan fails", " [ERROR] Found 3 errors", ["verification_failure proof"]],
    ["phpstan passes", " [OK] No errors", ["success proof"]],
    ["phpcs", "FOUND 5 ERRORS AND 1 WARNING AFFECTING 5 LINES", ["verification_failure proof"]],
    ["phpcs warnings", "FOUND 0 ERRORS AND 2 WARNINGS AFFECTING 2 LINES", ["success proof"]],
    [
      "psalm",
      "ERROR: UndefinedVariable - src/cart.php:12:5 - Cannot find referenced variable $x",
      ["verification_failure strong"],
    ],
    ["psalm passes", "No errors found!", ["success proof"]],
    [
      "php-cs-fixer",
      "Found 2 of 40 files that can be fixed in 0.3 seconds, 18 MB memory used",
      ["verification_failure proof"],
    ],
    ["ruby -c passes", "Syntax OK", ["success proof"]],
    ["ruby -c fails", "cart.rb:12: syntax error, unexpected end-of-input", ["verification_failure strong"]],
    [
      "rubocop",
      "app/cart.rb:12:5: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings",
      ["verification_failure strong"],
    ],
    [
      "rubocop summary, broken",
      "20 files inspected, 3 offenses detected, 2 offenses autocorrectable",
      ["verification_failure proof"],
    ],
    ["rubocop summary, clean", "20 files inspected, no offenses detected", ["success proof"]],
    [
      "standardrb",
      "  app/cart.rb:12:5: Style/StringLiterals: Prefer double-quoted strings",
      ["verification_failure strong"],
    ],
    [
      "sorbet",
      "cart.rb:12: Method `totl` does not exist on `Cart` https://srb.help/7003",
      ["verification_failure strong"],
    ],
    ["sorbet passes", "No errors! Great job.", ["success proof"]],
    [
      "shellcheck",
      "In run.sh line 3:\nrm $dir\n   ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.",
      ["verification_failure strong"],
    ],
    [
      "shellcheck, gcc form",
      "run.sh:3:4: note: Double quote to prevent globbing. [SC2086]",
      ["verification_failure strong"],
    ],
    [
      "perl -c fails",
      'syntax error at cart.pl line 12, near "}"\ncart.pl had compilation errors.',
      ["verification_failure strong"],
    ],
    ["perl -c passes", "cart.pl syntax OK", ["success proof"]],
    ["luacheck", "    src/cart.lua:12:7: unused variable total", ["verification_failure strong"]],
    [
      "lintr",
      "R/cart.R:12:81: style: [line_length_linter] Lines should not be more than 80 characters.",
      ["verification_failure strong"],
    ],
    ["a directive in source", "# shellcheck disable=SC2086", []],
    ["a search hit", "app/cart.rb:12:    raise SyntaxError, 'no'", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps the cop of an offense", () => {
    expect(
      observeText([scriptLint], "app/cart.rb:12:5: C: Style/StringLiterals: Prefer single quotes")[0]?.facts,
    ).toEqual({
      framework: "rubocop",
      language: "ruby",
      file: "app/cart.rb",
      line: 12,
      error_type: "Style/StringLiterals",
      error_message: "Prefer single quotes",
    });
  });
});
