import type { SignalFacts } from "../signal.ts";
import { factsOf } from "./read-rules.ts";
import {
  fails,
  follows,
  provesFailure,
  provesSuccess,
  suggestsSuccess,
  type Tool,
  type Report,
} from "./tool.ts";

const NODE_TEST = { framework: "node:test", language: "javascript" };
const TAP = { framework: "tap" };

const PLACE = /^test at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,7}$/;
/** node:test prints durations in milliseconds with decimals. */
const HEAD = /^\s{0,40}✖ (?<test>\S.{0,300}?) \(\d{1,9}\.\d{1,9}ms\)$/;
const ERROR =
  /^\s{2,44}\[?(?<type>[A-Z][\w$.]{0,80}(?:Error|Exception|Failure)|Error)(?: \[\w{1,60}\])?: (?<message>\S.{0,600}?)\]?$/;
/** A thrown value that is not an Error. */
const VALUE = /^\s{2,44}'(?<message>[^'].{0,600})'$/;
const SIDE = /^\s{4,48}(?<side>actual|expected): (?<value>\S.{0,300}?),$/;
const TAP_POINT = /^\s{0,40}not ok \d{1,7} - (?<test>\S.{0,300})$/;
const TAP_DETAIL = /^\s{2,44}(?<key>location|failureType|error|name|expected|actual): (?<value>\S.{0,600})$/;
const TAP_END = /^\s{2,44}(?:stack:|\.\.\.$)/;
const TAP_LOCATION = /^(?<file>.{1,300}):(?<line>\d{1,7}):\d{1,7}$/;
const MARKED = /^\s{0,44}[✖✔▶ℹ﹣]/;

/** Within how many lines the error follows, and then its diff and both sides. */
const REACH = 3;
const LONG_REACH = 40;

/** A failing test, as far as it has been read. */
interface FailureInProgress {
  readonly form: "spec" | "tap";
  facts: SignalFacts;
  message?: string;
  /** The message ends in a colon and goes on in a later line. */
  open: boolean;
  /** Inside a multi-line message of TAP. */
  inBlock: boolean;
  own: boolean;
}

/** Failing tests in node:test's spec, dot and TAP reports: the error with both sides. */
export const nodeTest: Tool = {
  name: "node-test",
  kind: "test",
  rules: [],
  starts: [PLACE, HEAD, TAP_POINT],
  createReader: () => {
    let location: SignalFacts = {};
    let failure: FailureInProgress | undefined;
    const begin = (form: FailureInProgress["form"], facts: SignalFacts, report: Report): void => {
      failure = {
        form,
        facts: { ...NODE_TEST, ...location, ...facts },
        open: false,
        inBlock: false,
        own: form === "spec",
      };
      location = {};
      report.follow(form === "spec" ? REACH : LONG_REACH);
    };
    return {
      readLine: ({ text }, report) => {
        const at = PLACE.exec(text);
        if (at !== null) {
          location = factsOf(at.groups);
          failure = undefined;
          report.follow(1);
          return;
        }
        const head = HEAD.exec(text);
        if (head !== null) return begin("spec", factsOf(head.groups), report);
        const point = TAP_POINT.exec(text);
        if (point !== null) {
          if (/# (?:TODO|SKIP)\b/i.test(text)) failure = undefined;
          else begin("tap", factsOf(point.groups), report);
          return;
        }
        if (failure === undefined) return;
        if (MARKED.test(text)) failure = undefined;
        else if (failure.form === "spec") readSpec(failure, text, report);
        else if (readTap(failure, text, report)) failure = undefined;
      },
    };
  },
  hits: {
    "verification_failure proof": [
      "✖ failing tests:\n\ntest at cart.test.mjs:3:1\n✖ adds up the cart (1.379993ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n  \n  2 !== 3\n  \n      at TestContext.<anonymous> (file:///shop/cart.test.mjs:3:41)\n      at Test.start (node:internal/test_runner/test:1262:17) {\n    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    actual: 2,\n    expected: 3,\n    operator: 'strictEqual',\n    diff: 'simple'\n  }\n",
      "test at cart.test.mjs:6:3\n✖ applies ten percent (1.60857ms)\n  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:\n  + actual - expected\n  \n    {\n  +   total: 90\n  -   total: 100\n    }\n  \n      at TestContext.<anonymous> (file:///shop/cart.test.mjs:6:44) {\n    actual: { total: 90 },\n    expected: { total: 100 },\n    operator: 'deepStrictEqual'\n  }\n",
      "test at cart.test.mjs:7:3\n✖ throws for no coupon (3.456286ms)\n  TypeError: Cannot read properties of undefined (reading 'code')\n      at TestContext.<anonymous> (file:///shop/cart.test.mjs:7:61)\n",
      "XX\n\nFailed tests:\n\n✖ rejects (1.295337ms)\n  RangeError: coupon expired\n      at TestContext.<anonymous> (file:///shop/cart.test.mjs:8:37)\n✖ discounts (9.675681ms)\n  '1 subtest failed'\n",
      "not ok 1 - adds up the cart\n  ---\n  duration_ms: 2.434883\n  type: 'test'\n  location: '/shop/cart.test.mjs:3:1'\n  failureType: 'testCodeFailure'\n  error: |-\n    Expected values to be strictly equal:\n    \n    2 !== 3\n    \n  code: 'ERR_ASSERTION'\n  name: 'AssertionError'\n  expected: 3\n  actual: 2\n  operator: 'strictEqual'\n  stack: |-\n    TestContext.<anonymous> (file:///shop/cart.test.mjs:3:41)\n  ...\n",
      "    not ok 2 - throws for no coupon\n      ---\n      duration_ms: 3.781136\n      location: '/shop/cart.test.mjs:7:3'\n      failureType: 'testCodeFailure'\n      error: \"Cannot read properties of undefined (reading 'code')\"\n      code: 'ERR_TEST_FAILURE'\n      name: 'TypeError'\n      stack: |-\n        TestContext.<anonymous> (file:///shop/cart.test.mjs:7:61)\n      ...\nnot ok 3 - discounts\n  ---\n  location: '/shop/cart.test.mjs:5:1'\n  failureType: 'subtestsFailed'\n  error: '1 subtest failed'\n  code: 'ERR_TEST_FAILURE'\n  ...\n",
    ],
  },
  misses: [
    "✖ slow (1.5ms)\n✔ fast (0.2ms)\n",
    "  ✖ one (1.5ms)\n  ✖ two (0.2ms)\n✖ both (2.5ms)\n",
    "not ok 1 - adds\n  ---\n  error: 'should be equal'\n  ...\n",
    "not ok 1 - adds up the cart # TODO later\n  ---\n  duration_ms: 2.434883\n  type: 'test'\n  location: '/shop/cart.test.mjs:3:1'\n  failureType: 'testCodeFailure'\n  error: |-\n    Expected values to be strictly equal:\n    \n    2 !== 3\n    \n  code: 'ERR_ASSERTION'\n  name: 'AssertionError'\n  expected: 3\n  actual: 2\n  operator: 'strictEqual'\n  stack: |-\n    TestContext.<anonymous> (file:///shop/cart.test.mjs:3:41)\n  ...\n",
    "✖ do not do that\n  Error: is a word\n",
  ],
};

/** Reports after every line that adds facts, in case the output is truncated. */
function see(told: FailureInProgress, report: Report, facts: SignalFacts): void {
  told.facts = { ...told.facts, ...facts };
  report.see({ says: "verification_failure", weight: "proof", facts: told.facts });
}

function readSpec(told: FailureInProgress, text: string, report: Report): void {
  if (told.message === undefined) {
    const error = ERROR.exec(text) ?? VALUE.exec(text);
    if (error === null || isSummary(error.groups!["message"]!)) return;
    const { error_type, error_message = "" } = factsOf(error.groups);
    hear(told, error_message);
    if (error_type !== undefined) told.facts = { ...told.facts, error_type };
    report.follow(LONG_REACH);
    // If the message announces a diff, wait for it.
    if (!told.open) see(told, report, { error_message });
    return;
  }
  if (told.open) return hearMore(told, text, report);
  const side = SIDE.exec(text);
  if (side === null) return;
  const { side: name = "", value = "" } = side.groups!;
  if (!isPlainValue(value)) return;
  told.facts = { ...told.facts, ...factsOf({ [name]: unquoted(value) }) };
  if (told.facts.expected !== undefined && told.facts.actual !== undefined) see(told, report, {});
}

/** Returns whether the test point is complete. */
function readTap(told: FailureInProgress, text: string, report: Report): boolean {
  const detail = TAP_DETAIL.exec(text);
  if (told.inBlock && detail === null && !TAP_END.test(text)) {
    if (told.message === undefined) {
      if (text.trim() !== "") hear(told, text.trim());
    } else if (told.open) hearMore(told, text, report);
    return false;
  }
  told.inBlock = false;
  if (detail === null) {
    if (!TAP_END.test(text)) return false;
    if (told.own && told.message !== undefined) see(told, report, { error_message: told.message });
    return true;
  }
  const { key = "", value = "" } = detail.groups!;
  switch (key) {
    case "location":
      told.facts = { ...told.facts, ...factsOf(TAP_LOCATION.exec(unquoted(value))?.groups) };
      return false;
    case "failureType":
      told.own = !value.includes("subtestsFailed");
      return false;
    case "error":
      if (/^[|>]/.test(value)) told.inBlock = true;
      else hear(told, unquoted(value));
      return false;
    case "name":
      told.facts = { ...told.facts, ...factsOf({ type: unquoted(value) }) };
      return false;
    default:
      told.facts = { ...told.facts, ...factsOf({ [key]: unquoted(value) }) };
      return false;
  }
}

function hear(told: FailureInProgress, message: string): void {
  told.message = message;
  told.open = message.endsWith(":");
}

/** Appends the line after an announcement, skipping the legend of a diff. */
function hearMore(told: FailureInProgress, text: string, report: Report): void {
  const line = text.trim();
  if (line === "" || line.startsWith("+ actual - expected")) return;
  told.open = false;
  const said = /^(?:[{[(]|at |[+-] )/.test(line) ? told.message!.slice(0, -1) : `${told.message} ${line}`;
  told.message = said.slice(0, 300);
  if (told.own && told.form === "spec") see(told, report, { error_message: told.message });
}

const isSummary = (message: string): boolean => /^\d{1,7} subtests? failed$/.test(message);
/** Not the first line of a multi-line object. */
const isPlainValue = (value: string): boolean => !/^(?:\{|\[|[A-Z]\w* \{)$/.test(value);

function unquoted(value: string): string {
  return /^'.*'$/.test(value) || /^".*"$/.test(value) ? value.slice(1, -1) : value;
}

const COUNT = /^(?:#|ℹ) (tests|pass|fail|cancelled) {1,4}(\d{1,7})$/;
const DETAIL = /^\s{2,28}(?:(expected|actual|got|wanted|error|message|code|name): ?)(\S.{0,600})$/;

/** TAP, node:test in both its forms, tape and Perl's prove. Directives mark failures that are expected. */
export const tap: Tool = {
  name: "tap",
  kind: "test",
  facts: TAP,
  rules: [
    suggestsSuccess(/^\s{0,24}not ok\b.{0,400}# (?:TODO|SKIP)\b/i),
    follows(
      24,
      fails(
        /^\s{0,24}not ok \d{1,7}(?: - | )(?<test>\S.{0,300}?)(?: # (?:time|duration_ms)[= ][\d.]{1,20}m?s?)?(?: \{)?$/,
        /^\s{0,24}not ok(?: \d{1,7})?$/,
      ),
    ),
    suggestsSuccess(/^\s{0,24}ok \d{1,7}(?:$| - | \S)/),
    provesFailure(
      /^Bail out!(?: {1,4}(?<message>.{1,300}))?/,
      /^# [Ff]ailed \d{1,7} of \d{1,7} (?:tests|asserts|assertions)/,
      /^# Looks like (?:you failed \d{1,7} tests? (?:of|out of) \d{1,7}|your test exited with [1-9]\d{0,4}|you planned \d{1,7} tests? but ran)/,
    ),
    fails(/^#\s{1,8}Failed test (?:\([^)]{1,200}\)|'(?<test>[^']{1,300})')/),
    provesFailure(/^Failed \d{1,7}\/\d{1,7} (?:test programs?|test scripts?)[.,]/, /^Result: FAIL$/),
    provesSuccess(/^Result: PASS$/, /^All tests successful\.$/),
    fails(/^\s{0,2}✖ failing tests:$/, /^test at (?<file>[^\s:]{1,300}):(?<line>\d{1,7}):\d{1,7}$/),
  ],
  starts: [COUNT],
  createReader: (rules) => {
    let passed = 0;
    let inDetail = false;
    let sides: { expected?: string; actual?: string } = {};
    return {
      readLine: ({ text }, report) => {
        const count = COUNT.exec(text);
        if (count !== null) {
          const number = Number(count[2]);
          const facts = text.startsWith("ℹ") ? NODE_TEST : TAP;
          if (count[1] === "pass") passed = number;
          else if (count[1] === "tests") passed = 0;
          else if (number > 0) report.see({ says: "verification_failure", weight: "proof", facts });
          else if (count[1] === "fail" && passed > 0) report.see({ says: "success", weight: "proof", facts });
          return;
        }
        if (rules.match(text, report)) {
          inDetail = /^\s{0,24}not ok\b(?!.{0,400}# (?:TODO|SKIP)\b)/i.test(text);
          return;
        }
        const detail = inDetail ? DETAIL.exec(text) : null;
        if (detail === null) return;
        const [, key = "", value = ""] = detail;
        if (key === "expected" || key === "wanted") sides.expected = unquoted(value);
        else if (key === "actual" || key === "got") sides.actual = unquoted(value);
        else if (key === "error" && !value.startsWith("|")) {
          const facts = { ...TAP, ...factsOf({ message: unquoted(value) }) };
          report.see({ says: "verification_failure", weight: "strong", facts });
        }
        if (sides.expected === undefined || sides.actual === undefined) return;
        report.see({ says: "verification_failure", weight: "strong", facts: { ...TAP, ...factsOf(sides) } });
        sides = {};
      },
    };
  },
  hits: {
    "verification_failure proof": [
      "# tests 5\n# pass 4\n# fail 1",
      "Failed 1/5 test programs. 1/20 subtests failed.\nResult: FAIL",
    ],
    "success proof": [
      "# tests 5\n# pass 5\n# fail 0\n# cancelled 0",
      "ℹ tests 5\nℹ pass 5\nℹ fail 0",
      "All tests successful.\nResult: PASS",
    ],
    "success proof, verification_failure proof": ["# pass 4\n# fail 0\n# cancelled 1"],
    "verification_failure strong": ["not ok 3 - adds"],
    "success weak": ["not ok 3 - adds # TODO later", "ok 3 - not ok when it fails"],
  },
  misses: ["# fail fast", "# tests 0\n# pass 0\n# fail 0"],
};
