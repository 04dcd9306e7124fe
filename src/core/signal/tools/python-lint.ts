import { countsErrors, fails, ignores, passes, provesFailure, provesSuccess, type Tool } from "./tool.ts";

/** Linters, type-checkers and formatters of Python. */
export const pythonLint: Tool = {
  name: "python-lint",
  kind: "check",
  facts: { language: "python" },
  rules: [
    fails(
      "pylint",
      /^(?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}:? (?<type>[CRWEF]\d{4}): (?<message>.+)$/,
    ),
    fails(
      "flake8",
      /^(?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}:? (?<type>[A-Z]{1,5}\d{2,4}):? (?<message>\S.*)$/,
    ),
    fails(
      "pylint",
      /^(?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}): \[(?<type>[CRWEF]\d{4})[^\]]{0,80}\] (?<message>.+)$/,
      /^(?<type>[CRWEF]): ?(?<line>\d{1,7}), ?\d{1,6}: (?<message>.+ \((?:unused|missing|invalid|undefined|too|bad|wrong|line|trailing|redefined)-[a-z-]{2,60}\))$/,
    ),
    ignores(/^[^\s:]{1,250}\.pyi?:\d{1,7}(?::\d{1,6})?: (?:note|warning): /),
    fails(
      "mypy",
      /^(?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7})(?::\d{1,6}){0,3}: error: (?<message>.{1,500}?)(?: {1,2}\[(?<type>[a-z][a-z-]{1,60})\])?$/,
    ),
    fails(
      "pyright",
      /^\s{0,4}(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}):\d{1,6} - error: (?<message>.{1,500}?)(?: \((?<type>report\w{3,60})\))?$/,
    ),
    fails(
      "pyre",
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}):\d{1,6} (?<message>[A-Z][\w ]{3,80} \[(?<type>\d{1,3})\]: .+)$/,
    ),
    fails(
      "vulture",
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}): (?<message>unused [a-z]{3,20} '.{1,200}' \(\d{1,3}% confidence.{0,60}\))$/,
    ),
    fails(
      "pydocstyle",
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}) (?:at module level|in (?:public|private) .{1,200}):$/,
    ),
    fails(
      "pytype",
      /^File "(?<file>[^"]{1,250}\.py)", line (?<line>\d{1,7}), in .{1,200}: (?<message>.{1,400}) \[(?<type>[a-z]{2,30}(?:-[a-z]{2,30}){1,4})\]$/,
    ),
    fails(
      "ruff",
      /^ {0,4}--> (?<file>[^\s:]{1,250}\.(?:pyi?|ipynb)):(?:cell \d{1,5}:)?(?<line>\d{1,7}):\d{1,6}$/,
    ),
    countsErrors(
      "mypy",
      /^Found (?<count>\d{1,7}) errors? in \d{1,7} files? \((?:checked \d{1,7} source files?|errors prevented further checking)\)/,
    ),
    provesSuccess("mypy", /^Success: no issues found in \d{1,7} source files?/),
    countsErrors("ruff", /^Found \d{1,7} errors? \(\d{1,7} fixed, (?<count>\d{1,7}) remaining\)/),
    fails(
      "ruff",
      /^\[\*\] \d{1,7} (?:potentially )?fix(?:able|es) (?:are )?(?:available )?with the `--fix` option/,
      /^error: Failed to parse (?<file>[^\s:]{1,250}\.pyi?):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/,
    ),
    provesSuccess("ruff", /^All checks passed!/),
    countsErrors(
      "pyright",
      /^\s{0,2}(?<count>\d{1,7}) errors?, \d{1,7} warnings?, \d{1,7} (?:informations?|notes?)/,
    ),
    provesSuccess("pylint", /^Your code has been rated at 10(?:\.00)?\/10/),
    fails("pylint", /^Your code has been rated at -?\d{1,6}\.\d\d\/10/),
    fails("black", /^[Ww]ould reformat:? (?<file>\S.{0,250})$/),
    provesFailure("black", /^\d{1,7} files? would be reformatted/, /^Oh no! /),
    fails("black", /^error: ?cannot format (?<file>[^:]{1,250}): (?<message>.+)$/),
    provesSuccess("black", /^\d{1,7} files? (?:would be left unchanged|already formatted)/),
    passes(
      "black",
      /^(?:\d{1,7} files? reformatted(?:, \d{1,7} files? left unchanged)?|\d{1,7} files? left unchanged)\.?$/,
    ),
    fails("isort", /^ERROR: (?<file>\S.{0,250}\.pyi?) (?<message>Imports are incorrectly sorted.*)$/),
    fails("bandit", /^>> Issue: \[(?<type>B\d{3}):[\w-]{1,80}\] (?<message>.+)$/),
    provesSuccess("bandit", /^\s{0,8}No issues identified\.$/),
    provesFailure("interrogate", /^RESULT: FAILED \(minimum: [\d.]{1,6}%, actual: [\d.]{1,6}%\)/),
    provesSuccess("interrogate", /^RESULT: PASSED \(minimum: [\d.]{1,6}%, actual: [\d.]{1,6}%\)/),
    countsErrors("pyre", /^(?:ƛ )?Found (?<count>\d{1,7}) type errors?!/),
    provesSuccess("pyre", /^(?:ƛ )?No type errors found/),
    fails("py_compile", /^Sorry: (?<type>(?:Syntax|Indentation|Tab)Error): (?<message>.+)$/),
  ],
  hits: {
    "verification_failure strong": [
      "app/cart.py:7:80: E501 line too long (92 > 79 characters)",
      "app/cart.py:7:0: C0116: Missing function or method docstring (missing-function-docstring)",
      "Your code has been rated at 7.50/10 (previous run: 7.00/10, +0.50)",
      "app/cart.py:7:5: F841 [*] Local variable `x` is assigned to but never used",
      "F401 [*] `os` imported but unused\n --> app/cart.py:1:8\n  |\n1 | import os\n",
      "[*] 2 fixable with the `--fix` option.",
      'app/cart.py:7: error: Incompatible return value type (got "str", expected "int")  [return-value]',
      '  /app/cart.py:7:5 - error: "total" is not defined (reportUndefinedVariable)',
      "error: cannot format app/cart.py: Cannot parse: 3:4: def f(",
      "ERROR: /app/cart.py Imports are incorrectly sorted and/or formatted.",
      ">> Issue: [B101:assert_used] Use of assert detected.",
      "app/cart.py:7: unused function 'total' (60% confidence)",
      "app/cart.py:1 at module level:\n        D100: Missing docstring in public module",
      "app/cart.py:7:4 Incompatible return type [7]: Expected `int` but got `str`.",
    ],
    "success proof": [
      "Your code has been rated at 10.00/10",
      "All checks passed!",
      "Found 3 errors (3 fixed, 0 remaining).",
      "5 files already formatted",
      "Success: no issues found in 3 source files",
      "0 errors, 2 warnings, 0 informations",
      "All done! ✨ 🍰 ✨\n4 files would be left unchanged.",
      "\tNo issues identified.",
    ],
    "verification_failure proof": [
      "Found 3 errors (2 fixed, 1 remaining).",
      "Found 2 errors in 1 file (checked 3 source files)",
      "1 error, 0 warnings, 0 informations",
    ],
    "verification_failure strong, verification_failure proof": [
      "Would reformat: app/cart.py\n1 file would be reformatted, 4 files already formatted",
      "would reformat app/cart.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted.",
    ],
    "success strong": ["reformatted app/cart.py\n1 file reformatted, 3 files left unchanged."],
  },
  misses: [
    "app/cart.py:7: note: See https://mypy.readthedocs.io",
    "  /app/cart.py:7:5 - warning: Import is not accessed",
    "app/cart.py:7:    raise ValueError('E501 line too long')",
    "    total = 1  # noqa: E501",
    "- Found 2 errors in the parser and fixed them",
  ],
};
