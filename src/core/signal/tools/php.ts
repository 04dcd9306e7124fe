import {
  countsTests,
  fails,
  passes,
  provesFailure,
  provesSuccess,
  suggestsFailure,
  suggestsSuccess,
  type Tool,
} from "./tool.ts";

/** PHPUnit and Pest. */
export const phpunit: Tool = {
  name: "phpunit",
  kind: "test",
  facts: { framework: "phpunit", language: "php" },
  rules: [
    provesSuccess(/^OK \([1-9]\d{0,6} tests?, \d{1,7} assertions?\)/),
    passes(/^OK, but (?:incomplete|there were|some tests)/),
    fails(/^(?:FAILURES|ERRORS)!$/),
    countsTests(
      { failed: /\b(?:Failures|Errors): (\d{1,7})/g, passed: /^Tests: (\d{1,7})/g },
      /^Tests: \d{1,7}, (?:Assertions|Failures|Errors|Warnings|Skipped|Incomplete|Deprecations|Notices|Risky): \d{1,7}.{0,200}/,
    ),
    countsTests(
      {
        failed: /\b(\d{1,7}) (?:failed|errors?)\b/g,
        passed: /\b(\d{1,7}) passed\b/g,
        other: /\b(\d{1,7}) (?:skipped|todo|incomplete|risky)\b/g,
      },
      /^\s{0,4}Tests: {1,6}\d.{0,160}\(\d{1,7} assertions?\)/,
    ),
    fails(
      /^There (?:was 1|were \d{1,7}) (?:failures?|errors?):$/,
      /^\d{1,5}\) (?<test>[A-Za-z_\\][\w\\]{0,200}::[Tt]est\w{0,200}(?: with data set .{1,200})?)$/,
      /^\s{0,6}(?<message>Failed asserting that (?:two (?:strings|arrays|objects|variables) .{1,200}|(?<actual>.{1,200}) (?:matches expected|is identical to|equals|is equal to) (?<expected>.{1,200}))\.)$/,
      /^\s{0,6}(?<message>Failed asserting that .{1,400})$/,
      /^\s{0,4}FAIL {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10})$/,
    ),
    suggestsSuccess(/^\s{0,4}PASS {2}[A-Z]\w{0,80}(?:\\\w{1,80}){1,10}$/),
    fails(
      /^\s{0,4}FAILED {2}(?<test>[A-Z]\w{0,80}(?:\\\w{1,80}){1,10} > \S.{0,300})$/,
      /^\s{2,6}⨯ (?<test>\S.{0,300}?) {2,200}[\d.]{1,8}s$/,
      /^(?<file>\/\S{1,250}Test\.php):(?<line>\d{1,7})$/,
    ),
  ],
  hits: {
    "success proof": ["OK (5 tests, 9 assertions)", "  Tests:    4 passed (9 assertions)"],
    "verification_failure strong, verification_failure proof": [
      "FAILURES!\nTests: 5, Assertions: 9, Failures: 1.",
    ],
    "success strong, success proof": [
      "OK, but incomplete, skipped, or risky tests!\nTests: 5, Assertions: 9, Skipped: 1.",
    ],
    "verification_failure proof": ["  Tests:    1 failed, 4 passed (9 assertions)"],
    "verification_failure strong": [
      "   FAIL  Tests\\Feature\\LoginTest",
      "  ⨯ it logs in                       0.02s",
    ],
  },
  misses: ["  ⨯ release failed after 0s"],
};

const PLACE = " in (?<file>[^\\s:][^:]{0,300}|[A-Z]:[^:]{1,300})(?: on line |:)(?<line>\\d{1,7})";

/** PHP. Uncaught and fatal errors are proof, warnings and notices are weak. */
export const phpError: Tool = {
  name: "php-error",
  kind: "runtime",
  facts: { language: "php" },
  rules: [
    provesFailure(
      new RegExp(
        `^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\\w\\\\]{1,150}): (?<message>.{0,1200})${PLACE}$`,
      ),
      /^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\w\\]{1,150})(?:: (?<message>.{1,1200}))?/,
      new RegExp(
        `^(?:PHP )?(?<type>Fatal error|Parse error|Recoverable fatal error): {1,2}(?<message>.{1,1200})${PLACE}$`,
      ),
      /^PHP (?<type>Fatal error|Parse error): {1,2}(?<message>.{1,600})/,
    ),
    suggestsFailure(
      new RegExp(`^(?:PHP )?(?<type>Warning|Notice|Deprecated): {1,2}(?<message>.{1,1200})${PLACE}$`),
    ),
    fails(
      /^\s{0,4}#\d{1,3} (?<file>\/[^()]{1,300}\.php)\((?<line>\d{1,7})\): /,
      /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/,
      /^\w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/,
    ),
  ],
  hits: {
    "runtime_error proof": [
      "PHP Fatal error:  Uncaught TypeError: pay(): Argument #1 must be of type int in /app/cart.php:12",
      "Fatal error: Allowed memory size of 134217728 bytes exhausted in /app/cart.php on line 9",
    ],
    "runtime_error weak": ['PHP Warning:  Undefined array key "id" in /app/cart.php on line 3'],
    "runtime_error strong": ["[2026-01-02 10:00:00] production.ERROR: Payment refused by the bank"],
  },
  misses: ["No syntax errors detected in cart.php", "Warning: the file config.php is deprecated"],
};
