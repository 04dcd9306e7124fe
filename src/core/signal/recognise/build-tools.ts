import { fails, ignores, lineRules, passes, settlesFailure, settlesSuccess } from "./diagnostic-rules.ts";
import type { Recogniser } from "./recogniser.ts";

const MAVEN = { framework: "maven" };
const GRADLE = { framework: "gradle" };
const MAKE = { framework: "make" };
const CMAKE = { framework: "cmake" };
const BAZEL = { framework: "bazel" };
const SBT = { framework: "sbt", language: "scala" };
const MESON = { framework: "meson" };

/** Build tools that run compilers and tests: Maven, Gradle, make, ninja, CMake, Meson, Bazel, sbt, Ant, Nx, Turborepo. */
export const buildTools: Recogniser = lineRules(
  "build-tools",
  [
    "build success",
    "build fail",
    "failed",
    "failure",
    "execution failed for task",
    "error 1",
    "error 2",
    "error 127",
    "] error ",
    "no rule to make target",
    "ninja: ",
    "cmake error",
    "configuring incomplete",
    "did not complete",
    "completed successfully",
    "[error] (",
    "[success]",
    "total time: ",
    "went wrong",
    "up to date",
    "*** ",
    "meson.build",
    "successfully ran target",
    "compilation failed",
    "build ok",
    "missing separator",
    "nothing to be done",
  ],
  {},
  [
    settlesSuccess(/^(?:\[INFO\] )?BUILD SUCCESS$/, MAVEN),
    settlesFailure(/^(?:\[(?:INFO|ERROR)\] )?BUILD FAILURE$/, MAVEN),
    settlesFailure(/^(?:\[ERROR\] )?Failed to execute goal (?<message>\S.*)$/, MAVEN),
    fails(/^\[INFO\] \S.{0,200} \.{3,} FAILURE \[/, MAVEN),
    settlesSuccess(/^BUILD SUCCESSFUL(?: in [\dms ]{1,20}|$)/, GRADLE),
    settlesSuccess(/^BUILD SUCCESSFUL\s{0,2}Total time:/, GRADLE),
    settlesFailure(/^BUILD FAILED(?: in [\dhms ]{1,20}|$)/, GRADLE),
    fails(/^> Task (?<message>:\S{1,200}) FAILED$/, GRADLE),
    fails(/^:(?<message>[\w:-]{2,200}) FAILED$/, GRADLE),
    fails(/^Execution failed for task '(?<message>[^']{1,200})'\.?$/, GRADLE),
    fails(/^\* What went wrong:$/, GRADLE),
    fails(
      /^FAILURE: (?<message>Build (?:failed with an exception|completed with \d{1,6} failures)\.?)/,
      GRADLE,
    ),

    ignores(/^g?make(?:\[\d{1,3}\])?: \*\*\* \[.{1,300}\] Error \d{1,3} \(ignored\)/),
    ignores(/^g?make(?:\[\d{1,3}\])?: \[.{1,300}\] Error \d{1,3} \(ignored\)/),
    fails(
      /^(?:g|mingw32-|n)?make(?:\[\d{1,3}\])?(?:\.exe)?: \*\*\* \[(?<message>.{1,300})\] (?:Error \d{1,4}|Segmentation fault|Killed|Aborted|Terminated)/,
      MAKE,
    ),
    fails(
      /^(?:g|mingw32-)?make(?:\[\d{1,3}\])?(?:\.exe)?: \*\*\* (?<message>No rule to make target .{1,300})$/,
      MAKE,
    ),
    fails(/^(?<file>[^\s:]{1,250}):(?<line>\d{1,7}): \*\*\* (?<message>\S.{0,300}) {1,2}Stop\.$/, MAKE),
    passes(/^(?:g)?make(?:\[\d{1,3}\])?: (?:Nothing to be done for|'.{1,200}' is up to date)/, MAKE),
    fails(/^\*\*\* \[(?<message>[^\]]{1,300})\] Error \d{1,4}$/, { framework: "scons" }),
    settlesFailure(/^scons: building terminated because of errors/, { framework: "scons" }),
    passes(/^scons: done building targets\.$/, { framework: "scons" }),

    settlesFailure(/^ninja: build stopped: /, { framework: "ninja" }),
    fails(/^ninja: error: (?<message>.{1,300})$/, { framework: "ninja" }),
    fails(/^FAILED: (?:\[code=\d{1,4}\] )?(?<message>(?!Build did NOT|Build completed)[^\s(].{0,300})$/, {
      framework: "ninja",
    }),
    passes(/^ninja: no work to do\.$/, { framework: "ninja" }),
    fails(
      /^CMake Error(?: at (?<file>[^\s:]{1,250}):(?<line>\d{1,7})| in \S{1,250})?(?: \([^)]{1,100}\))?: ?(?<message>.*)$/,
      CMAKE,
    ),
    settlesFailure(/^-- Configuring incomplete, errors occurred!/, CMAKE),
    fails(/^(?<file>[^\s:]{0,250}meson\.build):(?<line>\d{1,7}):\d{1,6}: ERROR: (?<message>.+)$/, MESON),

    settlesFailure(/^(?:ERROR: |FAILED: )?Build did NOT complete successfully/, BAZEL),
    fails(/^ERROR: (?<file>[^\s:]{1,250}):(?<line>\d{1,7}):\d{1,6}: (?<message>.+)$/, BAZEL),
    settlesSuccess(/^INFO: Build completed successfully, /, BAZEL),
    settlesFailure(
      /^\[error\] \((?<message>[^)]{1,120})\) (?:Compilation failed|.{1,200}(?:Tests unsuccessful|Failed tests|error|Error))/,
      SBT,
    ),
    settlesFailure(/^\[error\] Total time: /, SBT),
    settlesSuccess(/^\[success\] Total time: /, SBT),
    fails(/^\[error\] Compilation failed$/, SBT),

    settlesFailure(/^\s{0,4}(?:NX|> NX) {1,4}(?:Running target|Ran target)s? .{1,200} failed/, {
      framework: "nx",
    }),
    passes(/^\s{0,4}(?:NX|> NX) {1,4}Successfully ran targets? /, { framework: "nx" }),
    settlesFailure(/^\s{0,4}Failed: {1,4}\S{1,100}#[\w:-]{1,60}(?:, \S{1,100}#[\w:-]{1,60}){0,20}$/, {
      framework: "turbo",
    }),
    settlesFailure(/^\s{0,2}ERROR {1,3}run failed: command {1,3}exited \(\d{1,4}\)/, { framework: "turbo" }),
    fails(/^rake aborted!$/, { framework: "rake", language: "ruby" }),
    fails(/^(?:error|Error): (?:Build|Compilation) failed\b(?<message>.*)$/),
    passes(/^BUILD OK$/i),
  ],
);
