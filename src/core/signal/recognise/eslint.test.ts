import { describe, expect, it } from "vitest";
import { eslint } from "./eslint.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([eslint], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("eslint", () => {
  it.each([
    [
      "stylish block with its summary",
      "/app/src/cart.js\n  4:9  error  'total' is never reassigned. Use 'const' instead  prefer-const\n\n✖ 1 problem (1 error, 0 warnings)\n",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "warnings only",
      "/app/a.js\n  4:9  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n",
      ["success proof"],
    ],
    ["too many warnings", "ESLint found too many warnings (maximum: 0).", ["verification_failure proof"]],
    [
      "compact form",
      "/app/a.js: line 4, col 9, Error - Missing semicolon. (semi)",
      ["verification_failure strong"],
    ],
    ["compact form of a warning", "/app/a.js: line 4, col 9, Warning - Unexpected console. (no-console)", []],
    ["unix form", "/app/a.js:4:9: Missing semicolon. [Error/semi]", ["verification_failure strong"]],
    ["JSHint", "src/a.js: line 4, col 9, Missing semicolon.", ["verification_failure strong"]],
    ["TSLint", "ERROR: src/a.ts:4:9 - Missing semicolon", ["verification_failure strong"]],
    ["TSLint, old form", "ERROR: src/a.ts[4, 9]: missing whitespace", ["verification_failure strong"]],
    [
      "stylelint",
      "src/a.css\n  4:3  ✖  Expected a trailing semicolon  declaration-block-trailing-semicolon",
      ["verification_failure strong"],
    ],
    ["stylelint warnings", "src/a.css\n  4:3  ⚠  Unexpected unit  length-zero-no-unit", []],
    ["xo", "  src/a.js:4:9\n  ✖  4:9  Missing semicolon.  semi", ["verification_failure strong"]],
    [
      "standard",
      "standard: Use JavaScript Standard Style (https://standardjs.com)",
      ["verification_failure strong"],
    ],
    [
      "prettier finds files",
      "Checking formatting...\n[warn] src/a.ts\n[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
      ["verification_failure proof"],
    ],
    [
      "prettier is content",
      "Checking formatting...\nAll matched files use Prettier code style!",
      ["success proof"],
    ],
    [
      "prettier cannot read a file",
      "[error] src/a.ts: SyntaxError: Declaration or statement expected. (3:1)",
      ["verification_failure strong"],
    ],
    [
      "oxlint item",
      "  x eslint(no-unused-vars): Variable 'a' is declared but never used.",
      ["verification_failure strong"],
    ],
    ["oxlint summary, clean", "Found 0 warnings and 0 errors.", ["success proof"]],
    ["oxlint summary, broken", "Found 1 warning and 3 errors.", ["verification_failure proof"]],
    [
      "biome error",
      "./src/a.ts:3:5 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━\n\n  × This let declares a variable that is only assigned once.\n",
      ["verification_failure strong"],
    ],
    [
      "biome warning",
      "./src/a.ts:3:5 lint/suspicious/noExplicitAny ━━━━━━━━━━━━\n\n  ! Unexpected any. Specify a different type.\n",
      [],
    ],
    ["biome is content", "Checked 12 files in 31ms. No fixes applied.", ["success strong"]],
    ["deno lint", "error[no-explicit-any]: `any` type is not allowed", ["verification_failure strong"]],
    ["knip", "Unused dependencies (2)\nleft-pad  package.json", ["verification_failure strong"]],
    [
      "yamllint's columns are not ours",
      "  4:81      error    line too long (90 > 80 characters)  (line-length)",
      [],
    ],
    ["a table in documentation", "| error | The rule is a failure |", []],
    ["configuration", '    "no-console": ["error", { "allow": ["warn"] }],', []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });

  it("keeps rule, message and line of a stylish finding", () => {
    expect(observeText([eslint], "  4:9  error  Missing semicolon    semi")[0]?.facts).toEqual({
      framework: "eslint",
      line: 4,
      error_type: "semi",
      error_message: "Missing semicolon",
    });
  });
});
