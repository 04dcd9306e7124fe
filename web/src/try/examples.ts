import type { Kind } from "./guess-kind.ts";

export interface Example {
  readonly name: string;
  readonly kind: Kind;
  readonly text: string;
  readonly prompt?: string;
  readonly files?: string;
}

export const EXAMPLES: readonly Example[] = [
  {
    name: "A failed test run",
    kind: "log",
    text: `$ npm test

 RUN  cart
 ✓ src/cart/total.test.ts (6 tests) 41ms
 ❯ src/cart/coupon.test.ts (3 tests | 1 failed) 58ms
   × takes the coupon off once

AssertionError: expected 1980 to be 1880
    at src/cart/coupon.test.ts:27:24

- Expected
+ Received
- 1880
+ 1980

 Test Files  1 failed | 1 passed (2)
      Tests  1 failed | 8 passed (9)
`,
    prompt: "Add coupons to the cart in src/cart/coupon.ts.",
  },
  {
    name: "A log that only looks like a failure",
    kind: "log",
    text: `INFO  error handling is covered by 14 cases
INFO  test_failed_login PASSED
INFO  0 failed, 212 passed in 8.4s
`,
  },
  {
    name: "A reviewer’s answer with faults",
    kind: "review",
    text: `Here is my review:
\`\`\`json
{
  "schema_version": "1.0",
  "prompt_version": "1.0",
  "findings": [
    {"id": "f1", "severity": "high", "category": "correctness", "title": "The coupon is taken off twice",
     "file": "./src/cart/coupon.ts", "line": "27", "message": "apply() runs again when the cart is loaded, so the total is too low.",
     "suggestion": "Keep the applied coupon on the cart and return early."},
    {"id": "f2", "severity": "urgent", "category": "style", "title": "Long function",
     "file": "src/cart/coupon.ts", "line": 3, "message": "Split it."},
    {"id": "f3", "severity": "low", "category": "test", "title": "No test for an expired coupon",
     "file": "src/billing/invoice.ts", "line": 12, "message": "Nothing covers it."},
  ]
}
\`\`\``,
    files: "src/cart/coupon.ts\nsrc/cart/coupon.test.ts",
  },
  {
    name: "A vague comment",
    kind: "comment",
    text: "Maybe consider improving the error handling here, it could be better.",
  },
  {
    name: "A comment to act on",
    kind: "comment",
    text: "src/cart/coupon.ts:27: apply() runs on every load, so a reloaded cart is 100 cents too cheap. Return early when cart.coupon is set, so that the total is the same after a reload.",
  },
  {
    name: "A partly satisfied user",
    kind: "comment",
    text: "It works, but the dates are still in local time. Write every date in UTC, so that two exports can be compared.",
    prompt: "Write an export of all orders as CSV.",
  },
];
