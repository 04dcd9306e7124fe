import { isSourceLine } from "./source-line.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";
import { applyTestRules, testFacts, type TestRule } from "./test-rules.ts";

/** Sentences so particular that a line which also looks like source still counts. */
const SENTENCES: readonly TestRule[] = [
  {
    pattern:
      /^\s{0,12}(?<type>[\w.]{0,120}(?:AssertionFailedError|AssertionError|ComparisonFailure|AssertionFailedException)): (?<message>(?:[^<>]{1,120} )?expected: ?<(?<expected>.{0,200}?)> but was: ?<(?<actual>.{0,200})>)/,
  },
  { pattern: /(?:^|[\s:(])(?<message>expected: ?<(?<expected>.{0,200}?)> but was: ?<(?<actual>.{0,200}?)>)/ },
  { pattern: /(?:^|[\s:(])(?<message>expected \[(?<expected>.{0,200})\] but found \[(?<actual>.{0,200})\])/ },
  {
    pattern:
      /^(?:(?<file>\S{1,250}\.swift):(?<line>\d{1,7}): error: )?.{0,120}XCTAssert\w{1,40} failed(?:: \("(?<actual>.{0,120})"\) is not equal to \("(?<expected>.{0,120})"\))?(?: - (?<message>.{1,200}))?$/,
  },
];

const RULES: readonly TestRule[] = [
  {
    pattern:
      /^\s{0,12}(?:→ )?(?:(?<type>AssertionError)(?: \[ERR_ASSERTION\])?: )(?<message>expected (?<actual>.{1,200}?) to (?:deeply |strictly )?(?:be|equal|have|include|match|contain|throw)(?: (?:deeply|strictly|a|an|of|equal|to|deep))* (?<expected>.{1,200}?)(?: \/\/ .{1,40})?)$/,
  },
  { pattern: /^\s{0,12}(?<type>AssertionError) \[ERR_ASSERTION\]: (?<message>.{1,400})$/ },
  {
    pattern:
      /^\s{0,12}→ (?<message>expected (?<actual>.{1,200}?) to (?:be|equal|deeply equal|strictly equal|include|contain|match|have .{1,40}) (?<expected>.{1,200}?)(?: \/\/ .{1,40})?)$/,
  },
  {
    pattern:
      /^(?<type>(?:java\.lang\.AssertionError|org\.opentest4j\.AssertionFailedError|junit\.framework\.AssertionFailedError|org\.junit\.ComparisonFailure|kotlin\.AssertionError))(?:: (?<message>.{1,400}))?$/,
  },
  { pattern: /^\s{4,8}(?<message>Assertion with (?:==|===|!=|=~|<|>) failed)$/ },
  {
    pattern:
      /^\s{2,12}(?<message>Expected (?<actual>\S.{0,150}?) (?:not )?to (?:equal|be|contain|match|have been called)(?: (?<expected>\S.{0,150}))?\.)$/,
  },
  {
    pattern:
      /^\s{0,12}(?<message>[Ee]xpected \S.{0,120}? to (?:be|equal|have|return|match|contain|include|throw)\b ?(?<expected>.{0,120}?),? but (?:got|was|were|received|found|it was|saw|had|returned) (?<actual>\S.{0,120}?))\.?$/,
  },
  {
    pattern:
      /^\s{0,12}(?:\d{1,4}\) |[-✗✘✖×✕] )?(?!(?:[Tt]he|[Ii]t|[Tt]his|[Tt]hat|[Yy]our|[Mm]y|I|[Yy]ou|[Ww]e|An?|[Pp]lease)\b)(?<message>(?:[\w.'"()[\]-]{1,40} ){0,8}should (?:not )?(?:be|equal|return|have|contain|match|give|throw|include) ?(?<expected>.{0,80}?),? but (?:got|was|were|is|has|had|received|returned|found|threw|contains?|equals?) (?<actual>(?=.{0,40}(?:\d|["'`]|\b(?:true|false|null|nil|none|undefined|empty|nothing|NaN)\b)).{1,120}?))\.?$/,
  },
  {
    pattern:
      /^\s{2,12}(?:Error: )?(?<message>Expected values to be (?:strictly |loosely )?(?:deep-)?equal:)$/,
  },
];

const EXPECTED =
  /^(?:#|\s){0,28}(?:Expected(?: (?:value|length|substring|string|pattern|path|number of calls|size|equality of these values))?|expected|EXPECTED|Expecting actual) {0,8}: ?(?<value>\S.{0,300})?$/;
const ACTUAL =
  /^(?:#|\s){0,28}(?:Received(?: (?:value|length|string|path|number of calls|has value))?|Actual|actual|But was|but was|but|got|Got|found|ACTUAL|was) {0,8}: {0,8}(?<value>\S.{0,300})?$/;

const CODE = /^\s{0,40}(?:[+-]\s|\/\/|\*|#|["'`])|[;{]$/;

/** The two sides of an assertion, in the forms that test libraries print them. */
export const assertion: Recogniser = {
  name: "assertion",
  triggers: [
    "assert",
    "expected",
    "expecting",
    "received",
    "actual",
    "but was",
    "but:",
    "got:",
    "should ",
    "comparisonfailure",
    "found",
  ],
  createReader: (): LineReader => {
    let expected: string | undefined;
    let actual: string | undefined;
    let age = 0;
    return {
      readLine: ({ text }, report) => {
        age += 1;
        if (age > 6) {
          expected = undefined;
          actual = undefined;
        }
        if (!CODE.test(text) && applyTestRules(SENTENCES, text, report, {})) return;
        const first = EXPECTED.exec(text);
        const second = first === null ? ACTUAL.exec(text) : null;
        if ((first !== null || second !== null) && !/[,;{]$/.test(text)) {
          if (first !== null) expected = first.groups!["value"] ?? "";
          else actual = second!.groups!["value"] ?? "";
          age = 0;
          if (expected !== undefined && actual !== undefined) {
            report.see({
              says: "verification_failure",
              weight: "strong",
              facts: testFacts({ expected, actual }),
            });
            expected = undefined;
            actual = undefined;
          }
          return;
        }
        if (!isSourceLine(text)) applyTestRules(RULES, text, report, {});
      },
    };
  },
};
