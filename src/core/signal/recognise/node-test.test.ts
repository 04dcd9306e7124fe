import { describe, expect, it } from "vitest";
import type { SignalFacts } from "../signal.ts";
import { factsIn, verdictsIn } from "../../../../test/observe-text.ts";
import { nodeTest } from "./node-test.ts";

const SPEC_ASSERTION = `✖ failing tests:

test at cart.test.mjs:3:1
✖ adds up the cart (1.379993ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  2 !== 3
  
      at TestContext.<anonymous> (file:///shop/cart.test.mjs:3:41)
      at Test.start (node:internal/test_runner/test:1262:17) {
    generatedMessage: true,
    code: 'ERR_ASSERTION',
    actual: 2,
    expected: 3,
    operator: 'strictEqual',
    diff: 'simple'
  }
`;

const SPEC_DIFFERENCE = `test at cart.test.mjs:6:3
✖ applies ten percent (1.60857ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  + actual - expected
  
    {
  +   total: 90
  -   total: 100
    }
  
      at TestContext.<anonymous> (file:///shop/cart.test.mjs:6:44) {
    actual: { total: 90 },
    expected: { total: 100 },
    operator: 'deepStrictEqual'
  }
`;

const SPEC_THROWN = `test at cart.test.mjs:7:3
✖ throws for no coupon (3.456286ms)
  TypeError: Cannot read properties of undefined (reading 'code')
      at TestContext.<anonymous> (file:///shop/cart.test.mjs:7:61)
`;

const DOT = `XX

Failed tests:

✖ rejects (1.295337ms)
  RangeError: coupon expired
      at TestContext.<anonymous> (file:///shop/cart.test.mjs:8:37)
✖ discounts (9.675681ms)
  '1 subtest failed'
`;

const TAP_BLOCK = `not ok 1 - adds up the cart
  ---
  duration_ms: 2.434883
  type: 'test'
  location: '/shop/cart.test.mjs:3:1'
  failureType: 'testCodeFailure'
  error: |-
    Expected values to be strictly equal:
    
    2 !== 3
    
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: 3
  actual: 2
  operator: 'strictEqual'
  stack: |-
    TestContext.<anonymous> (file:///shop/cart.test.mjs:3:41)
  ...
`;

const TAP_LINE = `    not ok 2 - throws for no coupon
      ---
      duration_ms: 3.781136
      location: '/shop/cart.test.mjs:7:3'
      failureType: 'testCodeFailure'
      error: "Cannot read properties of undefined (reading 'code')"
      code: 'ERR_TEST_FAILURE'
      name: 'TypeError'
      stack: |-
        TestContext.<anonymous> (file:///shop/cart.test.mjs:7:61)
      ...
not ok 3 - discounts
  ---
  location: '/shop/cart.test.mjs:5:1'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
`;

const RUNNER = { framework: "node:test", language: "javascript" } as const;

describe("Node's test runner", () => {
  it.each<{ why: string; text: string; facts: SignalFacts }>([
    {
      why: "a message that announces the difference is told with it",
      text: SPEC_ASSERTION,
      facts: {
        file: "cart.test.mjs",
        line: 3,
        failing_tests: ["adds up the cart"],
        error_type: "AssertionError",
        error_message: "Expected values to be strictly equal: 2 !== 3",
        expected: "3",
        actual: "2",
      },
    },
    {
      why: "a difference of many lines stays out of the message",
      text: SPEC_DIFFERENCE,
      facts: {
        file: "cart.test.mjs",
        line: 6,
        failing_tests: ["applies ten percent"],
        error_type: "AssertionError",
        error_message: "Expected values to be strictly deep-equal",
        expected: "{ total: 100 }",
        actual: "{ total: 90 }",
      },
    },
    {
      why: "what the code under test throws is the test's message",
      text: SPEC_THROWN,
      facts: {
        file: "cart.test.mjs",
        line: 7,
        failing_tests: ["throws for no coupon"],
        error_type: "TypeError",
        error_message: "Cannot read properties of undefined (reading 'code')",
      },
    },
    {
      why: "the dot report, in which a suite only counts",
      text: DOT,
      facts: { failing_tests: ["rejects"], error_type: "RangeError", error_message: "coupon expired" },
    },
    {
      why: "TAP with a block",
      text: TAP_BLOCK,
      facts: {
        file: "/shop/cart.test.mjs",
        line: 3,
        failing_tests: ["adds up the cart"],
        error_type: "AssertionError",
        error_message: "Expected values to be strictly equal: 2 !== 3",
        expected: "3",
        actual: "2",
      },
    },
    {
      why: "TAP with a line, in which a suite only counts",
      text: TAP_LINE,
      facts: {
        file: "/shop/cart.test.mjs",
        line: 7,
        failing_tests: ["throws for no coupon"],
        error_type: "TypeError",
        error_message: "Cannot read properties of undefined (reading 'code')",
      },
    },
  ])("$why", ({ text, facts }) => {
    expect(factsIn(nodeTest, text)).toEqual({ ...RUNNER, ...facts });
    expect(verdictsIn(nodeTest, text)).toEqual(["verification_failure proof"]);
  });

  it.each([
    ["a tick list", "✖ slow (1.5ms)\n✔ fast (0.2ms)\n"],
    ["a nested tick list", "  ✖ one (1.5ms)\n  ✖ two (0.2ms)\n✖ both (2.5ms)\n"],
    ["another producer of TAP", "not ok 1 - adds\n  ---\n  error: 'should be equal'\n  ...\n"],
    ["an expected failure", TAP_BLOCK.replace("the cart\n", "the cart # TODO later\n")],
    ["a cross in prose", "✖ do not do that\n  Error: is a word\n"],
  ])("says nothing of %s", (_why, text) => expect(verdictsIn(nodeTest, text)).toEqual([]));
});
