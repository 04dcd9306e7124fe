import { countsErrors, fails, provesFailure, provesSuccess, type Tool } from "./tool.ts";

const PHP = { framework: "php", language: "php" };

const PHPCS = { framework: "phpcs", language: "php" };

const RUBY = { framework: "ruby", language: "ruby" };

const RUBOCOP = { framework: "rubocop", language: "ruby" };

const SORBET = { framework: "sorbet", language: "ruby" };

const ERB = { framework: "erb-lint", language: "ruby" };

/** Syntax checks and linters of PHP, Ruby, Perl, Lua, R and shell. */
export const scriptLint: Tool = {
  name: "script-lint",
  kind: "check",
  rules: [
    fails(
      PHP,
      /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(?<message>syntax error, .{1,400}) in (?<file>.{1,250}) on line (?<line>\d{1,7})$/,
    ),
    provesFailure(PHP, /^Errors parsing (?<file>\S{1,250})$/),
    provesSuccess(PHP, /^No syntax errors detected in \S/),
    countsErrors(
      { framework: "phpstan", language: "php" },
      /^\s{0,2}\[ERROR\] Found (?<count>\d{1,7}) errors?\b/,
    ),
    provesSuccess({ framework: "phpstan", language: "php" }, /^\s{0,2}\[OK\] No errors$/),
    countsErrors(PHPCS, /^FOUND (?<count>\d{1,7}) ERRORS?\b/),
    fails(PHPCS, /^(?<file>[^\s:]{1,250}\.php):(?<line>\d{1,7}):\d{1,6}: error - (?<message>.+)$/),
    fails(
      { framework: "psalm", language: "php" },
      /^ERROR: (?<type>[A-Z]\w{3,80}) - (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} - (?<message>.+)$/,
    ),
    countsErrors(/^(?<count>\d{1,7}|No) errors? found!?$/),
    countsErrors(
      { framework: "php-cs-fixer", language: "php" },
      /^Found (?<count>\d{1,7}) of \d{1,7} files that can be fixed in /,
    ),
    fails(
      { framework: "pint", language: "php" },
      /^\s{0,4}FAIL {1,3}\.{5,} {1,3}\d{1,7} files, (?<message>\d{1,7} style issues?)/,
    ),
    provesSuccess(RUBY, /^Syntax OK$/),
    fails(
      { framework: "puppet-lint", language: "puppet" },
      /^ERROR: (?<message>[a-z].{1,300}) on line (?<line>\d{1,7})(?: col \d{1,6})?$/,
    ),
    fails(
      { framework: "reek", language: "ruby" },
      /^\s{2,4}\[\d{1,6}(?:, \d{1,6}){0,40}\]:(?<type>[A-Z]\w{3,60}): (?<message>.+)$/,
    ),
    countsErrors({ framework: "brakeman", language: "ruby" }, /^Security Warnings: (?<count>\d{1,6})$/),
    fails(
      RUBY,
      /^(?:ruby: )?(?<file>[^\s:]{1,250}\.rb|-e):(?<line>\d{1,7}): (?<message>syntax errors?\b.*)$/,
    ),
    fails(
      RUBOCOP,
      /^\s{0,4}(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: [CWEFR]: (?:\[Correct(?:able|ed)\] )?(?:(?<type>[A-Z]\w{1,40}\/\w{1,60}): )?(?<message>.+)$/,
      /^\s{0,4}(?<file>[^\s:]{1,250}\.rb):(?<line>\d{1,7}):\d{1,6}: (?<type>[A-Z]\w{1,40}\/\w{1,60}): (?<message>.+)$/,
    ),
    countsErrors(RUBOCOP, /^\d{1,7} files? inspected, (?<count>no|\d{1,7}) offenses? detected/),
    fails(
      SORBET,
      /^(?<file>[^\s:]{1,250}\.rbi?):(?<line>\d{1,7}): (?<message>.{1,600}) https:\/\/srb\.help\/(?<type>\d{4})$/,
    ),
    provesSuccess(SORBET, /^No errors! Great job\.$/),
    countsErrors(SORBET, /^Errors: (?<count>\d{1,7})$/),
    fails(
      "haml-lint",
      /^(?<file>[^\s:]{1,250}\.(?:haml|slim|erb|scss|coffee)):(?<line>\d{1,7})(?::\d{1,6})? \[[WEF]\] (?:(?<type>\w{3,60}): )?(?<message>.+)$/,
    ),
    countsErrors(ERB, /^(?<count>\d{1,7}|No) (?:error\(s\)|errors) were found in ERB files/),
    fails(
      { framework: "shellcheck", language: "shell" },
      /(?:^|\s)(?<type>SC\d{4}) \((?:error|warning|info|style)\): (?<message>.+)$/,
    ),
    fails(
      { framework: "shellcheck", language: "shell" },
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?:error|warning|note|style): (?<message>.{1,600}) \[(?<type>SC\d{4})\]$/,
    ),
    fails({ framework: "perl", language: "perl" }, /^(?<file>\S{1,250}) had compilation errors\.$/),
    provesSuccess({ framework: "perl", language: "perl" }, /^\S{1,250}\.(?:pl|pm|t) syntax OK$/),
    fails(
      { framework: "perl", language: "perl" },
      /^(?<message>syntax error) at (?<file>\S{1,250}) line (?<line>\d{1,7}), near "/,
    ),
    fails(
      { framework: "luacheck", language: "lua" },
      /^\s{4}(?<file>[^\s:]{1,250}\.lua):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: (?<message>(?:\((?:[WE]\d{3})\) )?\S.+)$/,
    ),
    fails(
      { framework: "luac", language: "lua" },
      /^luac?(?:\d\.\d|jit)?: (?<file>[^\s:]{1,250}\.lua):(?<line>\d{1,7}): (?<message>.{1,300} (?:expected|near) .+)$/,
    ),
    fails(
      { framework: "lintr", language: "r" },
      /^(?<file>[^\s:]{1,250}\.[Rr](?:md)?):(?<line>\d{1,7}):\d{1,6}: (?:style|warning|error): \[(?<type>\w{3,60}_linter)\] (?<message>.+)$/,
    ),
  ],
  starts: ["]:"],
  hits: {
    "verification_failure strong, verification_failure proof": [
      'PHP Parse error:  syntax error, unexpected token "}" in cart.php on line 12\nErrors parsing cart.php',
    ],
    "success proof": [
      "No syntax errors detected in cart.php",
      " [OK] No errors",
      "FOUND 0 ERRORS AND 2 WARNINGS AFFECTING 2 LINES",
      "No errors found!",
      "Syntax OK",
      "20 files inspected, no offenses detected",
      "No errors! Great job.",
      "cart.pl syntax OK",
    ],
    "verification_failure proof": [
      " [ERROR] Found 3 errors",
      "FOUND 5 ERRORS AND 1 WARNING AFFECTING 5 LINES",
      "Found 2 of 40 files that can be fixed in 0.3 seconds, 18 MB memory used",
      "20 files inspected, 3 offenses detected, 2 offenses autocorrectable",
    ],
    "verification_failure strong": [
      "ERROR: UndefinedVariable - src/cart.php:12:5 - Cannot find referenced variable $x",
      "cart.rb:12: syntax error, unexpected end-of-input",
      "app/cart.rb:12:5: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings",
      "  app/cart.rb:12:5: Style/StringLiterals: Prefer double-quoted strings",
      "cart.rb:12: Method `totl` does not exist on `Cart` https://srb.help/7003",
      "In run.sh line 3:\nrm $dir\n   ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.",
      "run.sh:3:4: note: Double quote to prevent globbing. [SC2086]",
      'syntax error at cart.pl line 12, near "}"\ncart.pl had compilation errors.',
      "    src/cart.lua:12:7: unused variable total",
      "R/cart.R:12:81: style: [line_length_linter] Lines should not be more than 80 characters.",
    ],
  },
  misses: ["# shellcheck disable=SC2086", "app/cart.rb:12:    raise SyntaxError, 'no'"],
};
