import { countsErrors, fails, lineRules, settlesFailure, settlesSuccess } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const JAVAC = { framework: "javac", language: "java" };
const KOTLINC = { framework: "kotlinc", language: "kotlin" };
const SCALAC = { framework: "scalac", language: "scala" };
const MAVEN = { framework: "maven" };
const CHECKSTYLE = { framework: "checkstyle", language: "java" };

/** Compilers and linters of the JVM: javac, kotlinc, scalac, groovyc, Android's tools, Checkstyle, PMD, ktlint, detekt. */
export const javac: Recogniser = lineRules(
  "javac",
  [
    ".java:",
    ".kt:",
    ".kts:",
    ".scala:",
    ".java (",
    "e: ",
    "error",
    "startup failed",
    "compilation ",
    "checkstyle",
    "violation",
    "weighted issues",
    "total bugs",
    "pmd failure",
    "resource linking failed",
  ],
  {},
  [
    fails(
      /^(?<file>(?:[A-Za-z]:)?[^\s:()'"]{1,250}\.java):(?<line>\d{1,7}): (?:error|错误|エラー|오류|Fehler|erreur|erro|errore|ошибка) ?: (?:\[(?<code>\w{3,60})\] )?(?<message>.+)$/,
      JAVAC,
    ),
    fails(
      /^e: (?:file:\/\/)?(?<file>[^\s:]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}:? (?<message>.+)$/,
      KOTLINC,
    ),
    fails(
      /^e: (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.kts?): \((?<line>\d{1,7}), \d{1,6}\): (?<message>.+)$/,
      KOTLINC,
    ),
    fails(/^(?<file>[^\s:()'"]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}: error: (?<message>.+)$/, KOTLINC),
    fails(/^e: (?:warnings found and -Werror specified|.{0,80}: error: )/, KOTLINC),
    fails(
      /^(?<file>[^\s:()'"]{1,250}\.(?:scala|sc|sbt)):(?<line>\d{1,7})(?::\d{1,6})?: error: (?<message>.+)$/,
      SCALAC,
    ),
    fails(
      /^-- (?:\[(?<code>E\d{3})\] )?(?<message>[A-Z][\w ]{0,60}?Error): (?<file>[^\s:]{1,250}\.(?:scala|sc)):(?<line>\d{1,7}):\d{1,6} ?-{3,}/,
      SCALAC,
    ),
    fails(
      /^\[error\] (?:-- )?(?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.(?:scala|java|sbt|sc)):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.+)$/,
      { framework: "sbt", language: "scala" },
    ),
    countsErrors(/^(?<count>one|two|three|four|five|six|seven|eight|nine|ten|\d{1,7}) errors? found$/),
    fails(/^\d{1,6}\. ERROR in (?<file>.{1,250}) \(at line (?<line>\d{1,7})\)$/, {
      framework: "ecj",
      language: "java",
    }),
    fails(/^(?<file>[^\s:]{1,250}\.groovy): (?<line>\d{1,7}): (?<message>.+)$/, {
      framework: "groovyc",
      language: "groovy",
    }),
    settlesFailure(
      /^(?:org\.codehaus\.groovy\.control\.MultipleCompilationErrorsException: )?startup failed:$/,
      { framework: "groovyc" },
    ),
    settlesFailure(/^\[ERROR\] COMPILATION ERROR\b/, MAVEN),
    fails(
      /^\[ERROR\] (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}):\[(?<line>\d{1,7}),\d{1,6}\] (?:error: |\([a-z]{2,30}\) (?<code>\w{3,60}): )?(?<message>.+)$/,
      MAVEN,
    ),
    fails(
      /^\[ERROR\] (?<file>(?:[A-Za-z]:)?[^\s:]{1,250}\.java):(?<line>\d{1,7})(?::\d{1,6})?: (?<message>.{1,400}) \[(?<code>\w{3,60})\]$/,
      CHECKSTYLE,
    ),
    countsErrors(/^(?:\[\w{1,10}\] )?Checkstyle ends with (?<count>\d{1,7}) errors?\./, CHECKSTYLE),
    countsErrors(/You have (?<count>\d{1,7}) (?:Checkstyle|PMD|CPD) (?:violation|duplication)s?\./),
    fails(/PMD Failure: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}) Rule:(?<code>\w{1,60})/, {
      framework: "pmd",
    }),
    countsErrors(/^(?:\[\w{1,10}\] )?Total bugs: (?<count>\d{1,7})$/, { framework: "spotbugs" }),
    fails(/The following files had format violations:$/, { framework: "spotless" }),
    fails(
      /^(?<file>[^\s:]{1,250}\.kts?):(?<line>\d{1,7}):\d{1,6}: (?<message>.{1,400}) (?:\((?<code>[\w:-]{3,80})\)|\[\w{3,80}\])$/,
      { framework: "ktlint", language: "kotlin" },
    ),
    countsErrors(/^(?:Analysis|Build) failed with (?<count>\d{1,7}) weighted issues/, {
      framework: "detekt",
      language: "kotlin",
    }),
    settlesFailure(
      /^\s{0,6}(?:> |Reason: )?(?:Compilation failed; see the compiler (?:error )?output|Compilation error\. See log for more details)/,
    ),
    fails(/^\s{0,6}(?:> )?Android resource (?:linking|compilation) failed/, { framework: "aapt" }),
    countsErrors(/^(?:Wrote .{1,250} )?Lint found (?<count>\d{1,7}|no) errors?\b/, {
      framework: "android lint",
    }),
    settlesSuccess(/^Lint found no (?:issues|errors or warnings)/, { framework: "android lint" }),
  ],
);
