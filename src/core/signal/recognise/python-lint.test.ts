import { describe, expect, it } from "vitest";
import { observeText } from "../../../../test/observe-text.ts";
import { pythonLint } from "./python-lint.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([pythonLint], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("pythonLint", () => {
  it.each([
    ["flake8", "app/cart.py:7:80: E501 line too long (92 > 79 characters)", ["verification_failure strong"]],
    [
      "pylint",
      "app/cart.py:7:0: C0116: Missing function or method docstring (missing-function-docstring)",
      ["verification_failure strong"],
    ],
    [
      "pylint's mark below ten",
      "Your code has been rated at 7.50/10 (previous run: 7.00/10, +0.50)",
      ["verification_failure strong"],
    ],
    ["pylint's full mark", "Your code has been rated at 10.00/10", ["success proof"]],
    [
      "ruff, concise",
      "app/cart.py:7:5: F841 [*] Local variable `x` is assigned to but never used",
      ["verification_failure strong"],
    ],
    [
      "ruff, full",
      "F401 [*] `os` imported but unused\n --> app/cart.py:1:8\n  |\n1 | import os\n",
      ["verification_failure strong"],
    ],
    ["ruff is content", "All checks passed!", ["success proof"]],
    ["ruff fixed all", "Found 3 errors (3 fixed, 0 remaining).", ["success proof"]],
    ["ruff left some", "Found 3 errors (2 fixed, 1 remaining).", ["verification_failure proof"]],
    ["ruff hints at fixes", "[*] 2 fixable with the `--fix` option.", ["verification_failure strong"]],
    [
      "ruff format --check",
      "Would reformat: app/cart.py\n1 file would be reformatted, 4 files already formatted",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["ruff format, clean", "5 files already formatted", ["success proof"]],
    [
      "mypy",
      'app/cart.py:7: error: Incompatible return value type (got "str", expected "int")  [return-value]',
      ["verification_failure strong"],
    ],
    ["mypy's notes alone", "app/cart.py:7: note: See https://mypy.readthedocs.io", []],
    ["mypy summary", "Found 2 errors in 1 file (checked 3 source files)", ["verification_failure proof"]],
    ["mypy is content", "Success: no issues found in 3 source files", ["success proof"]],
    [
      "pyright",
      '  /app/cart.py:7:5 - error: "total" is not defined (reportUndefinedVariable)',
      ["verification_failure strong"],
    ],
    ["pyright warnings", "  /app/cart.py:7:5 - warning: Import is not accessed", []],
    ["pyright summary, clean", "0 errors, 2 warnings, 0 informations", ["success proof"]],
    ["pyright summary, broken", "1 error, 0 warnings, 0 informations", ["verification_failure proof"]],
    [
      "black --check",
      "would reformat app/cart.py\n\nOh no! 💥 💔 💥\n1 file would be reformatted.",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["black is content", "All done! ✨ 🍰 ✨\n4 files would be left unchanged.", ["success proof"]],
    [
      "black reformats",
      "reformatted app/cart.py\n1 file reformatted, 3 files left unchanged.",
      ["success strong"],
    ],
    [
      "black cannot parse",
      "error: cannot format app/cart.py: Cannot parse: 3:4: def f(",
      ["verification_failure strong"],
    ],
    [
      "isort",
      "ERROR: /app/cart.py Imports are incorrectly sorted and/or formatted.",
      ["verification_failure strong"],
    ],
    ["bandit", ">> Issue: [B101:assert_used] Use of assert detected.", ["verification_failure strong"]],
    ["bandit is content", "\tNo issues identified.", ["success proof"]],
    ["vulture", "app/cart.py:7: unused function 'total' (60% confidence)", ["verification_failure strong"]],
    [
      "pydocstyle",
      "app/cart.py:1 at module level:\n        D100: Missing docstring in public module",
      ["verification_failure strong"],
    ],
    [
      "pyre",
      "app/cart.py:7:4 Incompatible return type [7]: Expected `int` but got `str`.",
      ["verification_failure strong"],
    ],
    ["a search hit", "app/cart.py:7:    raise ValueError('E501 line too long')", []],
    ["a comment in source", "    total = 1  # noqa: E501", []],
    ["a changelog", "- Found 2 errors in the parser and fixed them", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps mypy's code apart from its message", () => {
    expect(
      observeText([pythonLint], 'app/cart.py:7: error: Name "x" is not defined  [name-defined]')[0]?.facts,
    ).toEqual({
      framework: "mypy",
      language: "python",
      file: "app/cart.py",
      line: 7,
      error_type: "name-defined",
      error_message: 'Name "x" is not defined',
    });
  });
});
