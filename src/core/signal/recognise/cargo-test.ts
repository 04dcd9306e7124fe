import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, testFacts, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "cargo test", language: "rust" } as const;

const COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|timed out|exec failed)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:ignored|skipped)\b/g,
};

const RULES: readonly TestRule[] = [
  { pattern: /^test result: (?:ok|FAILED)\. \d{1,7} passed; \d{1,7} failed\b.{0,120}/, counts: COUNTS },
  { pattern: /^test (?<test>\S.{0,250}?) \.\.\. FAILED\b/ },
  { pattern: /^test \S.{0,250} \.\.\. (?:ok|ignored)\b/, says: "success", weight: "weak" },
  { pattern: /^test (?<test>\S.{0,250}) - should panic \.\.\. FAILED$/ },
  { pattern: /^error: (?<message>(?:doc)?test failed, to rerun pass .{0,120})/ },
  {
    pattern: /^\s{0,10}Summary \[ {0,8}[\d.]{1,12}s\] \d{1,7}(?:\/\d{1,7})? tests? run: .{1,200}/,
    counts: COUNTS,
  },
  {
    pattern:
      /^\s{0,16}(?:TRY \d{1,3} )?(?:FAIL|SIGABRT|SIGSEGV|TIMEOUT|ABORT|LEAK-FAIL) \[ {0,8}>? {0,4}[\d.]{1,12}s\] (?:\( {0,6}\d{1,7}\/\d{1,7}\) )?(?<test>\S.{0,300})$/,
  },
  { pattern: /^\s{0,16}PASS \[ {0,8}[\d.]{1,12}s\] /, says: "success", weight: "weak" },
  { pattern: /^error: (?<message>test run failed)$/, weight: "proof" },
];

const SECTION = /^---- (?<test>\S.{0,250}) stdout ----$/;
const PANIC =
  /^thread '[^']{1,250}' (?:\(\d{1,9}\) )?panicked at (?:'(?<message>.{1,400}?)', )?(?<file>[^\s:]{1,250}\.rs):(?<line>\d{1,7}):\d{1,7}:?$/;
const SIDE = /^\s{0,3}(left|right): `?(.{1,300}?)`?,?$/;

/** cargo test and nextest; panics count only inside the section of a failing test. */
export const cargoTest: Recogniser = {
  name: "cargo-test",
  triggers: [
    "test result",
    "test ",
    "panicked",
    " stdout ----",
    "left:",
    "right:",
    "summary [",
    "fail [",
    "pass [",
    "sigabrt [",
    "sigsegv [",
    "timeout [",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    let section: string | undefined;
    let left: string | undefined;
    return {
      readLine: (line, report) => {
        const text = line.text.trimStart();
        if (applyTestRules(RULES, text, report, FACTS, run)) return;
        const opened = SECTION.exec(text);
        if (opened !== null) section = opened.groups!["test"];
        if (section === undefined) return;
        if (opened !== null) {
          applyTestRules([{ pattern: SECTION }], text, report, FACTS, run);
          return;
        }
        if (applyTestRules([{ pattern: PANIC, follow: 1 }], text, report, FACTS, run)) return;
        const side = SIDE.exec(text);
        if (side?.[1] === "left") left = side[2];
        else if (side?.[1] === "right" && left !== undefined) {
          report.see({
            says: "verification_failure",
            weight: "strong",
            facts: { ...FACTS, ...testFacts({ actual: left, expected: side[2] }) },
          });
          left = undefined;
        } else if (/^(?:assertion |called `|explicit panic)/.test(text)) {
          report.see({
            says: "verification_failure",
            weight: "strong",
            facts: { ...FACTS, ...testFacts({ message: text }) },
          });
        }
      },
    };
  },
};
