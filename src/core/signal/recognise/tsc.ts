import { countsErrors, fails, lineRules, settlesFailure, settlesSuccess } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

/** The TypeScript compiler and the checkers built on it: vue-tsc, svelte-check, astro check, Angular, Next.js, Deno. */
export const tsc: Recogniser = lineRules(
  "tsc",
  [
    "error ts",
    "ts1",
    "ts2",
    "ts5",
    "ts6",
    "ts7",
    "ts8",
    "ts9",
    "ts18",
    "found ",
    "type error: ",
    "error ts(",
  ],
  { framework: "tsc", language: "typescript" },
  [
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250})\((?<line>\d{1,7}),\d{1,6}\): error (?<code>TS\d{4,5}): (?<message>.+)$/,
    ),
    fails(
      /^(?:Error: |error: )?(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}):(?<line>\d{1,7}):\d{1,6} - error (?<code>TS\d{4,5}|ts\(\d{4,5}\)): (?<message>.+)$/,
    ),
    fails(/(?:^|[\s\])])error:? (?<code>TS\d{4,5})(?: \[ERROR\])?: (?<message>.+)$/),
    fails(/^\s{0,8}(?<code>TS\d{4,5})(?: \[ERROR\])?: (?<message>\S.+)$/),
    fails(/^Type error: (?<message>\S.+)$/),
    countsErrors(
      /^(?:[AP]M\]? (?:- )?)?Found (?<count>\d{1,7}) errors?(?: in (?:\d{1,6} files?\.?$|the same file|\S{1,250}:\d{1,7}$)|\. Watching for file changes)/,
    ),
    countsErrors(/^(?:=+ )?svelte-check found (?<count>\d{1,7}|no) errors?\b/),
    settlesSuccess(/^svelte-check found no (?:errors|warnings and no errors|problems)/),
    settlesFailure(/^error: Type checking failed\.?$/),
  ],
);
