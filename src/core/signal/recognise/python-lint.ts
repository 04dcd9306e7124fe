import {
  countsErrors,
  fails,
  ignores,
  lineRules,
  passes,
  settlesFailure,
  settlesSuccess,
} from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const FLAKE8 = { framework: "flake8" };
const PYLINT = { framework: "pylint" };
const RUFF = { framework: "ruff" };
const MYPY = { framework: "mypy" };
const PYRIGHT = { framework: "pyright" };
const BLACK = { framework: "black" };

/** Linters, type-checkers and formatters of Python. */
export const pythonLint: Recogniser = lineRules(
  "python-lint",
  [
    ".py:",
    ".pyi:",
    ".ipynb:",
    '.py"',
    "rated at ",
    "all checks passed",
    "found ",
    "fixable",
    "reformat",
    "would be left",
    "already formatted",
    "left unchanged",
    "no issues",
    "incorrectly sorted",
    "oh no!",
    ">> issue: ",
    "informations",
    "cannot format",
    "cannot parse",
    "failed to parse",
    "failed (minimum",
    "passed (minimum",
    "unused-import",
    "sorry: ",
    "type errors",
  ],
  { language: "python" },
  [
    fails(
      /^(?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}:? (?<code>[CRWEF]\d{4}): (?<message>.+)$/,
      PYLINT,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}:? (?<code>[A-Z]{1,5}\d{2,4}):? (?<message>\S.*)$/,
      FLAKE8,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}): \[(?<code>[CRWEF]\d{4})[^\]]{0,80}\] (?<message>.+)$/,
      PYLINT,
    ),
    fails(/^(?<code>[CRWEF]): ?(?<line>\d{1,7}), ?\d{1,6}: (?<message>.+ \([a-z-]{3,60}\))$/, PYLINT),
    ignores(/^[^\s:]{1,250}\.pyi?:\d{1,7}(?::\d{1,6})?: (?:note|warning): /),
    fails(
      /^(?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7})(?::\d{1,6}){0,3}: error: (?<message>.{1,500}?)(?: {1,2}\[(?<code>[a-z][a-z-]{1,60})\])?$/,
      MYPY,
    ),
    fails(
      /^\s{0,4}(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}):\d{1,6} - error: (?<message>.{1,500}?)(?: \((?<code>report\w{3,60})\))?$/,
      PYRIGHT,
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}):\d{1,6} (?<message>[A-Z][\w ]{3,80} \[(?<code>\d{1,3})\]: .+)$/,
      { framework: "pyre" },
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}): (?<message>unused [a-z]{3,20} '.{1,200}' \(\d{1,3}% confidence.{0,60}\))$/,
      { framework: "vulture" },
    ),
    fails(
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}) (?:at module level|in (?:public|private) .{1,200}):$/,
      { framework: "pydocstyle" },
    ),
    fails(
      /^File "(?<file>[^"]{1,250}\.py)", line (?<line>\d{1,7}), in .{1,200}: (?<message>.{1,400}) \[(?<code>[a-z]{2,30}(?:-[a-z]{2,30}){1,4})\]$/,
      { framework: "pytype" },
    ),
    fails(
      /^ {0,4}--> (?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}$/,
      RUFF,
    ),
    countsErrors(
      /^Found (?<count>\d{1,7}) errors? in \d{1,7} files? \((?:checked \d{1,7} source files?|errors prevented further checking)\)/,
      MYPY,
    ),
    settlesSuccess(/^Success: no issues found in \d{1,7} source files?/, MYPY),
    countsErrors(/^Found \d{1,7} errors? \(\d{1,7} fixed, (?<count>\d{1,7}) remaining\)/, RUFF),
    fails(
      /^\[\*\] \d{1,7} (?:potentially )?fix(?:able|es) (?:are )?(?:available )?with the `--fix` option/,
      RUFF,
    ),
    fails(
      /^error: Failed to parse (?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/,
      RUFF,
    ),
    settlesSuccess(/^All checks passed!/, RUFF),
    countsErrors(
      /^\s{0,2}(?<count>\d{1,7}) errors?, \d{1,7} warnings?, \d{1,7} (?:informations?|notes?)/,
      PYRIGHT,
    ),
    settlesSuccess(/^Your code has been rated at 10(?:\.00)?\/10/, PYLINT),
    fails(/^Your code has been rated at -?\d{1,6}\.\d\d\/10/, PYLINT),
    fails(/^[Ww]ould reformat:? (?<file>\S.{0,250})$/, BLACK),
    settlesFailure(/^\d{1,7} files? would be reformatted/, BLACK),
    settlesFailure(/^Oh no! /, BLACK),
    fails(/^error: ?cannot format (?<file>[^:]{1,250}): (?<message>.+)$/, BLACK),
    settlesSuccess(/^\d{1,7} files? (?:would be left unchanged|already formatted)/, BLACK),
    passes(
      /^(?:\d{1,7} files? reformatted(?:, \d{1,7} files? left unchanged)?|\d{1,7} files? left unchanged)\.?$/,
      BLACK,
    ),
    fails(/^ERROR: (?<file>\S.{0,250}\.pyi?) (?<message>Imports are incorrectly sorted.*)$/, {
      framework: "isort",
    }),
    fails(/^>> Issue: \[(?<code>B\d{3}):[\w-]{1,80}\] (?<message>.+)$/, { framework: "bandit" }),
    settlesSuccess(/^\s{0,8}No issues identified\.$/, { framework: "bandit" }),
    settlesFailure(/^RESULT: FAILED \(minimum: [\d.]{1,6}%, actual: [\d.]{1,6}%\)/, {
      framework: "interrogate",
    }),
    settlesSuccess(/^RESULT: PASSED \(minimum: [\d.]{1,6}%, actual: [\d.]{1,6}%\)/, {
      framework: "interrogate",
    }),
    countsErrors(/^(?:ƛ )?Found (?<count>\d{1,7}) type errors?!/, { framework: "pyre" }),
    settlesSuccess(/^(?:ƛ )?No type errors found/, { framework: "pyre" }),
    fails(/^Sorry: (?<code>(?:Syntax|Indentation|Tab)Error): (?<message>.+)$/, { framework: "py_compile" }),
  ],
);
