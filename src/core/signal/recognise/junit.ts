import type { Recogniser } from "./recogniser.ts";
import { testRules } from "./test-rules.ts";

const RUN = {
  failed: /\b(?:Failures|Errors): {1,4}(\d{1,7})/g,
  passed: /\brun: {1,4}(\d{1,7})/g,
};

const LEVEL = "^(?:\\[(?:INFO|ERROR|WARNING|WARN|junit|testng)\\])? {0,8}";

/** JUnit as Maven Surefire, Ant and the console launcher print it, TestNG, and JUnit's XML. */
export const junit: Recogniser = testRules(
  "junit",
  [
    "tests run:",
    "<<< ",
    "tests failed",
    "tests successful",
    "test failures",
    "failed tests:",
    "tests in error",
    "failed",
    "ok (",
    "<testsuite",
    "<failure",
    "<error",
    "there w",
    "[error] ",
  ],
  [
    { pattern: /\bTests run: 0, {1,2}Failures: 0(?:, {1,2}Errors: 0)?/, says: "nothing" },
    {
      pattern: /\bTests run: (\d{1,7}), {1,2}Failures: 0, {1,2}Errors: 0, {1,2}Skipped: \1(?!\d)/,
      says: "success",
      weight: "weak",
    },
    {
      pattern: /\bTests run: {1,2}\d{1,7}, {1,2}Failures: {1,2}\d{1,7}(?:, {1,2}Errors: {1,2}\d{1,7})?/,
      counts: RUN,
    },
    { pattern: /\bTotal tests run: {1,2}\d{1,7},(?: Passes: \d{1,7},)? Failures: \d{1,7}/, counts: RUN },
    {
      pattern: new RegExp(
        `${LEVEL}(?<test>[\\w.$]{1,250}(?:\\([^()]{0,200}\\))?(?:\\[[^\\]]{0,100}\\])?(?:\\([\\w.$]{1,250}\\))?)(?: --)? {1,4}Time elapsed: [\\d.,]{1,12} s(?:ec)? {1,4}<<< (?:FAILURE|ERROR)!`,
      ),
    },
    { pattern: /<<< (?:FAILURE|ERROR)!/ },
    {
      pattern:
        /^\[ERROR\] {1,6}(?<test>[A-Z]\w{0,120}\.\w{1,120})(?:->\w{1,120}){0,4}:(?<line>\d{1,7})(?:->\S{1,200})?(?: (?<message>\S.{0,600}))?$/,
    },
    { pattern: /^\[ERROR\] {1,2}(?:Failures|Errors): ?$/ },
    { pattern: /(?:^|: {1,2}|\[ERROR\] {1,4})There (?:are|were) test failures\.$/ },
    { pattern: /^(?:Failed tests|Tests in error): {0,4}(?:none|nil|0|-|n\/a)\b/i, says: "nothing" },
    { pattern: /^(?:Failed tests|Tests in error): {0,4}(?<test>[\w.$]{1,200}\([\w.$]{1,200}\))?/ },
    { pattern: /^\[ {1,12}[1-9]\d{0,6} (?:tests|containers) failed {1,12}\]$/, weight: "proof" },
    { pattern: /^\[ {1,12}[1-9]\d{0,6} tests successful {1,12}\]$/, says: "success", weight: "proof" },
    { pattern: /^OK \([1-9]\d{0,6} tests?\)$/, says: "success", weight: "proof" },
    { pattern: /^There (?:was 1 failure|were \d{1,7} failures):$/ },
    { pattern: /^ {0,4}\[junit\] (?:Test|TEST) (?<test>[\w.$]{1,250}) FAILED/ },
    { pattern: /^FAILED: (?<test>[a-z_]\w{0,120}(?:\([^()]{0,200}\))?)$/ },
    {
      pattern:
        /<testsuites?\b(?=[^>]{0,600}\bfailures="0")(?=[^>]{0,600}\berrors="0")(?=[^>]{0,600}\btests="[1-9])/,
      says: "success",
      weight: "proof",
    },
    { pattern: /<testsuites?\b[^>]{0,600}\b(?:failures|errors)="[1-9]/, weight: "proof" },
    {
      pattern:
        /^\s{0,20}<(?:failure|error) (?=message="(?<message>[^"]{1,300})")[^>]{0,600}(?:\btype="(?<type>[^"]{1,120})")/,
    },
    { pattern: /^\s{0,20}<failure message="(?<message>[^"]{1,300})/ },
  ],
  { framework: "junit", language: "java" },
);
