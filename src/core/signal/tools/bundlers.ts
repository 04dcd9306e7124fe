import { countsErrors, fails, ignores, passes, provesFailure, provesSuccess, type Tool } from "./tool.ts";

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
