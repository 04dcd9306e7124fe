import {
  type Tool,
  countsErrors,
  fails,
  ignores,
  joins,
  keeps,
  passes,
  provesFailure,
  provesSuccess,
} from "./tool.ts";

/** The TypeScript compiler and the checkers built on it: vue-tsc, svelte-check, astro check, Angular, Next.js, Deno. */
export const tsc: Tool = {
  name: "tsc",
  kind: "check",
  facts: { framework: "tsc", language: "typescript" },
  rules: [
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250})\((?<line>\d{1,7}),\d{1,6}\): error (?<type>TS[1256789]\d{3,4}): (?<message>.+)$/,
      /^(?:Error: |error: )?(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}):(?<line>\d{1,7}):\d{1,6} - error (?<type>TS[1256789]\d{3,4}|ts\(\d{4,5}\)): (?<message>.+)$/,
      /(?:^|[\s\])])error:? (?<type>TS[1256789]\d{3,4})(?: \[ERROR\])?: (?<message>.+)$/,
      /^\s{0,8}(?<type>TS[1256789]\d{3,4})(?: \[ERROR\])?: (?<message>\S.+)$/,
      /^Type error: (?<message>\S.+)$/,
    ),
    countsErrors(
      /^(?:[AP]M\]? (?:- )?)?Found (?<count>\d{1,7}) errors?(?: in (?:\d{1,6} files?\.?$|the same file|\S{1,250}:\d{1,7}$)|\. Watching for file changes)/,
      /^(?:=+ )?svelte-check found (?<count>\d{1,7}|no) errors?\b/,
    ),
    provesSuccess(/^svelte-check found no (?:errors|warnings and no errors|problems)/),
    provesFailure(/^error: Type checking failed\.?$/),
  ],
  hits: {
    "verification_failure strong": [
      "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.",
      "src/cart.ts:14:7 - error TS2322: Type 'string' is not assignable to type 'number'.",
      "Error: src/app/cart.component.ts:3:9 - error TS2304: Cannot find name 'Cart'.",
      "C:\\work\\cart.ts(2,1): error TS1005: ';' expected.",
      "error TS5023: Unknown compiler option 'strictt'.",
      "src/pages/index.astro:8:3 - error ts(2322): Type '{}' is not assignable.",
      "TS2345 [ERROR]: Argument of type 'number' is not assignable.",
      "Type error: Property 'id' does not exist on type 'Order'.",
      "web:typecheck: src/cart.ts(1,2): error TS2304: Cannot find name 'x'.",
    ],
    "verification_failure proof": [
      "Found 3 errors in 2 files.",
      "Found 1 error in src/cart.ts:14",
      "Found 2 errors. Watching for file changes.",
      "svelte-check found 2 errors and 1 warning in 2 files",
    ],
    "success proof": [
      "[10:20:31 AM] Found 0 errors. Watching for file changes.",
      "svelte-check found 0 errors and 0 warnings",
    ],
  },
  misses: [
    "docs/errors.md:12:error TS2322: explains assignability",
    "  return `error TS${code}: ${message}`;",
    "fix: TS2322 in the cart",
  ],
};

const STYLELINT = { framework: "stylelint", language: "css" };

/** Linters and formatters of the web: ESLint, stylelint, Prettier, Biome, oxlint, TSLint, JSHint, standard, xo. */
export const eslint: Tool = {
  name: "eslint",
  kind: "check",
  rules: [
    // yamllint prints the same columns with the rule in parentheses.
    ignores(
      /^\s{1,8}\d{1,7}:\d{1,6}\s{1,10}(?:error|[✖×])\s{1,10}\S.*\([\w-]{1,60}\)$/,
      /^\s{1,6}[✖×]\s{1,8}\d{1,7}:\d{1,6}\s{1,10}\S.*\([\w-]{1,60}\)$/,
    ),
    fails(
      "eslint",
      /^\s{1,8}(?<line>\d{1,7}):\d{1,6}\s{1,10}error\s{1,10}(?<message>\S.{0,600}?)(?:\s{2,40}(?<type>[@\w/-]{2,100}))?$/,
    ),
    fails(
      STYLELINT,
      /^\s{1,8}(?<line>\d{1,7}):\d{1,6}\s{1,10}[✖×]\s{1,10}(?<message>\S.{0,600}?)(?:\s{2,40}(?<type>[@\w/-]{2,100}))?$/,
      /^\s{1,6}[✖×]\s{1,8}(?<line>\d{1,7}):\d{1,6}\s{1,10}(?<message>\S.{0,600}?)(?:\s{2,40}(?<type>[@\w/-]{2,100}))?$/,
    ),
    keeps(
      3,
      ignores(
        /^(?<file>[^\s:]{1,250})(?::(?<line>\d{1,7}):\d{1,6})? (?<type>(?:lint|assist|parse|format|organizeImports|check|suppressions)(?:\/[\w/]{1,80})?) {1,3}(?:FIXABLE {1,3})?━{3,}/,
      ),
    ),
    joins(fails("biome", /^\s{1,4}[×✖] (?<message>.+)$/)),
    countsErrors(
      "eslint",
      /^\s{0,4}[✖×✗xX✔]?\s{0,3}\d{1,7} problems? \((?<count>\d{1,7}) errors?, \d{1,7} warnings?/,
    ),
    provesFailure("eslint", /^\s{0,2}ESLint found too many warnings \(maximum: \d{1,6}\)/),
    fails("eslint", /^(?<file>\S[^:]{0,250}): line (?<line>\d{1,7}), col \d{1,6}, Error - (?<message>.+)$/),
    ignores(/^\S[^:]{0,250}: line \d{1,7}, col \d{1,6}, (?:Warning|Info) - /),
    fails("jshint", /^(?<file>\S[^:]{0,250}): line (?<line>\d{1,7}), col \d{1,6}, (?<message>[A-Z'"].+)$/),
    fails(
      "eslint",
      /^(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.{1,400}) \[[Ee]rror(?:\/(?<type>[^\]]{1,80}))?\]$/,
    ),
    fails(
      { framework: "tslint", language: "typescript" },
      /^\s{0,2}ERROR: (?<file>[^\s:[]{1,250})(?::|\[)(?<line>\d{1,7})(?::|, ?)\d{1,6}\]?(?: -|:) (?<message>\S.*)$/,
    ),
    fails({ framework: "standard", language: "javascript" }, /^standard: Use JavaScript Standard Style/),
    provesFailure("prettier", /^(?:\[warn\] )?Code style issues (?:were )?found in /),
    provesSuccess("prettier", /^All matched files use (?:Prettier code style|the correct format)/),
    fails("prettier", /^\[error\] (?<file>[^\s:]{1,250}): SyntaxError: (?<message>.+)$/),
    provesFailure("oxfmt", /^Format issues found in above \d{1,6} files/),
    countsErrors("dprint", /^Found (?<count>\d{1,7}) not formatted files?\./),
    countsErrors("oxlint", /^Found \d{1,7} warnings? and (?<count>\d{1,7}) errors?\./),
    fails("oxlint", /^ {2}[x×✖] (?<type>[\w@/-]{1,40}\([\w/-]{1,80}\)): (?<message>.+)$/),
    passes("biome", /^(?:Checked|Formatted) \d{1,7} files? in .{1,20}\. No fixes applied/),
    provesFailure("biome", /^(?:lint|check|ci|format) ━{5,}$/),
    fails("deno lint", /^(?:error|deno-lint)\[(?<type>[a-z][a-z-]{2,60})\]: (?<message>.+)$/),
    countsErrors("deno lint", /^Found (?<count>\d{1,7}) problems?$/),
    fails("knip", /^Unused (?:files|dependencies|devDependencies|exports|exported types|types) \(\d{1,6}\)$/),
  ],
  hits: {
    "verification_failure strong, verification_failure proof": [
      "/app/src/cart.js\n  4:9  error  'total' is never reassigned. Use 'const' instead  prefer-const\n\n✖ 1 problem (1 error, 0 warnings)\n",
    ],
    "success proof": [
      "/app/a.js\n  4:9  warning  Unexpected console statement  no-console\n\n✖ 1 problem (0 errors, 1 warning)\n",
      "Checking formatting...\nAll matched files use Prettier code style!",
      "Found 0 warnings and 0 errors.",
    ],
    "verification_failure proof": [
      "ESLint found too many warnings (maximum: 0).",
      "Checking formatting...\n[warn] src/a.ts\n[warn] Code style issues found in 2 files. Run Prettier with --write to fix.",
      "Found 1 warning and 3 errors.",
    ],
    "verification_failure strong": [
      "/app/a.js: line 4, col 9, Error - Missing semicolon. (semi)",
      "/app/a.js:4:9: Missing semicolon. [Error/semi]",
      "src/a.js: line 4, col 9, Missing semicolon.",
      "ERROR: src/a.ts:4:9 - Missing semicolon",
      "ERROR: src/a.ts[4, 9]: missing whitespace",
      "src/a.css\n  4:3  ✖  Expected a trailing semicolon  declaration-block-trailing-semicolon",
      "  src/a.js:4:9\n  ✖  4:9  Missing semicolon.  semi",
      "standard: Use JavaScript Standard Style (https://standardjs.com)",
      "[error] src/a.ts: SyntaxError: Declaration or statement expected. (3:1)",
      "  x eslint(no-unused-vars): Variable 'a' is declared but never used.",
      "./src/a.ts:3:5 lint/style/useConst  FIXABLE  ━━━━━━━━━━━━━━━━\n\n  × This let declares a variable that is only assigned once.\n",
      "error[no-explicit-any]: `any` type is not allowed",
      "Unused dependencies (2)\nleft-pad  package.json",
    ],
    "success strong": ["Checked 12 files in 31ms. No fixes applied."],
  },
  misses: [
    "/app/a.js: line 4, col 9, Warning - Unexpected console. (no-console)",
    "src/a.css\n  4:3  ⚠  Unexpected unit  length-zero-no-unit",
    "./src/a.ts:3:5 lint/suspicious/noExplicitAny ━━━━━━━━━━━━\n\n  ! Unexpected any. Specify a different type.\n",
    "  4:81      error    line too long (90 > 80 characters)  (line-length)",
    "| error | The rule is a failure |",
    '    "no-console": ["error", { "allow": ["warn"] }],',
  ],
};

/** Bundlers and the frameworks around them: webpack, Vite, Rollup, esbuild, Parcel, Next.js, Angular, Metro. */
export const bundlers: Tool = {
  name: "bundlers",
  kind: "check",
  rules: [
    provesSuccess(
      "webpack",
      /^(?:webpack \d[\w.-]{0,20} |webpack: |wait {2}- |info {2}- |✓ |\[\w{1,20}\] )?[Cc]ompiled successfully/,
      /^webpack(?: \d[\w.-]{0,20})? compiled successfully in /,
    ),
    ignores(/^webpack(?: \d[\w.-]{0,20})? compiled with \d{1,6} warnings? in /),
    countsErrors(
      "webpack",
      /^(?:\S{1,60} \()?webpack(?: \d[\w.-]{0,20})?\)? compiled with (?<count>\d{1,6}) errors?\b/,
    ),
    provesFailure("webpack", /^(?:webpack: |event - |⨯ |> |✖ )?Failed to compile\.?$/),
    ignores(/^(?:webpack: )?Compiled with warnings\.?$/),
    fails(
      "webpack",
      /^\s{0,6}(?:⨯ |Error: )?(?:\S{1,200} )?(?<message>Module not found: (?:Error: )?Can't resolve .+)$/,
      /^\s{0,4}(?:Error: )?(?<message>Module (?:build|parse) failed(?: \(from .{1,200}\))?: ?.*)$/,
      /^ERROR in (?<file>(?:\.{0,2}\/|[A-Za-z]:\\)?[^\s:]{1,250})(?: (?:\d{1,7}:\d{1,6}(?:-\d{1,6})?|\(.{1,60}\))|:(?<line>\d{1,7}):\d{1,6})?$/,
    ),
    countsErrors(
      "esbuild",
      /^\d{1,6} warnings? and (?<count>\d{1,6}) errors?$/,
      /^\s{0,2}(?:error: |Error: |ERROR {1,3})?Build failed with (?<count>\d{1,6}) errors?:?$/,
    ),
    fails(
      "esbuild",
      /^\s{0,2}[✘X] \[ERROR\] (?<message>\S.*)$/,
      /^\s{0,4}(?:> )?(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: ERROR: (?<message>.+)$/,
      /^(?:Error|error): (?<message>(?:Build|Transform) failed with \d{1,6} errors?:?.*)$/,
    ),
    provesFailure("vite", /^(?:x|✗|✖|×) Build failed in [\d.]{1,10} ?m?s$/, /^error during build:$/),
    fails(
      "vite",
      /^(?:Error: |\[vite\]:? ?)?(?<message>(?:\[vite\]: )?(?:Rollup failed to resolve import|Failed to resolve import|\[vite:[\w-]{1,60}\]) .+)$/,
    ),
    passes("vite", /^✓ (?:\d{1,7} modules transformed\.|built in [\d.]{1,10} ?m?s)/),
    fails(
      "rollup",
      /^\[!\] (?:\((?:plugin )?(?<type>[\w -]{1,60})\) )?(?<message>(?:RollupError|\w{0,40}Error|Error): .+)$/,
      /^(?:RollupError): (?<message>.+)$/,
    ),
    passes("rollup", /^created \S{1,250}(?:, \S{1,250}){0,5} in [\d.]{1,10} ?m?s$/),
    fails(
      "rolldown",
      /^\[(?<type>UNRESOLVED_IMPORT|UNRESOLVED_ENTRY|PARSE_ERROR|MISSING_EXPORT|ILLEGAL_REASSIGNMENT|PLUGIN_ERROR)\] (?<message>.+)$/,
    ),
    provesFailure("parcel", /^🚨 Build failed\.?$/),
    passes("parcel", /^✨ Built in [\d.]{1,10} ?m?s/),
    provesFailure("next", /^(?:> |⨯ )?Build (?:error occurred|failed because of webpack errors)/),
    fails(
      "next",
      /^(?<message>Error occurred prerendering page .+)$/,
      /^(?:> )?(?<message>Failed to collect page data for .+)$/,
    ),
    fails("metro", /^(?:error: )?(?:Error: )?(?<message>Unable to resolve module .+ from .+)$/),
    fails("angular", /^[✘✖] \[ERROR\] (?<message>.+)$/),
    passes("angular", /^Application bundle generation complete\. \[/),
    provesFailure("angular", /^Application bundle generation failed\. \[/),
  ],
  hits: {
    "success proof": ["webpack 5.90.1 compiled successfully in 1203 ms", "Compiled successfully!"],
    "verification_failure strong, verification_failure proof": [
      "ERROR in ./src/cart.js 3:0-21\nModule not found: Error: Can't resolve './totl' in '/app/src'\nwebpack 5.90.1 compiled with 1 error in 900 ms",
      "Module not found: Can't resolve '@/cart'\n> Build failed because of webpack errors",
      '✘ [ERROR] Could not resolve "./totl"\n\n1 error\nBuild failed with 1 error:',
    ],
    "verification_failure proof": ["Failed to compile.", "🚨 Build failed."],
    "verification_failure strong": [
      'src/cart.ts:3:7: ERROR: Expected ";" but found "total"',
      "[!] (plugin typescript) RollupError: Expression expected",
      "error: Error: Unable to resolve module ./totl from /app/src/cart.js",
    ],
    "success strong": [
      "✓ 34 modules transformed.\n✓ built in 1.02s",
      "Application bundle generation complete. [3.2 seconds]",
    ],
    "verification_failure proof, verification_failure strong": [
      'x Build failed in 120ms\nerror during build:\nRollupError: Could not resolve "./totl" from "src/cart.ts"',
      " ERROR  Build failed with 1 error:\n\n[UNRESOLVED_IMPORT] Could not resolve './totl' in src/cart.ts",
    ],
  },
  misses: [
    "webpack 5.90.1 compiled with 2 warnings in 1203 ms",
    "  console.log('Failed to compile.');",
    "    expect(stdout).toContain(\"Module not found: Can't resolve './a'\");",
  ],
};
