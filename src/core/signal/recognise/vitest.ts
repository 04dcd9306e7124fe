import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const COUNTS = {
  failed: /\b(\d{1,7}) (?:failed|errors?)\b/g,
  passed: /\b(\d{1,7}) passed\b/g,
  other: /\b(\d{1,7}) (?:skipped|todo|expected fail)\b/g,
};

/** Vitest: the Tests and Test Files lines settle it; FAIL lines name file and test. */
export const vitest: Recogniser = testRules(
  "vitest",
  [
    "test files",
    "tests  ",
    "errors  ",
    "fail ",
    "×",
    "❯",
    "✓",
    "assertionerror",
    "failed tests",
    "failed suites",
    "unhandled",
    "vitest",
    "no test",
  ],
  [
    { pattern: /^\s{0,14}(?:Test Files|Tests) {2,4}\d.{0,200}\(\d{1,7}\)/, counts: COUNTS },
    { pattern: /^\s{0,14}(?:Type )?Errors {2}[1-9]\d{0,6} errors?\b/, weight: "proof" },
    {
      pattern:
        /^\s{0,4}FAIL {1,3}(?:\|?[\w@.-]{1,40}\|? {1,2})?(?<test>(?<file>[^\s|]{1,300}\.[cm]?[jt]sx?)(?::\d{1,7}:\d{1,7})? > .{1,400})$/,
    },
    {
      pattern:
        /^\s{0,4}FAIL {1,3}(?:\|?[\w@.-]{1,40}\|? {1,2})?(?<file>[^\s|]{1,300}\.[cm]?[jt]sx?) \[ .{1,300} \]$/,
    },
    {
      pattern:
        /^\s{0,6}[❯×] (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?(?<file>\S{1,300}\.[cm]?[jt]sx?) {1,4}\(\d{1,7}(?: tests?)? \| [1-9]\d{0,6} failed/,
    },
    {
      pattern:
        /^\s{0,6}[❯×] (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?(?<file>\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx?) {1,4}\(0 test\)/,
    },
    {
      pattern:
        /^\s{0,4}❯ (?:.{1,200} )?(?<file>\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx?):(?<line>\d{1,7}):\d{1,7}$/,
    },
    {
      pattern:
        /^\s{0,6}✓ (?: {0,2}\|?[\w@.-]{1,40}\|? {1,2})?\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx? {1,4}\(\d{1,7}/,
      says: "success",
      weight: "weak",
    },
    { pattern: /^\s{2,12}× (?<test>\S.{0,300}?)(?: \d{1,9}ms)?$/ },
    {
      pattern:
        /^⎯{3,60} {0,2}(?:Failed (?:Tests|Suites|Typechecks) \d{1,7}|Unhandled (?:Errors|Rejection|Error)) {0,2}⎯{3,60}$/,
    },
    { pattern: /^(?<message>Vitest caught \d{1,7} unhandled errors? during the test run)/, weight: "proof" },
    { pattern: /^(?<message>No test files found, exiting with code 1)/ },
  ],
  { framework: "vitest", language: "javascript" },
);
