import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, testFacts, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "mocha", language: "javascript" } as const;
const KARMA = { framework: "karma", language: "javascript" } as const;
const JASMINE = { framework: "jasmine", language: "javascript" } as const;

const MOCHA: readonly TestRule[] = [
  { pattern: /^\s{0,8}(?:✖ |✗ )?[1-9]\d{0,6} failing(?: \(.{1,20}\))?$/, weight: "proof" },
  {
    pattern: /^\s{0,8}(?:✔ |✓ )?[1-9]\d{0,6} passing(?: \([\d.]{1,12} ?(?:ms|s|m|h)\))?$/,
    says: "success",
    weight: "proof",
  },
  { pattern: /^\s{0,8}[1-9]\d{0,6} pending$/, says: "success", weight: "weak" },
  { pattern: /^\s{0,8}"(?:after|before) (?:all|each)" hook (?:for|in) /, says: "nothing" },
];

const KARMA_RULES: readonly TestRule[] = [
  { pattern: /\bExecuted \d{1,7} of \d{1,7} {1,2}\([1-9]\d{0,6} FAILED\)/, weight: "proof" },
  {
    pattern: /\bExecuted \d{1,7} of \d{1,7} (?:\(skipped \d{1,7}\) )?(?:ERROR|DISCONNECTED)\b/,
    weight: "proof",
  },
  { pattern: /\bExecuted ([1-9]\d{0,6}) of \1 SUCCESS\b/, says: "success", weight: "proof" },
  {
    pattern: /\bExecuted [1-9]\d{0,6} of \d{1,7} \(skipped \d{1,7}\) SUCCESS\b/,
    says: "success",
    weight: "proof",
  },
  { pattern: /^TOTAL: [1-9]\d{0,6} FAILED, \d{1,7} SUCCESS$/, weight: "proof" },
  { pattern: /^TOTAL: [1-9]\d{0,6} SUCCESS$/, says: "success", weight: "proof" },
  {
    pattern:
      /^(?:Chrome|Firefox|HeadlessChrome|Chromium|ChromeHeadless|Safari|Edge|PhantomJS|jsdom|Electron)\b[ \w./-]{0,40}(?:\([^()]{1,60}\))? (?<test>\S.{0,300}) FAILED$/i,
  },
];

const JASMINE_RULES: readonly TestRule[] = [
  { pattern: /^\d{1,7} specs?, [1-9]\d{0,6} failures?\b/, weight: "proof" },
  { pattern: /^[1-9]\d{0,6} specs?, 0 failures\b/, says: "success", weight: "proof" },
];

const ENTRY = /^\s{2,4}\d{1,5}\) (?<test>\S.{0,300}?):?$/;
const LISTED = /^\s{4,30}\d{1,5}\) (?<test>\S.{0,300})$/;
const ERROR =
  /^\s{5,8}(?<type>[A-Z]\w{1,80}(?:Error|Exception|Failure)?)(?: \[[A-Z_]{1,60}\])?: (?<message>\S.{0,600})$/;

/** Mocha and Cypress's spec reporter, Karma and Jasmine. */
export const mocha: Recogniser = {
  name: "mocha",
  triggers: [
    "passing",
    "failing",
    "pending",
    "executed ",
    "total: ",
    " failed",
    "specs,",
    "spec,",
    ") ",
    "error: ",
    "error [",
    "✓",
    "✔",
    "exception: ",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    let ticked = false;
    return {
      readLine: ({ text }, report) => {
        if (applyTestRules(MOCHA, text, report, FACTS, run)) {
          ticked = false;
          return;
        }
        if (applyTestRules(KARMA_RULES, text, report, KARMA, run)) return;
        if (applyTestRules(JASMINE_RULES, text, report, JASMINE, run)) return;
        if (/^\s{2,20}[✓✔] \S/.test(text)) {
          ticked = true;
          return;
        }
        const match = run.failed ? (ENTRY.exec(text) ?? ERROR.exec(text)) : ticked ? LISTED.exec(text) : null;
        if (match === null) return;
        report.see({
          says: "verification_failure",
          weight: "strong",
          facts: { ...FACTS, ...testFacts(match.groups) },
        });
      },
    };
  },
};
