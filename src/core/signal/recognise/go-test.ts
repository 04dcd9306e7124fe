import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, type RunState, type TestRule } from "./test-rules.ts";

const FACTS = { framework: "go test", language: "go" } as const;

const RULES: readonly TestRule[] = [
  {
    pattern:
      /^FAIL[\t ]{1,4}(?<file>[\w.~@-]{1,80}(?:\/[\w.~@-]{1,80}){0,20})[\t ]{1,4}(?:\[(?:build|setup) failed\]|\d{1,9}\.\d{1,6}s)/,
    weight: "proof",
  },
  { pattern: /^FAIL$/, weight: "proof" },
  {
    pattern:
      /^ok[\t ]{1,4}[\w.~@/-]{1,300}[\t ]{1,4}(?:\(cached\)|\d{1,9}\.\d{1,6}s)[\t ]{1,4}\[no tests to run\]/,
    says: "nothing",
  },
  {
    pattern: /^ok[\t ]{1,4}[\w.~@/-]{1,300}[\t ]{1,4}(?:\(cached\)|\d{1,9}\.\d{1,6}s)/,
    says: "success",
    weight: "proof",
  },
  { pattern: /^PASS$/, says: "success", weight: "proof" },
  { pattern: /^\s{0,24}--- FAIL: (?<test>\S{1,300})(?: \([\d.]{1,12}s\))?/ },
  { pattern: /^\s{0,24}--- (?:PASS|SKIP): /, says: "success", weight: "weak" },
  { pattern: /^=== FAIL: (?:\S{1,250} )?(?<test>(?:Test|Example|Benchmark|Fuzz)\S{0,250})/ },
  { pattern: /^✖ {1,2}[\w.~@-]{1,80}(?:\/[\w.~@-]{1,80}){0,20} \([\d.]{1,12}m?s\)/ },
  {
    pattern:
      /^DONE (?:\d{1,7} runs?, )?\d{1,7} tests?(?:, \d{1,7} skipped)?, [1-9]\d{0,6} (?:failures?|errors?)\b/,
    weight: "proof",
  },
  {
    pattern: /^DONE (?:\d{1,7} runs?, )?[1-9]\d{0,6} tests?(?:, \d{1,7} skipped)? in [\d.]{1,12}s/,
    says: "success",
    weight: "proof",
  },
  { pattern: /^FAIL! -- \d{1,7} Passed \| \d{1,7} (?:Failed|FAILED)/, weight: "proof" },
  { pattern: /^SUCCESS! -- [1-9]\d{0,6} Passed \| 0 Failed/i, says: "success", weight: "proof" },
  { pattern: /^\s{0,4}\[FAIL\] (?<test>\S.{0,300})/ },
  { pattern: /^• \[FAILED\]/ },
  { pattern: /^OOPS: \d{1,7} passed, [1-9]\d{0,6} FAILED/, weight: "proof" },
  { pattern: /^FAIL: (?<file>[^\s:]{1,250}_test\.go):(?<line>\d{1,7}): (?<test>\S{1,200})$/ },
  { pattern: /^panic: (?<message>test timed out after \S{1,20})/, weight: "proof" },
  { pattern: /^\s{0,24}testing\.go:\d{1,6}: (?<message>race detected during execution of test)/ },
  {
    pattern:
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}\bgot:? {0,4}(?<actual>\S.{0,200}?)[,;:]? want(?:ed)?:? (?<expected>\S.{0,200}))$/i,
  },
  {
    pattern:
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}?\) = (?<actual>.{0,200}?)[,;] want:? (?<expected>\S.{0,200}))$/,
  },
  {
    pattern:
      /^\s{0,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>.{0,200}\b(?:expected|want(?:ed)?):? (?<expected>\S.{0,200}?)[,;]?(?: but)? got:? (?<actual>\S.{0,200}))$/i,
  },
  { pattern: /^\s{1,24}Error Trace:\s{1,4}(?<file>\S{1,300}\.go):(?<line>\d{1,7})/ },
  { pattern: /^\s{1,24}Test: {1,12}\t(?<test>(?:Test|Example|Fuzz)\S{0,250})$/ },
  { pattern: /^\s{1,24}Error: {1,12}\t(?<message>\S.{0,300})$/ },
  { pattern: /^\{"Time":"[^"]{1,60}","Action":"fail","Package":"[^"]{1,300}","Test":"(?<test>[^"]{1,300})"/ },
  { pattern: /^\{"Time":"[^"]{1,60}","Action":"fail",/, weight: "proof" },
];

const DETAIL = /^\s{4,24}(?<file>[\w./-]{1,200}_test\.go):(?<line>\d{1,7}): (?<message>\S.{0,600})$/;

/** go test plain, verbose and as JSON, gotestsum, Ginkgo and testify; a log line of a test that may have passed is no failure. */
export const goTest: Recogniser = {
  name: "go-test",
  triggers: [
    "fail",
    "ok ",
    "ok\t",
    "pass",
    "--- skip",
    "_test.go:",
    "done ",
    "test timed out",
    "race detected",
    "error trace:",
    "test:  ",
    "error:  ",
  ],
  createReader: (): LineReader => {
    const run: RunState = { failed: false };
    let failing = false;
    return {
      readLine: ({ text }, report) => {
        const result = /^\s{0,24}--- (FAIL|PASS|SKIP): /.exec(text);
        if (result !== null) failing = result[1] === "FAIL";
        if (applyTestRules(RULES, text, report, FACTS, run)) return;
        if (failing) applyTestRules([{ pattern: DETAIL }], text, report, FACTS, run);
      },
    };
  },
};
