import type { SignalFacts } from "../signal.ts";
import { applyRules, factText, groupFacts, type LineRule } from "./runtime-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const NAME = "(?:[a-z_][\\w$]{0,60}\\.){1,12}[A-Z][\\w$]{0,120}";
const UNCAUGHT = new RegExp(
  `^Exception in thread "[^"]{0,200}" (?<type>${NAME}|[A-Z]\\w{0,80})(?:: (?<message>.{1,1500}))?$`,
);
const CAUSE = new RegExp(
  `^\\s{0,8}(?:Caused by|Suppressed|Wrapped by): (?<type>${NAME}|[A-Z]\\w{0,80}(?:Exception|Error))(?:: (?<message>.{1,1500}))?$`,
);
const THROWN = new RegExp(
  `^(?:.{0,120}?[\\s:])?(?<type>${NAME}(?:Exception|Error|Throwable|Fault|Failure))(?:: (?<message>.{1,1500}))?$`,
);
const FRAME =
  /^\s{0,16}at (?:[\w.@-]{1,80}\/{1,2})?[\w$.<>/-]{1,300}\(([\w$-]{1,120}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)(?: ~?\[.{0,200}\])?$/;
const OPAQUE_FRAME =
  /^\s{0,16}at [\w$.<>/@-]{1,300}\((?:Native Method|Unknown Source|[\w$-]{1,120}\.(?:java|kt|scala))\)(?: ~?\[.{0,200}\])?$/;
const LIBRARY =
  /^\s{0,16}at (?:[\w.@-]{1,80}\/{1,2})?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|android|androidx|com\.android|dalvik|org\.(?:springframework|apache|hibernate|eclipse|junit|gradle|jetbrains))\./;
const ANDROID = /^(?:E[/ ]AndroidRuntime(?:\(\s{0,5}\d+\))?: {0,2})/;
const LONGEST_MESSAGE = 8;

const RULES: readonly LineRule[] = [
  {
    pattern: /^(?:E[/ ]AndroidRuntime.{0,20}?: {0,2})?(?<type>FATAL EXCEPTION): (?<message>.{1,100})$/,
    weight: "proof",
  },
  { pattern: /^\*{3} FATAL EXCEPTION IN SYSTEM PROCESS/, weight: "proof" },
  {
    pattern: /^(?:E[/ ]ActivityManager.{0,20}?: )?ANR in (?<message>[\w.]{1,200})/,
    weight: "proof",
    facts: { error_type: "ANR" },
  },
  {
    pattern:
      /^Error: (?<message>(?:Could not find or load main class|Unable to (?:access jarfile|initialize main class)).{1,300})$/,
    weight: "proof",
  },
  { pattern: /^Error: (?<message>A JNI error has occurred.{0,200})$/, weight: "proof" },
  { pattern: /^Error occurred during initialization of (?<message>.{1,200})$/, weight: "proof" },
  { pattern: /^# A fatal error has been detected by the Java Runtime Environment:/, weight: "proof" },
  { pattern: /^(?<type>APPLICATION FAILED TO START)$/, weight: "proof", facts: { framework: "spring" } },
  {
    pattern: /Terminating due to (?<type>java\.lang\.OutOfMemoryError)(?:: (?<message>.{1,200}))?/,
    weight: "proof",
  },
];

/** The JVM and Android: an exception named with its package is believed once a frame follows it. */
export const javaTrace: Recogniser = {
  name: "java-trace",
  triggers: [
    "exception",
    "caused by:",
    "suppressed:",
    "error",
    "throwable",
    ".java:",
    ".kt:",
    ".scala:",
    "(native method)",
    "(unknown source)",
    "anr in",
    "jarfile",
    "failed to start",
  ],
  createReader: (): LineReader => {
    let pending: SignalFacts | undefined;
    let left = 0;
    let frames = 0;
    return {
      readLine: (line, report) => {
        const text = line.text.replace(ANDROID, "");
        const frame = FRAME.exec(text);
        if (frame !== null || OPAQUE_FRAME.test(text)) {
          frames += 1;
          const isUserCode = frame !== null && !LIBRARY.test(text);
          const place = isUserCode ? { file: factText(frame[1])!, line: Number(frame[2]) } : undefined;
          if (pending !== undefined && (place !== undefined || left <= 1)) {
            report.see({ says: "runtime_error", weight: "proof", facts: { ...pending, ...place } });
            pending = undefined;
          } else if (pending !== undefined) {
            left -= 1;
            report.follow(2);
          } else if (frames === 1) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "java", ...place } });
          }
          return;
        }
        const uncaught = UNCAUGHT.exec(text);
        const thrown = uncaught ?? CAUSE.exec(text) ?? THROWN.exec(text);
        if (thrown !== null && !/^\s{0,40}(?:import|throw|throws|catch|\*|\/\/|@)/.test(text)) {
          pending = { language: "java", ...groupFacts(thrown.groups) };
          left = LONGEST_MESSAGE;
          report.follow(LONGEST_MESSAGE);
          if (uncaught !== null) report.see({ says: "runtime_error", weight: "proof", facts: pending });
          else if (/^\s{0,8}Caused by: /.test(text))
            report.see({ says: "runtime_error", weight: "strong", facts: pending });
          return;
        }
        if (applyRules(RULES, line.text, report, { language: "java" })) return;
        if (pending !== undefined) {
          left -= 1;
          if (left <= 0) pending = undefined;
        }
      },
    };
  },
};
