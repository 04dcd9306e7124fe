import type { SignalFacts } from "../signal.ts";
import { factsOf, factText } from "./read-rules.ts";
import { countsErrors, fails, provesFailure, provesSuccess, type Tool } from "./tool.ts";

const JAVAC = { framework: "javac", language: "java" };

const KOTLINC = { framework: "kotlinc", language: "kotlin" };

const SCALAC = { framework: "scalac", language: "scala" };

const CHECKSTYLE = { framework: "checkstyle", language: "java" };

/** Compilers and linters of the JVM: javac, kotlinc, scalac, groovyc, Android's tools, Checkstyle, PMD, ktlint, detekt. */
export const javac: Tool = {
  name: "javac",
  kind: "check",
  rules: [
    fails(
      JAVAC,
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.java):(?<line>\d{1,7}): (?:error|错误|エラー|오류|Fehler|erreur|erro|errore|ошибка) ?: (?:\[(?<type>\w{3,60})\] )?(?<message>.+)$/,
    ),
    fails(
      KOTLINC,
      /^e: (?:file:\/\/)?(?<file>[^\s:]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}:? (?<message>.+)$/,
      /^e: (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.kts?): \((?<line>\d{1,7}), \d{1,6}\): (?<message>.+)$/,
      /^(?<file>[^\s:()'"]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}: error: (?<message>.+)$/,
      /^e: (?:warnings found and -Werror specified|.{0,80}: error: )/,
    ),
    fails(
      SCALAC,
      /^(?<file>[^\s:()'"]{1,250}\.(?:scala|sc|sbt)):(?<line>\d{1,7})(?::\d{1,6})?: error: (?<message>.+)$/,
      /^-- (?:\[(?<type>E\d{3})\] )?(?<message>[A-Z][\w ]{0,60}?Error): (?<file>[^\s:]{1,250}\.(?:scala|sc)):(?<line>\d{1,7}):\d{1,6} ?-{3,}/,
    ),
    fails(
      { framework: "sbt", language: "scala" },
      /^\[error\] (?:-- )?(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.(?:scala|java|sbt|sc)):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.+)$/,
    ),
    countsErrors(/^(?<count>one|two|three|four|five|six|seven|eight|nine|ten|\d{1,7}) errors? found$/),
    fails(
      { framework: "ecj", language: "java" },
      /^\d{1,6}\. ERROR in (?<file>.{1,250}) \(at line (?<line>\d{1,7})\)$/,
    ),
    fails(
      { framework: "groovyc", language: "groovy" },
      /^(?<file>[^\s:]{1,250}\.groovy): (?<line>\d{1,7}): (?<message>.+)$/,
    ),
    provesFailure(
      "groovyc",
      /^(?:org\.codehaus\.groovy\.control\.MultipleCompilationErrorsException: )?startup failed:$/,
    ),
    provesFailure("maven", /^\[ERROR\] COMPILATION ERROR\b/),
    fails(
      "maven",
      /^\[ERROR\] (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}):\[(?<line>\d{1,7}),\d{1,6}\] (?:error: |\([a-z]{2,30}\) (?<type>\w{3,60}): )?(?<message>.+)$/,
    ),
    fails(
      CHECKSTYLE,
      /^\[ERROR\] (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.java):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.{1,400}) \[(?<type>\w{3,60})\]$/,
    ),
    countsErrors(CHECKSTYLE, /^(?:\[\w{1,10}\] )?Checkstyle ends with (?<count>\d{1,7}) errors?\./),
    countsErrors(/You have (?<count>\d{1,7}) (?:Checkstyle|PMD|CPD) (?:violation|duplication)s?\./),
    fails("pmd", /PMD Failure: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}) Rule:(?<type>\w{1,60})/),
    countsErrors("spotbugs", /^(?:\[\w{1,10}\] )?Total bugs: (?<count>\d{1,7})$/),
    fails("spotless", /The following files had format violations:$/),
    fails(
      { framework: "ktlint", language: "kotlin" },
      /^(?<file>[^\s:]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}: (?<message>.{1,400}) (?:\((?<type>[\w:-]{3,80})\)|\[\w{3,80}\])$/,
    ),
    countsErrors(
      { framework: "detekt", language: "kotlin" },
      /^(?:Analysis|Build) failed with (?<count>\d{1,7}) weighted issues/,
    ),
    provesFailure(
      /^\s{0,6}(?:> |Reason: )?(?:Compilation failed; see the compiler (?:error )?output|Compilation error\. See log for more details)/,
    ),
    fails("aapt", /^\s{0,6}(?:> )?Android resource (?:linking|compilation) failed/),
    countsErrors("android lint", /^(?:Wrote .{1,250} )?Lint found (?<count>\d{1,7}|no) errors?\b/),
    provesSuccess("android lint", /^Lint found no (?:issues|errors or warnings)/),
  ],
  hits: {
    "verification_failure strong": [
      "src/Cart.java:12: error: cannot find symbol",
      "[javac] src/Cart.java:12: error: ';' expected",
      "Cart.java:3: Fehler: Symbol nicht gefunden",
      "e: /app/src/Cart.kt: (12, 5): Unresolved reference: total",
      "e: file:///app/src/Cart.kt:12:5 Unresolved reference: total",
      "-- [E007] Type Mismatch Error: src/Cart.scala:6:4 ------------------------",
      "[error] /app/src/Cart.scala:6:4: not found: value total",
      "[ERROR] /app/src/Cart.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]",
      "/app/src/Cart.kt:12:1: Unused import (standard:no-unused-imports)",
      "1. ERROR in /app/src/Cart.java (at line 12)",
      "> Android resource linking failed",
    ],
    "verification_failure strong, verification_failure proof": [
      "Cart.scala:6: error: not found: value total\none error found",
    ],
    "verification_failure proof, verification_failure strong": [
      "[ERROR] COMPILATION ERROR :\n[ERROR] /app/src/Cart.java:[12,5] cannot find symbol",
    ],
    "verification_failure proof": [
      "Checkstyle ends with 3 errors.",
      "Analysis failed with 4 weighted issues.",
      "> Compilation failed; see the compiler error output for details.",
    ],
    "success proof": ["[INFO] You have 0 Checkstyle violations."],
  },
  misses: [
    "src/Cart.java:12: warning: [deprecation] total() in Cart has been deprecated",
    "w: file:///app/src/Cart.kt:12:5 Variable 'x' is never used",
    "[WARN] /app/src/Cart.java:12:5: Missing a Javadoc comment. [MissingJavadocMethod]",
    '        throw new IllegalStateException("error: cannot find symbol");',
    "src/Cart.java:12:  // error: cannot find symbol",
  ],
};

const NAME = "(?:[a-z_][\\w$]{0,60}\\.){1,12}[A-Z][\\w$]{0,120}";
const UNCAUGHT = new RegExp(
  `^Exception in thread "[^"]{0,200}" (?<type>${NAME}|[A-Z]\\w{0,80})(?:: (?<message>.{1,1500}))?$`,
);
const CAUSE = new RegExp(
  `^\\s{0,8}(?:Caused by|Suppressed|Wrapped by): (?<type>${NAME}|[A-Z]\\w{0,80}(?:Exception|Error))(?:: (?<message>.{1,1500}))?$`,
);
const JAVA_TRACE_THROWN = new RegExp(
  `^(?:.{0,120}?[\\s:])?(?<type>${NAME}(?:Exception|Error|Throwable|Fault|Failure))(?:: (?<message>.{1,1500}))?$`,
);
const JAVA_TRACE_FRAME =
  /^\s{0,16}at (?:[\w.@-]{1,80}\/{1,2})?[\w$.<>/-]{1,300}\(([\w$-]{1,120}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)(?: ~?\[.{0,200}\])?$/;
const OPAQUE_FRAME =
  /^\s{0,16}at [\w$.<>/@-]{1,300}\((?:Native Method|Unknown Source|[\w$-]{1,120}\.(?:java|kt|scala))\)(?: ~?\[.{0,200}\])?$/;
const JAVA_TRACE_LIBRARY =
  /^\s{0,16}at (?:[\w.@-]{1,80}\/{1,2})?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|android|androidx|com\.android|dalvik|org\.(?:springframework|apache|hibernate|eclipse|junit|gradle|jetbrains))\./;
const ANDROID = /^(?:E[/ ]AndroidRuntime(?:\(\s{0,5}\d+\))?: {0,2})/;
const LONGEST_MESSAGE = 8;

/** The JVM and Android. A qualified exception counts once a frame follows. */
export const javaTrace: Tool = {
  name: "java-trace",
  kind: "runtime",
  facts: { language: "java" },
  rules: [
    provesFailure(
      /^(?:E[/ ]AndroidRuntime.{0,20}?: {0,2})?(?<type>FATAL EXCEPTION): (?<message>.{1,100})$/,
      /^\*{3} FATAL EXCEPTION IN SYSTEM PROCESS/,
    ),
    provesFailure(
      { error_type: "ANR" },
      /^(?:E[/ ]ActivityManager.{0,20}?: )?ANR in (?<message>[\w.]{1,200})/,
    ),
    provesFailure(
      /^Error: (?<message>(?:Could not find or load main class|Unable to (?:access jarfile|initialize main class)).{1,300})$/,
      /^Error: (?<message>A JNI error has occurred.{0,200})$/,
      /^Error occurred during initialization of (?<message>.{1,200})$/,
      /^# A fatal error has been detected by the Java Runtime Environment:/,
    ),
    provesFailure("spring", /^(?<type>APPLICATION FAILED TO START)$/),
    provesFailure(/Terminating due to (?<type>java\.lang\.OutOfMemoryError)(?:: (?<message>.{1,200}))?/),
  ],
  starts: [
    UNCAUGHT,
    CAUSE,
    JAVA_TRACE_THROWN,
    OPAQUE_FRAME,
    ".java:",
    ".kt:",
    ".kts:",
    ".scala:",
    ".groovy:",
    ".clj:",
  ],
  createReader: (rules) => {
    let pending: SignalFacts | undefined;
    let left = 0;
    let frames = 0;
    return {
      readLine: (line, report) => {
        const text = line.text.replace(ANDROID, "");
        const frame = JAVA_TRACE_FRAME.exec(text);
        if (frame !== null || OPAQUE_FRAME.test(text)) {
          frames += 1;
          const isUserCode = frame !== null && !JAVA_TRACE_LIBRARY.test(text);
          const location = isUserCode ? { file: factText(frame[1])!, line: Number(frame[2]) } : undefined;
          if (pending !== undefined && (location !== undefined || left <= 1)) {
            report.see({ says: "runtime_error", weight: "proof", facts: { ...pending, ...location } });
            pending = undefined;
          } else if (pending !== undefined) {
            left -= 1;
            report.follow(2);
          } else if (frames === 1) {
            report.see({ says: "runtime_error", weight: "strong", facts: { language: "java", ...location } });
          }
          return;
        }
        const uncaught = UNCAUGHT.exec(text);
        const thrown = uncaught ?? CAUSE.exec(text) ?? JAVA_TRACE_THROWN.exec(text);
        if (thrown !== null && !/^\s{0,40}(?:import|throw|throws|catch|\*|\/\/|@)/.test(text)) {
          pending = { language: "java", ...factsOf(thrown.groups) };
          left = LONGEST_MESSAGE;
          report.follow(LONGEST_MESSAGE);
          if (uncaught !== null) report.see({ says: "runtime_error", weight: "proof", facts: pending });
          else if (/^\s{0,8}Caused by: /.test(text))
            report.see({ says: "runtime_error", weight: "strong", facts: pending });
          return;
        }
        if (rules.match(line.text, report)) return;
        if (pending !== undefined) {
          left -= 1;
          if (left <= 0) pending = undefined;
        }
      },
    };
  },
  hits: {
    "runtime_error proof": [
      'Exception in thread "main" java.lang.IllegalStateException: basket is empty\n\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)\n\tat shop.Basket.pay(Basket.java:48)\n\tat shop.Main.main(Main.java:7)\n',
      "ERROR s.Basket - payment\njava.io.IOException: closed\n\tat shop.Net.send(Net.java:3)",
      "java.lang.NullPointerException\n    at shop.BasketKt.pay(Basket.kt:9)",
      "E/AndroidRuntime( 812): FATAL EXCEPTION: main\nE/AndroidRuntime( 812): java.lang.NullPointerException: x\nE/AndroidRuntime( 812): \tat shop.Main.onCreate(Main.java:7)",
      "Error: Could not find or load main class shop.Main",
      "# A fatal error has been detected by the Java Runtime Environment:",
      "***************************\nAPPLICATION FAILED TO START\n***************************",
    ],
    "runtime_error strong": [
      "Caused by: java.net.ConnectException: Connection refused",
      "\tat shop.Main.main(Main.java:7)",
    ],
  },
  misses: [
    "import java.io.IOException;",
    '  throw new java.lang.IllegalStateException("basket");',
    "  public void pay() throws java.io.IOException {",
    "Throws java.io.IOException when the file cannot be read by the caller.",
  ],
};
