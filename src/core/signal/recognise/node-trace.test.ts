import { describe, expect, it } from "vitest";
import { nodeTrace } from "./node-trace.ts";
import { strongest } from "../../../../test/strongest.ts";

const CRASH = `/srv/api/orders.js:12
    throw new TypeError("no order");
    ^

TypeError: no order
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at load (/srv/api/orders.js:12:11)
    at async main (/srv/api/main.js:3:1)

Node.js v22.4.0
`;

describe("nodeTrace", () => {
  it.each([
    ["an error line with frames", CRASH, "strong runtime_error"],
    [
      "a browser console calls it uncaught",
      "Uncaught ReferenceError: cart is not defined",
      "proof runtime_error",
    ],
    ["a rejected promise in a browser", "Uncaught (in promise) Error: offline", "proof runtime_error"],
    [
      "Deno puts error: before it",
      "error: Uncaught (in promise) TypeError: x is not a function\n    at file:///srv/a.ts:1:7",
      "proof runtime_error",
    ],
    [
      "old Node warns about rejections",
      "(node:812) UnhandledPromiseRejectionWarning: Error: gone",
      "proof runtime_error",
    ],
    [
      "other warnings of Node are no failure",
      "(node:812) ExperimentalWarning: stripping types is experimental",
      "nothing",
    ],
    [
      "the overlay of Next names itself",
      "Unhandled Runtime Error\n\nTypeError: cart.map is not a function\n\nSource\napp/cart.tsx (10:7) @ Cart",
      "proof runtime_error",
    ],
    [
      "React says what it cannot render",
      "Objects are not valid as a React child (found: object with keys {a}).",
      "strong runtime_error",
    ],
    [
      "a blocked cross-origin request",
      "Access to fetch at 'https://a.example/x' from origin 'http://localhost:3000' has been blocked by CORS policy: no header",
      "strong runtime_error",
    ],
    [
      "Node out of heap",
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      "proof runtime_error",
    ],
    ["frames alone are weak words", "    at run (/srv/a.js:3:4)", "weak runtime_error"],
    ["source that throws is no trace", 'if (!order) {\n  throw new TypeError("no order");\n}', "nothing"],
    ["source that catches is no trace", "} catch (error) {\n  console.error(error);\n}", "nothing"],
    ["a name with Error in it is no error", "src/components/ErrorBoundary.tsx", "nothing"],
    ["a type is no error line", "type ParseError = { message: string };", "nothing"],
  ])("%s", (_why, text, saw) => {
    expect(strongest([nodeTrace], text).saw).toBe(saw);
  });

  it("keeps the error and the first frame of the user's own code", () => {
    expect(strongest([nodeTrace], CRASH).facts).toEqual({
      language: "javascript",
      error_type: "TypeError",
      error_message: "no order",
      file: "/srv/api/orders.js",
      line: 12,
    });
  });

  it("keeps the place an overlay names", () => {
    const text = "Unhandled Runtime Error\n\nError: boom\n\nSource\napp/cart.tsx (10:7) @ Cart";
    expect(strongest([nodeTrace], text).facts).toMatchObject({
      error_type: "Error",
      error_message: "boom",
      file: "app/cart.tsx",
      line: 10,
    });
  });
});
