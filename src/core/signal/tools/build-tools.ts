import { fails, ignores, passes, provesFailure, provesSuccess, type Tool } from "./tool.ts";

const SBT = { framework: "sbt", language: "scala" };

/** Build tools that run compilers and tests: Maven, Gradle, make, ninja, CMake, Meson, Bazel, sbt, Ant, Nx, Turborepo. */
export const buildTools: Tool = {
  name: "build-tools",
  kind: "check",
  rules: [
    provesSuccess("maven", /^(?:\[INFO\] )?BUILD SUCCESS$/),
    provesFailure(
      "maven",
      /^(?:\[(?:INFO|ERROR)\] )?BUILD FAILURE$/,
      /^(?:\[ERROR\] )?Failed to execute goal (?<message>\S.*)$/,
    ),
    fails("maven", /^\[INFO\] \S.{0,200} \.{3,} FAILURE \[/),
    provesSuccess(
      "gradle",
      /^BUILD SUCCESSFUL(?: in [\dms ]{1,20}|$)/,
      /^BUILD SUCCESSFUL\s{0,2}Total time:/,
    ),
    provesFailure("gradle", /^BUILD FAILED(?: in [\dhms ]{1,20}|$)/),
    fails(
      "gradle",
      /^> Task (?<message>:\S{1,200}) FAILED$/,
      /^:(?<message>[\w:-]{2,200}) FAILED$/,
      /^Execution failed for task '(?<message>[^']{1,200})'\.?$/,
      /^\* What went wrong:$/,
      /^FAILURE: (?<message>Build (?:failed with an exception|completed with \d{1,6} failures)\.?)/,
    ),
    ignores(
      /^g?make(?:\[\d{1,3}\])?: \*\*\* \[.{1,300}\] Error \d{1,3} \(ignored\)/,
      /^g?make(?:\[\d{1,3}\])?: \[.{1,300}\] Error \d{1,3} \(ignored\)/,
    ),
    fails(
      "make",
      /^(?:g|mingw32-|n)?make(?:\[\d{1,3}\])?(?:\.exe)?: \*\*\* \[(?<message>.{1,300})\] (?:Error \d{1,4}|Segmentation fault|Killed|Aborted|Terminated)/,
      /^(?:g|mingw32-)?make(?:\[\d{1,3}\])?(?:\.exe)?: \*\*\* (?<message>No rule to make target .{1,300})$/,
      /^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): \*\*\* (?<message>\S.{0,300}) {1,2}Stop\.$/,
    ),
    passes("make", /^(?:g)?make(?:\[\d{1,3}\])?: (?:Nothing to be done for|'.{1,200}' is up to date)/),
    fails("scons", /^\*\*\* \[(?<message>[^\]]{1,300})\] Error \d{1,4}$/),
    provesFailure("scons", /^scons: building terminated because of errors/),
    passes("scons", /^scons: done building targets\.$/),
    provesFailure("ninja", /^ninja: build stopped: /),
    fails(
      "ninja",
      /^ninja: error: (?<message>.{1,300})$/,
      /^FAILED: (?:\[code=\d{1,4}\] )?(?<message>(?!Build did NOT|Build completed)[^\s(].{0,300})$/,
    ),
    passes("ninja", /^ninja: no work to do\.$/),
    fails(
      "cmake",
      /^CMake Error(?: at (?<file>[^\s:]{1,250}):(?<line>\d{1,7})| in \S{1,250})?(?: \([^)]{1,100}\))?: ?(?<message>.*)$/,
    ),
    provesFailure("cmake", /^-- Configuring incomplete, errors occurred!/),
    fails("meson", /^(?<file>[^\s:]{0,250}meson\.build):(?<line>\d{1,7}):\d{1,6}: ERROR: (?<message>.+)$/),
    provesFailure("bazel", /^(?:ERROR: |FAILED: )?Build did NOT complete successfully/),
    fails("bazel", /^ERROR: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/),
    provesSuccess("bazel", /^INFO: Build completed successfully, /),
    provesFailure(
      SBT,
      /^\[error\] \((?<message>[^)]{1,120})\) (?:Compilation failed|.{1,200}(?:Tests unsuccessful|Failed tests|error|Error))/,
      /^\[error\] Total time: /,
    ),
    provesSuccess(SBT, /^\[success\] Total time: /),
    fails(SBT, /^\[error\] Compilation failed$/),
    provesFailure("nx", /^\s{0,4}(?:NX|> NX) {1,4}(?:Running target|Ran target)s? .{1,200} failed/),
    passes("nx", /^\s{0,4}(?:NX|> NX) {1,4}Successfully ran targets? /),
    provesFailure(
      "turbo",
      /^\s{0,4}Failed: {1,4}\S{1,100}#[\w:-]{1,60}(?:, \S{1,100}#[\w:-]{1,60}){0,20}$/,
      /^\s{0,2}ERROR {1,3}run failed: command {1,3}exited \(\d{1,4}\)/,
    ),
    fails(/^(?:error|Error): (?:Build|Compilation) failed\b(?<message>.*)$/),
    passes(/^BUILD OK$/i),
  ],
  hits: {
    "success proof": [
      "[INFO] BUILD SUCCESS",
      "BUILD SUCCESSFUL in 12s\n5 actionable tasks: 5 executed",
      "INFO: Build completed successfully, 12 total actions",
      "[success] Total time: 3 s, completed Jan 3, 2025",
    ],
    "verification_failure proof": [
      "[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.1:compile",
      "FAILED: Build did NOT complete successfully",
      "[error] (Compile / compileIncremental) Compilation failed\n[error] Total time: 3 s, completed Jan 3, 2025",
      " Failed:    shop#build",
    ],
    "verification_failure strong, verification_failure proof": [
      "> Task :app:compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n\nBUILD FAILED in 3s",
      "FAILED: obj/cart.o\nninja: build stopped: subcommand failed.",
      "CMake Error at CMakeLists.txt:12 (find_package):\n-- Configuring incomplete, errors occurred!",
    ],
    "verification_failure strong": [
      "make: *** [Makefile:12: all] Error 1",
      "make: *** No rule to make target 'all'.  Stop.",
      "Makefile:12: *** missing separator.  Stop.",
    ],
    "success strong": [
      "make: Nothing to be done for 'all'.",
      "  NX   Successfully ran target build for project shop",
    ],
  },
  misses: [
    "make: [Makefile:12: clean] Error 1 (ignored)",
    "- Print BUILD FAILURE in red when a module fails",
    "  if: failure() || steps.build.outcome == 'failed'",
    "[![build failing](https://example.com/badge.svg)](https://example.com)",
  ],
};
