import { lineRules } from "./runtime-rules.ts";

const PLACE = " in (?<file>[^\\s:][^:]{0,300}|[A-Z]:[^:]{1,300})(?: on line |:)(?<line>\\d{1,7})";

/** PHP: uncaught and fatal errors settle it; warnings and notices are only weak words. */
export const phpError = lineRules(
  "php-error",
  [
    "fatal error",
    "parse error",
    "php warning",
    "php notice",
    "php deprecated",
    "warning: ",
    "on line",
    "uncaught",
    "stack trace:",
    ".php",
    ".error: ",
    ".critical: ",
    ".alert: ",
    ".emergency: ",
  ],
  [
    {
      pattern: new RegExp(
        `^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\\w\\\\]{1,150}): (?<message>.{0,1200})${PLACE}$`,
      ),
      weight: "proof",
    },
    {
      pattern:
        /^(?:PHP )?(?:Fatal error|Recoverable fatal error): {1,2}Uncaught (?<type>[\w\\]{1,150})(?:: (?<message>.{1,1200}))?/,
      weight: "proof",
    },
    {
      pattern: new RegExp(
        `^(?:PHP )?(?<type>Fatal error|Parse error|Recoverable fatal error): {1,2}(?<message>.{1,1200})${PLACE}$`,
      ),
      weight: "proof",
    },
    { pattern: /^PHP (?<type>Fatal error|Parse error): {1,2}(?<message>.{1,600})/, weight: "proof" },
    {
      pattern: new RegExp(
        `^(?:PHP )?(?<type>Warning|Notice|Deprecated): {1,2}(?<message>.{1,1200})${PLACE}$`,
      ),
      weight: "weak",
    },
    { pattern: /^\s{0,4}#\d{1,3} (?<file>\/[^()]{1,300}\.php)\((?<line>\d{1,7})\): / },
    {
      pattern:
        /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/,
    },
    { pattern: /^\w{1,30}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?<message>.{1,600})/ },
  ],
  { language: "php" },
);
