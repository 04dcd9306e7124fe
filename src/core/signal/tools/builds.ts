import {
  type Tool,
  as,
  fails,
  ignores,
  passes,
  provesFailure,
  provesSuccess,
  suggestsFailure,
  unless,
} from "./tool.ts";

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

const TOX = { framework: "tox", language: "python" };
const NOX = { framework: "nox", language: "python" };

/** A task, a script or a step of a Dockerfile that failed, known by its name or its command line. */
const STEPS: readonly [RegExp, ...RegExp[]] = [
  /^(?:ERROR: )?(?:(?:error: )?failed to (?:solve|build): ){0,2}(?:executor failed running|process) (?<message>["[].{1,1200}?["\]])(?: did not complete successfully)?: ?exit code: (?<exit>\d{1,3})/,
  /^The command '(?<message>.{1,1200})' returned a non-zero code: (?<exit>\d{1,3})$/,
  /^The command "(?<message>[^"]{1,300})" (?:exited with|failed and exited with) (?<exit>[1-9]\d{0,2})(?: during .{0,40})?\.$/,
  /^error: Recipe `(?<message>[^`]{1,80})` failed on line \d{1,6} with exit code (?<exit>\d{1,3})$/,
  /^task: Failed to run task "(?<message>[^"]{1,80})": .{0,100}?exit status (?<exit>\d{1,3})$/,
  /^error: script "(?<message>[^"]{1,80})" exited with code (?<exit>\d{1,3})/,
  /^npm (?:ERR!|error) Lifecycle script `(?<message>[^`]{1,80})` failed with error:/,
];
const COMMAND = /["'`[].{1,1200}["'`\]]/;
const BUILDS =
  /\b(?:build|compile|tsc|make|test|tests|lint|check|cargo|gradle|gradlew|mvn|go (?:build|install|test|vet)|webpack|vite|cmake|ninja|msbuild|publish)\b/i;
const INSTALLS =
  /\b(?:apt-get|apt|apk|yum|dnf|pip3? install|npm (?:ci|install|i)\b|yarn install|pnpm (?:install|i)\b|bundle install|curl|wget|go mod download|restore)\b/i;

/** A step that installs or deploys, as against one that runs a build or a check. */
function isOtherStep(text: string): boolean {
  const command = COMMAND.exec(text)?.[0] ?? "";
  return !BUILDS.test(command) || INSTALLS.test(command);
}

/** Runners of builds and checks: docker build, pre-commit, tox, nox, commitlint, GitHub Actions. */
export const ciSteps: Tool = {
  name: "ci-steps",
  kind: "check",
  rules: [
    unless(isOtherStep, provesFailure(...STEPS)),
    as("runtime_error", provesFailure(...STEPS)),
    as(
      "runtime_error",
      fails(
        "github actions",
        /^(?:##\[error\]|Error: )Process completed with exit code (?<exit>[1-9]\d{0,2})\.$/,
      ),
    ),
    provesFailure("pre-commit", /^(?<message>\S.{0,120}?)\.{3,120}(?:\([^)]{1,60}\))?Failed$/),
    passes("pre-commit", /^\S.{0,120}?\.{3,120}(?:\([^)]{1,60}\))?Passed$/),
    as("runtime_error", fails("docker build", /^(?:ERROR: )?failed to solve: (?<message>.+)$/)),
    provesFailure(
      TOX,
      /^\s{0,2}(?<message>[\w.-]{1,60}): FAIL(?: code \d{1,4}| ✖ in .{1,40})?(?: \(.{1,60}\))?$/,
    ),
    fails("jenkins", /^Finished: (?<message>FAILURE|UNSTABLE)$/),
    provesSuccess("jenkins", /^Finished: SUCCESS$/),
    fails("travis", /^Done\. Your build exited with [1-9]\d{0,2}\.$/),
    provesSuccess("travis", /^Done\. Your build exited with 0\.$/),
    as("runtime_error", fails("gitlab ci", /^ERROR: Job failed: (?<message>.+)$/)),
    passes("gitlab ci", /^Job succeeded$/),
    provesSuccess(TOX, /^\s{0,2}congratulations :\)(?: \(.{1,40}\))?$/),
    provesFailure(TOX, /^\s{0,2}evaluation failed :\((?: \(.{1,40}\))?$/),
    fails(TOX, /^ERROR:\s{1,4}(?<message>[\w.-]{1,60}: commands failed)$/),
    provesFailure(NOX, /^nox > (?:\* (?<message>\S{1,80}): failed|Session \S{1,80} failed\.)$/),
    fails(NOX, /^nox > Command .{1,300} failed with exit code \d{1,3}$/),
    fails("commitlint", /^✖ {1,4}(?<message>\S.{0,300}) \[(?<type>[a-z]{3,20}(?:-[a-z]{2,20}){1,4})\]$/),
    suggestsFailure(/^husky - .{1,60} (?:hook|script) (?:exited with|failed)\b.{0,60}/),
    provesFailure(
      "lint-staged",
      /^✖ (?<message>(?:eslint|prettier|tsc|stylelint|biome|vitest|jest|\S{1,60}lint)\b.{0,200}):$/,
    ),
    fails(
      "github actions",
      /^::error (?:[^:]{0,200},)?file=(?<file>[^,:]{1,250}),line=(?<line>\d{1,7})[^:]{0,200}::(?<message>.+)$/,
    ),
    as(
      "runtime_error",
      suggestsFailure("github actions", /^(?:::error(?: [^:]{0,300})?::|##\[error\])(?<message>\S.*)$/),
    ),
  ],
  hits: {
    "verification_failure proof": [
      'ERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1',
      "The command '/bin/sh -c make all' returned a non-zero code: 2",
      "ruff.....................................................................Failed\n- hook id: ruff\n- exit code: 1",
      "  py39: FAIL code 1 (3.21=setup[1.2]+cmd[2.0] seconds)\n  evaluation failed :( (3.30 seconds)",
      "nox > Session lint failed.",
      'The command "npm test" exited with 1.',
      "error: Recipe `lint` failed on line 12 with exit code 1",
      'error: script "build" exited with code 1',
    ],
    "runtime_error proof": [
      'ERROR: failed to solve: process "/bin/sh -c apt-get install -y gti" did not complete successfully: exit code: 100',
      'The command "./deploy.sh" exited with 1.',
    ],
    "runtime_error strong": [
      "ERROR: failed to solve: node:99: not found",
      "Error: Process completed with exit code 1.",
      "ERROR: Job failed: exit code 1",
    ],
    "success strong": ["trim trailing whitespace.................................................Passed"],
    "success proof": ["  congratulations :) (3.30 seconds)", "Finished: SUCCESS"],
    "verification_failure strong": [
      "ERROR:   py39: commands failed",
      "✖   subject may not be empty [subject-empty]",
      "::error file=src/cart.ts,line=12,col=5::Missing semicolon",
      "Finished: FAILURE",
    ],
    "runtime_error weak": ["##[error]The operation was canceled."],
  },
  misses: [
    "check yaml...........................................(no files to check)Skipped",
    "Process completed with exit code 0.",
    "RUN make all || (echo 'make failed' && exit 1)",
  ],
};
