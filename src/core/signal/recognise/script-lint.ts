import { countsErrors, fails, lineRules, settlesFailure, settlesSuccess } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const PHP = { framework: "php", language: "php" };
const PHPCS = { framework: "phpcs", language: "php" };
const RUBY = { framework: "ruby", language: "ruby" };
const RUBOCOP = { framework: "rubocop", language: "ruby" };
const SORBET = { framework: "sorbet", language: "ruby" };
const ERB = { framework: "erb-lint", language: "ruby" };

/** Syntax checks and linters of PHP, Ruby, Perl, Lua, R and shell. */
export const scriptLint: Recogniser = lineRules(
  "script-lint",
  [
    "error",
    "syntax ok",
    "had compilation errors",
    "]:",
    "security warnings",
    ".rb:",
    ".php:",
    "offense",
    "srb.help",
    "sc1",
    "sc2",
    "sc3",
    "can be fixed",
    ".lua:",
    "_linter]",
    ".haml:",
    ".slim:",
    ".erb:",
    "style issue",
    "-- sc",
    "syntax error",
    ".pl ",
  ],
  {},
  [
    fails(
      /^(?:PHP )?(?:Parse|Fatal) error: {1,2}(?<message>syntax error, .{1,400}) in (?<file>.{1,250}) on line (?<line>\d{1,7})$/,
      PHP,
    ),
    settlesFailure(/^Errors parsing (?<file>\S{1,250})$/, PHP),
    settlesSuccess(/^No syntax errors detected in \S/, PHP),
    countsErrors(/^\s{0,2}\[ERROR\] Found (?<count>\d{1,7}) errors?\b/, {
      framework: "phpstan",
      language: "php",
    }),
    settlesSuccess(/^\s{0,2}\[OK\] No errors$/, { framework: "phpstan", language: "php" }),
    countsErrors(/^FOUND (?<count>\d{1,7}) ERRORS?\b/, PHPCS),
    fails(/^(?<file>[^\s:]{1,250}\.php):(?<line>\d{1,7}):\d{1,6}: error - (?<message>.+)$/, PHPCS),
    fails(
      /^ERROR: (?<code>[A-Z]\w{3,80}) - (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6} - (?<message>.+)$/,
      { framework: "psalm", language: "php" },
    ),
    countsErrors(/^(?<count>\d{1,7}|No) errors? found!?$/),
    countsErrors(/^Found (?<count>\d{1,7}) of \d{1,7} files that can be fixed in /, {
      framework: "php-cs-fixer",
      language: "php",
    }),
    fails(/^\s{0,4}FAIL {1,3}\.{5,} {1,3}\d{1,7} files, (?<message>\d{1,7} style issues?)/, {
      framework: "pint",
      language: "php",
    }),

    settlesSuccess(/^Syntax OK$/, RUBY),
    fails(/^ERROR: (?<message>[a-z].{1,300}) on line (?<line>\d{1,7})(?: col \d{1,6})?$/, {
      framework: "puppet-lint",
      language: "puppet",
    }),
    fails(/^\s{2,4}\[\d{1,6}(?:, \d{1,6}){0,40}\]:(?<code>[A-Z]\w{3,60}): (?<message>.+)$/, {
      framework: "reek",
      language: "ruby",
    }),
    countsErrors(/^Security Warnings: (?<count>\d{1,6})$/, { framework: "brakeman", language: "ruby" }),
    fails(
      /^(?:ruby: )?(?<file>[^\s:]{1,250}\.rb|-e):(?<line>\d{1,7}): (?<message>syntax errors?\b.*)$/,
      RUBY,
    ),
    fails(
      /^\s{0,4}(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: [CWEFR]: (?:\[Correct(?:able|ed)\] )?(?:(?<code>[A-Z]\w{1,40}\/\w{1,60}): )?(?<message>.+)$/,
      RUBOCOP,
    ),
    fails(
      /^\s{0,4}(?<file>[^\s:]{1,250}\.rb):(?<line>\d{1,7}):\d{1,6}: (?<code>[A-Z]\w{1,40}\/\w{1,60}): (?<message>.+)$/,
      RUBOCOP,
    ),
    countsErrors(/^\d{1,7} files? inspected, (?<count>no|\d{1,7}) offenses? detected/, RUBOCOP),
    fails(
      /^(?<file>[^\s:]{1,250}\.rbi?):(?<line>\d{1,7}): (?<message>.{1,600}) https:\/\/srb\.help\/(?<code>\d{4})$/,
      SORBET,
    ),
    settlesSuccess(/^No errors! Great job\.$/, SORBET),
    countsErrors(/^Errors: (?<count>\d{1,7})$/, SORBET),
    fails(
      /^(?<file>[^\s:]{1,250}\.(?:haml|slim|erb|scss|coffee)):(?<line>\d{1,7})(?::\d{1,6})? \[[WEF]\] (?:(?<code>\w{3,60}): )?(?<message>.+)$/,
      { framework: "haml-lint" },
    ),
    countsErrors(/^(?<count>\d{1,7}|No) (?:error\(s\)|errors) were found in ERB files/, ERB),

    fails(/(?:^|\s)(?<code>SC\d{4}) \((?:error|warning|info|style)\): (?<message>.+)$/, {
      framework: "shellcheck",
      language: "shell",
    }),
    fails(
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?:error|warning|note|style): (?<message>.{1,600}) \[(?<code>SC\d{4})\]$/,
      { framework: "shellcheck", language: "shell" },
    ),

    fails(/^(?<file>\S{1,250}) had compilation errors\.$/, {
      framework: "perl",
      language: "perl",
    }),
    settlesSuccess(/^\S{1,250}\.(?:pl|pm|t) syntax OK$/, { framework: "perl", language: "perl" }),
    fails(/^(?<message>syntax error) at (?<file>\S{1,250}) line (?<line>\d{1,7}), near "/, {
      framework: "perl",
      language: "perl",
    }),
    fails(
      /^\s{4}(?<file>[^\s:]{1,250}\.lua):(?<line>\d{1,7}):\d{1,6}(?:-\d{1,6})?: (?<message>(?:\((?:[WE]\d{3})\) )?\S.+)$/,
      { framework: "luacheck", language: "lua" },
    ),
    fails(
      /^luac?(?:\d\.\d|jit)?: (?<file>[^\s:]{1,250}\.lua):(?<line>\d{1,7}): (?<message>.{1,300} (?:expected|near) .+)$/,
      { framework: "luac", language: "lua" },
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.[Rr](?:md)?):(?<line>\d{1,7}):\d{1,6}: (?:style|warning|error): \[(?<code>\w{3,60}_linter)\] (?<message>.+)$/,
      { framework: "lintr", language: "r" },
    ),
  ],
);
