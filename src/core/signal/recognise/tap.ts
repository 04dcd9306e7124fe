import { NODE_TEST_FACTS } from "./node-test.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, testFacts, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "tap" } as const;

const RULES: readonly TestRule[] = [
  { pattern: /^\s{0,24}not ok\b.{0,400}# (?:TODO|SKIP)\b/i, says: "success", weight: "weak" },
  {
    pattern:
      /^\s{0,24}not ok \d{1,7}(?: - | )(?<test>\S.{0,300}?)(?: # (?:time|duration_ms)[= ][\d.]{1,20}m?s?)?(?: \{)?$/,
    follow: 24,
  },
  { pattern: /^\s{0,24}not ok(?: \d{1,7})?$/, follow: 24 },
  { pattern: /^\s{0,24}ok \d{1,7}(?:$| - | \S)/, says: "success", weight: "weak" },
  { pattern: /^Bail out!(?: {1,4}(?<message>.{1,300}))?/, weight: "proof" },
  { pattern: /^# [Ff]ailed \d{1,7} of \d{1,7} (?:tests|asserts|assertions)/, weight: "proof" },
  {
    pattern:
      /^# Looks like (?:you failed \d{1,7} tests? (?:of|out of) \d{1,7}|your test exited with [1-9]\d{0,4}|you planned \d{1,7} tests? but ran)/,
    weight: "proof",
  },
  { pattern: /^#\s{1,8}Failed test (?:\([^)]{1,200}\)|'(?<test>[^']{1,300})')/ },
  { pattern: /^Failed \d{1,7}\/\d{1,7} (?:test programs?|test scripts?)[.,]/, weight: "proof" },
  { pattern: /^Result: FAIL$/, weight: "proof" },
  { pattern: /^Result: PASS$/, says: "success", weight: "proof" },
  { pattern: /^All tests successful\.$/, says: "success", weight: "proof" },
  { pattern: /^\s{0,2}✖ failing tests:$/ },
  { pattern: /^test at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,7}$/ },
];

const COUNT = /^(?:#|ℹ) (tests|pass|fail|cancelled) {1,4}(\d{1,7})$/;
const DETAIL = /^\s{2,28}(?:(expected|actual|got|wanted|error|message|code|name): ?)(\S.{0,600})$/;

/** TAP, node:test in both its forms, tape and Perl's prove; directives mark failures that are expected. */
export const tap: Recogniser = {
  name: "tap",
  triggers: [
    "ok ",
    "not ok",
    "# ",
    "ℹ ",
    "bail out",
    "failed test",
    "result: ",
    "all tests successful",
    "failing tests",
    "failed ",
    "test at ",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    let passed = 0;
    let inDetail = false;
    let expected: string | undefined;
    let actual: string | undefined;
    return {
      readLine: ({ text }, report) => {
        const count = COUNT.exec(text);
        if (count !== null) {
          const number = Number(count[2]);
          const facts = text.startsWith("ℹ") ? NODE_TEST_FACTS : FACTS;
          if (count[1] === "pass") passed = number;
          else if (count[1] === "tests") passed = 0;
          else if (number > 0) report.see({ says: "verification_failure", weight: "proof", facts });
          else if (count[1] === "fail" && passed > 0) {
            report.see({ says: "success", weight: "proof", facts });
          }
          return;
        }
        if (applyTestRules(RULES, text, report, FACTS, run)) {
          inDetail = /^\s{0,24}not ok\b(?!.{0,400}# (?:TODO|SKIP)\b)/i.test(text);
          return;
        }
        const detail = inDetail ? DETAIL.exec(text) : null;
        if (detail === null) return;
        const [, key, value] = detail;
        if (key === "expected" || key === "wanted") expected = value;
        else if (key === "actual" || key === "got") actual = value;
        else if (key === "error" && !value!.startsWith("|")) {
          const facts = { ...FACTS, ...testFacts({ message: unquoted(value!) }) };
          report.see({ says: "verification_failure", weight: "strong", facts });
        }
        if (expected !== undefined && actual !== undefined) {
          const facts = {
            ...FACTS,
            ...testFacts({ expected: unquoted(expected), actual: unquoted(actual) }),
          };
          report.see({ says: "verification_failure", weight: "strong", facts });
          expected = undefined;
          actual = undefined;
        }
      },
    };
  },
};

function unquoted(value: string): string {
  return /^'.*'$/.test(value) || /^".*"$/.test(value) ? value.slice(1, -1) : value;
}
