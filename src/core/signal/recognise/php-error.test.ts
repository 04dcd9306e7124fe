import { describe, expect, it } from "vitest";
import { phpError } from "./php-error.ts";
import { strongest } from "../../../../test/strongest.ts";

describe("phpError", () => {
  it.each([
    [
      "an uncaught exception names its class and place",
      "PHP Fatal error:  Uncaught TypeError: pay(): Argument #1 must be of type int in /app/cart.php:12",
      "proof runtime_error",
      {
        language: "php",
        error_type: "TypeError",
        error_message: "pay(): Argument #1 must be of type int",
        file: "/app/cart.php",
        line: 12,
      },
    ],
    [
      "a fatal error as a page shows it",
      "Fatal error: Allowed memory size of 134217728 bytes exhausted in /app/cart.php on line 9",
      "proof runtime_error",
      {
        language: "php",
        error_type: "Fatal error",
        error_message: "Allowed memory size of 134217728 bytes exhausted",
        file: "/app/cart.php",
        line: 9,
      },
    ],
    [
      "a warning is weak",
      'PHP Warning:  Undefined array key "id" in /app/cart.php on line 3',
      "weak runtime_error",
      {
        language: "php",
        error_type: "Warning",
        error_message: 'Undefined array key "id"',
        file: "/app/cart.php",
        line: 3,
      },
    ],
    [
      "a framework's log",
      "[2026-01-02 10:00:00] production.ERROR: Payment refused by the bank",
      "strong runtime_error",
      { language: "php", error_message: "Payment refused by the bank" },
    ],
    ["a lint that passes", "No syntax errors detected in cart.php", "nothing", {}],
    ["another tool's warning", "Warning: the file config.php is deprecated", "nothing", {}],
  ])("%s", (_why, text, saw, facts) => {
    expect(strongest([phpError], text)).toEqual({ saw, facts });
  });
});
