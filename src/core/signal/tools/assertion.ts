import { factsOf } from "./read-rules.ts";
import { isSourceLine } from "./source-line.ts";
import { fails, unless, type Tool } from "./tool.ts";

const EXPECTED =
  /^(?:#|\s){0,28}(?:Expected(?: (?:value|length|substring|string|pattern|path|number of calls|size|equality of these values))?|expected|EXPECTED|Expecting actual) {0,8}: ?(?<value>\S.{0,300})?$/;
const ACTUAL =
  /^(?:#|\s){0,28}(?:Received(?: (?:value|length|string|path|number of calls|has value))?|Actual|actual|But was|but was|but|got|Got|found|ACTUAL|was) {0,8}: {0,8}(?<value>\S.{0,300})?$/;

const isCode = (text: string): boolean => /^\s{0,40}(?:[+-]\s|\/\/|\*|#|["'`])|[;{]$/.test(text);

/** Expected and actual values, as test libraries print them. */
export const assertion: Tool = {
  name: "assertion",
  kind: "test",
  rules: [
    // These are distinctive enough to count even in a line that looks like source code.
    unless(
      isCode,
      fails(
        /^\s{0,12}(?<type>[\w.]{0,120}(?:AssertionFailedError|AssertionError|ComparisonFailure|AssertionFailedException)): (?<message>(?:[^<>]{1,120} )?expected: ?<(?<expected>.{0,200}?)> but was: ?<(?<actual>.{0,200})>)/,
        /(?:^|[\s:(])(?<message>expected: ?<(?<expected>.{0,200}?)> but was: ?<(?<actual>.{0,200}?)>)/,
        /(?:^|[\s:(])(?<message>expected \[(?<expected>.{0,200})\] but found \[(?<actual>.{0,200})\])/,
        /^(?:(?<file>\S{1,250}\.swift):(?<line>\d{1,7}): error: )?.{0,120}XCTAssert\w{1,40} failed(?:: \("(?<actual>.{0,120})"\) is not equal to \("(?<expected>.{0,120})"\))?(?: - (?<message>.{1,200}))?$/,
      ),
    ),
    unless(
      isSourceLine,
      fails(
        /^\s{0,12}(?:→ )?(?:(?<type>AssertionError)(?: \[ERR_ASSERTION\])?: )(?<message>expected (?<actual>.{1,200}?) to (?:deeply |strictly )?(?:be|equal|have|include|match|contain|throw)(?: (?:deeply|strictly|a|an|of|equal|to|deep))* (?<expected>.{1,200}?)(?: \/\/ .{1,40})?)$/,
        /^\s{0,12}(?<type>AssertionError) \[ERR_ASSERTION\]: (?<message>.{1,400})$/,
        /^\s{0,12}→ (?<message>expected (?<actual>.{1,200}?) to (?:be|equal|deeply equal|strictly equal|include|contain|match|have .{1,40}) (?<expected>.{1,200}?)(?: \/\/ .{1,40})?)$/,
        /^(?<type>(?:java\.lang\.AssertionError|org\.opentest4j\.AssertionFailedError|junit\.framework\.AssertionFailedError|org\.junit\.ComparisonFailure|kotlin\.AssertionError))(?:: (?<message>.{1,400}))?$/,
        /^\s{4,8}(?<message>Assertion with (?:==|===|!=|=~|<|>) failed)$/,
        /^\s{2,12}(?<message>Expected (?<actual>\S.{0,150}?) (?:not )?to (?:equal|be|contain|match|have been called)(?: (?<expected>\S.{0,150}))?\.)$/,
        /^\s{0,12}(?<message>[Ee]xpected \S.{0,120}? to (?:be|equal|have|return|match|contain|include|throw)\b ?(?<expected>.{0,120}?),? but (?:got|was|were|received|found|it was|saw|had|returned) (?<actual>\S.{0,120}?))\.?$/,
        /^\s{0,12}(?:\d{1,4}\) |[-✗✘✖×✕] )?(?!(?:[Tt]he|[Ii]t|[Tt]his|[Tt]hat|[Yy]our|[Mm]y|I|[Yy]ou|[Ww]e|An?|[Pp]lease)\b)(?<message>(?:[\w.'"()[\]-]{1,40} ){0,8}should (?:not )?(?:be|equal|return|have|contain|match|give|throw|include) ?(?<expected>.{0,80}?),? but (?:got|was|were|is|has|had|received|returned|found|threw|contains?|equals?) (?<actual>(?=.{0,40}(?:\d|["'`]|\b(?:true|false|null|nil|none|undefined|empty|nothing|NaN)\b)).{1,120}?))\.?$/,
        /^\s{2,12}(?:Error: )?(?<message>Expected values to be (?:strictly |loosely )?(?:deep-)?equal:)$/,
      ),
    ),
  ],
  starts: [EXPECTED, ACTUAL],
  createReader: (rules) => {
    let sides: { expected?: string; actual?: string } = {};
    let age = 0;
    return {
      readLine: ({ text }, report) => {
        age += 1;
        if (age > 6) sides = {};
        if (rules.match(text, report) || /[,;{]$/.test(text)) return;
        const expected = EXPECTED.exec(text);
        const actual = expected === null ? ACTUAL.exec(text) : null;
        if (expected === null && actual === null) return;
        if (expected !== null) sides.expected = expected.groups!["value"] ?? "";
        else sides.actual = actual!.groups!["value"] ?? "";
        age = 0;
        if (sides.expected === undefined || sides.actual === undefined) return;
        report.see({ says: "verification_failure", weight: "strong", facts: factsOf(sides) });
        sides = {};
      },
    };
  },
  hits: {
    "verification_failure strong": [
      "org.opentest4j.AssertionFailedError: expected: <3> but was: <4>",
      "java.lang.AssertionError: expected [3] but found [4]",
      "AssertionError: expected 3 to equal 4",
      'XCTAssertEqual failed: ("3") is not equal to ("4")',
      "    Expected: 4\n    Received: 3\n",
      "       expected: 4\n            got: 3\n",
      "Expected: 4\n  Actual: 3\n",
      "  Expected: 4\n  But was:  3\n",
      "#          got: 3\n#     expected: 4\n",
      "        \t            \texpected: 4\n        \t            \tactual  : 3\n",
      "expected: <4> but was: <3>",
      "AssertionError: expected 3 to be 4 // Object.is equality",
    ],
  },
  misses: [
    "Expected: 4",
    "Expected: 4\nexpected of you\nexpected of you\nexpected of you\nexpected of you\nexpected of you\nexpected of you\nexpected of you\nexpected of you\nActual: 3",
    "assert.equal(actual, expected);",
    "I expected a table but got a list",
  ],
};
