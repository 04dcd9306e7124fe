import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, testFacts, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "pytest", language: "python" } as const;

const COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|errors?|exceptions?)\b/g,
  passed: /\b(\d{1,7}) (?:passed|subtests? passed)\b/g,
  other: /\b(\d{1,7}) (?:skipped|xfailed|xpassed|expected to fail)\b/g,
};

const SUMMARY =
  "\\d{1,7} [a-z]{4,12}(?: [a-z]{4,12}){0,2}(?:, \\d{1,7} [a-z]{4,12}(?: [a-z]{4,12}){0,2}){0,9}";

const RULES: readonly TestRule[] = [
  { pattern: new RegExp(`^=* ?(?:tests finished: )?${SUMMARY},? in [\\d.]{1,12} ?s`), counts: COUNTS },
  { pattern: new RegExp(`^={3,} (?:tests finished: )?${SUMMARY} ={3,}$`), counts: COUNTS },
  {
    pattern:
      /^!{3,} (?:Interrupted: \d{1,7} errors? during collection|stopping after \d{1,7} failures) !{3,}/,
    weight: "proof",
  },
  { pattern: /^={3,} (?:FAILURES|ERRORS) ={3,}$/ },
  { pattern: /^_{3,} ERROR (?:collecting|at (?:setup|teardown) of) (?<test>\S.{0,200}?) _{3,}$/ },
  { pattern: /^_{3,} (?<test>(?:[\w.]{1,80}\.)?[Tt]est\S{0,200}) _{3,}$/ },
  {
    pattern:
      /^(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,250}?)(?: - (?:(?<type>[\w.]{1,80}(?:Error|Exception|Failure|Exit|Warning|Interrupt)): ?)?(?<message>.{1,600}))?$/,
  },
  {
    pattern:
      /^(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,150}\[.{1,150}\])(?: - (?<message>.{1,600}))?$/,
  },
  {
    pattern:
      /^ERROR (?<test>[\w./\\-]{1,250}\.py)(?: - (?:(?<type>[\w.]{1,80}(?:Error|Exception)): ?)?(?<message>.{1,600}))?$/,
  },
  {
    pattern: /^(?:\[gw\d{1,3}\] (?:\[ ?\d{1,3}%\] )?)?(?:FAILED|ERROR) (?<test>[^\s:]{1,250}\.py::\S{1,250})/,
  },
  { pattern: /^(?<test>[^\s:]{1,250}\.py::\S.{0,250}?) (?:FAILED|ERROR)(?: {1,80}\[ {0,3}\d{1,3}%\])?$/ },
  {
    pattern: /^(?:\[gw\d{1,3}\] (?:\[ ?\d{1,3}%\] )?)?PASSED [^\s:]{1,250}\.py::/,
    says: "success",
    weight: "weak",
  },
  { pattern: /^[^\s:]{1,250}\.py::\S.{0,250} (?:PASSED|XFAIL|SKIPPED)\b/, says: "success", weight: "weak" },
  { pattern: /^(?:\S{1,250}\.py )?[.sxX,]{0,200}[FE][.FEsxXR]{0,200} {1,200}\[ {0,2}\d{1,3}%\]$/ },
  { pattern: /^(?:\S{1,250}\.py )?[.sx]{1,200} {1,200}\[100%\]$/, says: "success", weight: "weak" },
  {
    pattern:
      /^(?:E {3,12})?ImportError while (?:importing test module|loading conftest) '(?<file>[^']{1,300})'/,
  },
  { pattern: /^ERROR: (?<message>(?:file or directory not found|not found): .{1,300})/ },
  { pattern: /^INTERNALERROR> (?<message>.{0,300})/ },
  {
    pattern:
      /^(?<file>[^\s:]{1,250}\.py):(?<line>\d{1,7}): (?<type>[A-Z]\w{1,80}(?:Error|Exception)|Failed)$/,
  },
  {
    pattern:
      /^E {3,40}(?<type>[A-Za-z_][\w.]{0,80}(?:Error|Exception|Failed)): ?(?<message>assert (?<actual>[^=!<>]{1,200}) == (?<expected>[^=!<>]{1,200}))$/,
  },
  {
    pattern:
      /^E {3,40}(?<type>(?:[A-Za-z_][\w.]{0,80}(?:Error|Exception|Exit|Interrupt)|Failed)):? ?(?<message>.{0,600})$/,
  },
  { pattern: /^E {3,40}(?<message>assert (?<actual>[^=!<>]{1,200}) == (?<expected>[^=!<>]{1,200}))$/ },
  { pattern: /^E {3,40}(?<message>assert .{1,600})$/ },
];

/** pytest: the summary line settles it; FAILED and E lines name the tests and the reason. */
export const pytest: Recogniser = {
  name: "pytest",
  triggers: ["passed", "failed", "error", "skipped", "assert", "%]", ".py:", "xfail", "failures ", "___"],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    return {
      readLine: (line, report) => {
        const text = line.text.trimStart();
        const summary = RULES[0]!.pattern.exec(text);
        if (summary !== null) {
          applyTestRules(RULES, text, report, { ...FACTS, ...testFacts(summary.groups) });
          run.failed = false;
          return;
        }
        applyTestRules(RULES, text, report, FACTS, run);
      },
    };
  },
};
