import { factText } from "./read-rules.ts";
import { isSourceLine } from "./source-line.ts";
import { type Tool, type Report } from "./tool.ts";

const SEVERE = "FATAL|CRITICAL|SEVERE|EMERGENCY|EMERG|ALERT|PANIC|DPANIC|CRIT";
const LEVEL = `ERROR|ERR|${SEVERE}`;
const STAMP =
  "(?:\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d\\S{0,12} {1,3}|\\d\\d[-/]\\d\\d[-/ T]\\d{2,4}\\S{0,20} {1,3}|\\d{1,2}:\\d\\d:\\d\\d\\S{0,10} {1,3}|\\d{10,13}\\S{0,8} )?";

/** Forms that are log lines only behind a time stamp or another origin. The groups are level and message. */
const DATED_FORMS: readonly RegExp[] = [
  new RegExp(
    `^${STAMP}(?:\\[[^\\]]{1,80}\\] {0,3}){0,3}[[(<|]?(${LEVEL})[\\])>|]?(?:\\s{1,8}(?:-{1,3}|\\|)?\\s{0,4}|: {0,4}|\\s{0,2}- {1,2})(\\S.{0,1500})$`,
  ),
  new RegExp(
    `^${STAMP}(?:[\\w.$/@:-]{1,80}(?:\\[\\d{1,8}\\])?:? {1,3}){1,2}[[(<|]?(${LEVEL})[\\])>|]?:? {1,8}(?:-{1,3} |\\| )?(\\S.{0,1500})$`,
  ),
];

/** Forms that are log lines by their punctuation alone. */
const MARKED_FORMS: readonly RegExp[] = [
  /^(ERROR|FATAL) ((?:\[[\w.]{1,60}\] |\w{0,60}Error: )\S.{0,1000})$/,
  /^[[(<|]?(ERROR|FATAL)[\])>|]?:\s{1,4}(\S.{0,1500})$/,
  new RegExp(`^(?:[\\w.-]{1,60} )?[\\w./-]{1,60}\\[\\d{1,8}\\]: (${LEVEL}):? (\\S.{0,1500})$`),
  new RegExp(`^${STAMP}(?:\\[[^\\]]{1,60}\\] {0,3}){1,3}\\[(${LEVEL})\\] {0,3}(\\S.{0,1500})$`, "i"),
  new RegExp(`^(${LEVEL}):[\\w.]{1,80}:(\\S.{0,1500})$`),
  new RegExp(`^(?:[\\w.-]{1,60} - )?[\\w.-]{1,60} - (${LEVEL}) - (\\S.{0,1500})$`),
  new RegExp(`^${STAMP}\\[(${LEVEL}|error|crit|alert|emerg|fatal)\\]:? {0,4}(\\S.{0,1500})$`),
  /^\[Nest\] {1,3}\d{1,8} {1,4}- .{1,40}? {1,6}(ERROR|FATAL) (\S.{0,1000})$/,
  /^\[?[\d,: -]{0,30}(ERROR|CRITICAL)\/[\w-]{1,60}\] (\S.{0,1000})$/,
  /^\[(Error|Exception)\] (\S.{0,1500})$/,
  /^([EF])\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,8}\d{1,9} [\w.-]{1,80}:\d{1,6}\] (\S.{0,1500})$/,
  /^(?:\S{1,40} ){0,2}([EF])\/[\w.$-]{1,60}(?:\(\s{0,5}\d{1,7}\))?: (\S.{0,1500})$/,
  /^(?:\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} {1,4})?(?:\d{1,7} {1,6}){2}([EF]) [\w.$-]{1,60} {0,20}: (\S.{0,1500})$/,
];
const ALL_FORMS: readonly RegExp[] = [...DATED_FORMS, ...MARKED_FORMS];
const KEY_VALUE = new RegExp(
  `(?:^|\\s)(?:level|lvl|severity|loglevel|levelname)=["']?(${LEVEL}|dpanic)["']?(?=\\s|$)`,
  "i",
);
const KEY_MESSAGE = /(?:^|\s)(?:msg|message|event)=(?:"([^"]{1,500})"|(\S{1,300}))/;
const JSON_LEVEL = new RegExp(
  `^\\s{0,4}\\{.{0,600}?"(?:level|severity|lvl|@l|log\\.level|levelname|loglevel|Level|LogLevel)":\\s?"(${LEVEL}|dpanic)"`,
  "i",
);
const JSON_NUMBER = /^\{.{0,300}?"level":(50|60),/;
const JSON_MESSAGE = /"(?:msg|message|@m|@mt|event|error|err)":\s?"([^"]{1,500})"/;
const FAILED =
  /\b(?:fail(?:ed|s|ure|ures|ing)?|unable|cannot|can't|could not|couldn't|exception|refused|time[d ]?-?out|denied|not found|crash(?:ed)?|abort(?:ed|ing)?|fatal|invalid|unhandled|uncaught|panic|reject(?:ed)?|lost|unreachable|missing|broken|corrupt(?:ed)?|exceeded|no such|unexpected|terminated|disconnected|does not exist|undefined|error)\b/i;
const SECURITY =
  /\b(?:authentication failure|failed password|invalid user|failed login|login failed|failed publickey|bad password|user unknown|failed none for|maximum authentication attempts|connection closed by (?:invalid|authenticating) user|account locked)\b/i;
const HARMLESS =
  /\b(?:0 errors?|no errors?|error[_ ]?count[=:] ?0|without errors?|errors?[=:] ?0|errors?: \[\]|error (?:handling|handler|boundary|messages?|codes?|pages?) (?:is|are|was|were|added|works?))\b/i;

/** Log lines by level. ERROR alone is weak; with a message about a failure it is strong. */
export const logLevels: Tool = {
  name: "log-levels",
  kind: "runtime",
  rules: [],
  starts: [
    "error",
    "err ",
    "err]",
    "fatal",
    "critical",
    "severe",
    "emerg",
    "alert",
    "panic",
    "crit ",
    "crit]",
    '"level":50',
    '"level":60',
    " e/",
    " e ",
    " f ",
    ".go:",
    ".cc:",
    "exception]",
    "lvl=err",
    "=err",
  ],
  createReader: () => {
    let awaitsMessage = false;
    return {
      readLine: ({ text, prefix }, report) => {
        if (awaitsMessage && text === "") return;
        if (awaitsMessage) {
          awaitsMessage = false;
          report.follow(0);
          if (!isSourceLine(text) && FAILED.test(text)) tell("ERROR", text, report);
          return;
        }
        if (/^\s{0,8}(?:ERROR|FATAL|CRITICAL|✖ ERROR|❌ ERROR)\s{0,8}$/.test(text)) {
          awaitsMessage = true;
          report.follow(2);
          return;
        }
        if (SECURITY.test(text) || HARMLESS.test(text)) return;
        const json = JSON_LEVEL.exec(text) ?? JSON_NUMBER.exec(text);
        if (json !== null) {
          tell(json[1] === "60" ? "FATAL" : json[1]!, JSON_MESSAGE.exec(text)?.[1], report);
          return;
        }
        const keyed = KEY_VALUE.exec(text);
        if (keyed !== null && !isSourceLine(text)) {
          const message = KEY_MESSAGE.exec(text);
          tell(keyed[1]!, message?.[1] ?? message?.[2], report);
          return;
        }
        const isDated =
          prefix !== "" || /^\[?\d/.test(text) || /^\[[^\]]{1,80}\] {0,3}\S{0,3}[A-Z]{3,9}\b/.test(text);
        for (const form of isDated ? ALL_FORMS : MARKED_FORMS) {
          const match = form.exec(text);
          if (match === null) continue;
          const [, level = "", message = ""] = match;
          if (isSourceLine(message) || /^[=+:]/.test(message)) return;
          if (isDated || !isReviewWord(level)) tell(level, message, report);
          return;
        }
      },
    };
  },
  hits: {
    "runtime_error strong": [
      "2026-01-02 10:00:00,123 ERROR Failed to charge the card",
      "[2026-01-02T10:00:00Z] [ERROR] could not open the basket",
      "2026-01-02 10:00:00 [main] ERROR shop.Pay - Unable to charge",
      "2026-01-02T10:00:00.000Z ERROR 812 --- [nio-8080] shop.Pay : charge failed",
      'time=2026-01-02T10:00:00Z level=error msg="charge failed" basket=4',
      '{"level":"error","ts":1767.1,"msg":"charge failed"}',
      '{"level":50,"time":1767,"msg":"charge failed"}',
      "ERROR:root:charge failed",
      "shop.pay - ERROR - charge failed",
      "E0102 10:00:00.123456   812 pay.go:12] charge failed",
      "Jan  2 10:00:00 web shop[812]: ERROR: charge failed",
      "[Error] Failed to load the basket",
      "2026/01/02 10:00:00 ERROR charge failed basket=4",
      "   ERROR  \n  Charge failed: no such card",
      "2026-01-02 10:00:00 FATAL database is starting up",
    ],
    "runtime_error weak": ["2026-01-02 10:00:00 ERROR basket 4 has 12 items"],
  },
  misses: [
    "2026-01-02 10:00:00 INFO retry after error",
    '{"level":"warn","msg":"charge failed, retrying"}',
    'level=warning msg="error budget low"',
    "ERROR count: 0 errors",
    "level=info error_count=0",
    "Jan  2 10:00:00 web sshd[812]: error: Failed password for invalid user admin",
    "ErrorBoundary.tsx renders the fallback",
    "Error handling is described in the guide.",
    'logger.error("charge failed", { basket });',
    '\tslog.Error("charge failed", "basket", id)',
    'pay.go:12:\tlog.Fatal("charge failed")',
    "LOG_LEVEL=error",
    "level: error",
    "-rw-r--r-- 1 me me 12 Jan  2 10:00 ERROR.log",
    "## ERROR codes",
    "CRITICAL: never edit generated files",
    "[CRITICAL] Missing check of the amount",
    "FATAL errors cause the program to halt",
  ],
};

/** Reviews and instructions use severe levels as headings, so these only count behind a time stamp. */
function isReviewWord(level: string): boolean {
  return new RegExp(`^(?:${SEVERE})$`).test(level) && level !== "FATAL";
}

function tell(level: string, message: string | undefined, report: Report): void {
  const isSevere = new RegExp(`^(?:${SEVERE}|F)$`, "i").test(level);
  const factMessage = factText(message);
  report.see({
    says: "runtime_error",
    weight: isSevere || (factMessage !== undefined && FAILED.test(factMessage)) ? "strong" : "weak",
    ...(factMessage === undefined ? {} : { facts: { error_message: factMessage } }),
  });
}
