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

const WEBPACK = { framework: "webpack" };
const VITE = { framework: "vite" };
const ROLLUP = { framework: "rollup" };
const ESBUILD = { framework: "esbuild" };
const NEXT = { framework: "next" };

/** Bundlers and the frameworks around them: webpack, Vite, Rollup, esbuild, Parcel, Next.js, Angular, Metro. */
export const bundlers: Recogniser = lineRules(
  "bundlers",
  [
    "compiled ",
    "failed to compile",
    "module not found: ",
    "can't resolve",
    "build failed",
    "error in ",
    "modules transformed",
    "built in ",
    "_import] ",
    "parse_error] ",
    "missing_export] ",
    "rolluperror",
    "[!]",
    "✘ ",
    "could not resolve",
    "failed to resolve",
    "module build failed",
    "failed to collect page",
    "prerendering",
    "error occurred",
    "transform failed",
    "unable to resolve module",
    "🚨",
    "module parse failed",
    "created ",
    "[error]",
    "error during build",
    ": error: ",
    "rollup failed",
    "application bundle generation",
  ],
  {},
  [
    settlesSuccess(
      /^(?:webpack \d[\w.-]{0,20} |webpack: |wait {2}- |info {2}- |✓ |\[\w{1,20}\] )?[Cc]ompiled successfully/,
      WEBPACK,
    ),
    settlesSuccess(/^webpack(?: \d[\w.-]{0,20})? compiled successfully in /, WEBPACK),
    ignores(/^webpack(?: \d[\w.-]{0,20})? compiled with \d{1,6} warnings? in /),
    countsErrors(
      /^(?:\S{1,60} \()?webpack(?: \d[\w.-]{0,20})?\)? compiled with (?<count>\d{1,6}) errors?\b/,
      WEBPACK,
    ),
    settlesFailure(/^(?:webpack: |event - |⨯ |> |✖ )?Failed to compile\.?$/, WEBPACK),
    ignores(/^(?:webpack: )?Compiled with warnings\.?$/),
    fails(
      /^\s{0,6}(?:⨯ |Error: )?(?:\S{1,200} )?(?<message>Module not found: (?:Error: )?Can't resolve .+)$/,
      WEBPACK,
    ),
    fails(
      /^\s{0,4}(?:Error: )?(?<message>Module (?:build|parse) failed(?: \(from .{1,200}\))?: ?.*)$/,
      WEBPACK,
    ),
    fails(
      /^ERROR in (?<file>(?:\.{0,2}\/|[A-Za-z]:\\)?[^\s:]{1,250})(?: (?:\d{1,7}:\d{1,6}(?:-\d{1,6})?|\(.{1,60}\))|:(?<line>\d{1,7}):\d{1,6})?$/,
      WEBPACK,
    ),
    countsErrors(/^\d{1,6} warnings? and (?<count>\d{1,6}) errors?$/, ESBUILD),
    countsErrors(
      /^\s{0,2}(?:error: |Error: |ERROR {1,3})?Build failed with (?<count>\d{1,6}) errors?:?$/,
      ESBUILD,
    ),
    fails(/^\s{0,2}[✘X] \[ERROR\] (?<message>\S.*)$/, ESBUILD),
    fails(/^\s{0,4}(?:> )?(?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: ERROR: (?<message>.+)$/, ESBUILD),
    fails(/^(?:Error|error): (?<message>(?:Build|Transform) failed with \d{1,6} errors?:?.*)$/, ESBUILD),
    settlesFailure(/^(?:x|✗|✖|×) Build failed in [\d.]{1,10} ?m?s$/, VITE),
    settlesFailure(/^error during build:$/, VITE),
    fails(
      /^(?:Error: |\[vite\]:? ?)?(?<message>(?:\[vite\]: )?(?:Rollup failed to resolve import|Failed to resolve import|\[vite:[\w-]{1,60}\]) .+)$/,
      VITE,
    ),
    passes(/^✓ (?:\d{1,7} modules transformed\.|built in [\d.]{1,10} ?m?s)/, VITE),
    fails(
      /^\[!\] (?:\((?:plugin )?(?<code>[\w -]{1,60})\) )?(?<message>(?:RollupError|\w{0,40}Error|Error): .+)$/,
      ROLLUP,
    ),
    fails(/^(?:RollupError): (?<message>.+)$/, ROLLUP),
    passes(/^created \S{1,250}(?:, \S{1,250}){0,5} in [\d.]{1,10} ?m?s$/, ROLLUP),
    fails(
      /^\[(?<code>UNRESOLVED_IMPORT|UNRESOLVED_ENTRY|PARSE_ERROR|MISSING_EXPORT|ILLEGAL_REASSIGNMENT|PLUGIN_ERROR)\] (?<message>.+)$/,
      { framework: "rolldown" },
    ),
    settlesFailure(/^🚨 Build failed\.?$/, { framework: "parcel" }),
    passes(/^✨ Built in [\d.]{1,10} ?m?s/, { framework: "parcel" }),
    settlesFailure(/^(?:> |⨯ )?Build (?:error occurred|failed because of webpack errors)/, NEXT),
    fails(/^(?<message>Error occurred prerendering page .+)$/, NEXT),
    fails(/^(?:> )?(?<message>Failed to collect page data for .+)$/, NEXT),
    fails(/^(?:error: )?(?:Error: )?(?<message>Unable to resolve module .+ from .+)$/, {
      framework: "metro",
    }),
    fails(/^[✘✖] \[ERROR\] (?<message>.+)$/, { framework: "angular" }),
    passes(/^Application bundle generation complete\. \[/, { framework: "angular" }),
    settlesFailure(/^Application bundle generation failed\. \[/, { framework: "angular" }),
  ],
);
