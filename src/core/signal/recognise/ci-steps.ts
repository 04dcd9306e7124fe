import {
  applyRules,
  fails,
  passes,
  settlesFailure,
  settlesSuccess,
  type LineRule,
} from "./diagnostic-rules.ts";
import type { LineReader, Recogniser } from "./recogniser.ts";

const DOCKER = { framework: "docker build" };
const JENKINS = { framework: "jenkins" };
const TOX = { framework: "tox", language: "python" };
const NOX = { framework: "nox", language: "python" };
const COMMITLINT = { framework: "commitlint" };
const PRE_COMMIT = { framework: "pre-commit" };

/** A step of a Dockerfile or of a pipeline that runs a build or a check, as against one that installs or deploys. */
const BUILDS =
  /\b(?:build|compile|tsc|make|test|tests|lint|check|cargo|gradle|gradlew|mvn|go (?:build|install|test|vet)|webpack|vite|cmake|ninja|msbuild|publish)\b/i;
const INSTALLS =
  /\b(?:apt-get|apt|apk|yum|dnf|pip3? install|npm (?:ci|install|i)\b|yarn install|pnpm (?:install|i)\b|bundle install|curl|wget|go mod download|restore)\b/i;

const FAILED_STEP =
  /^(?:ERROR: )?(?:failed to solve: |error: failed to solve: )?(?:executor failed running|process) (?<message>["[].{1,1200}?["\]])(?: did not complete successfully)?: ?exit code: (?<exit>\d{1,3})/;
const CLASSIC_STEP = /^The command '(?<message>.{1,1200})' returned a non-zero code: (?<exit>\d{1,3})$/;
/** A task or a script, known by its name or its command line, that ended badly. */
const NAMED_STEPS: readonly RegExp[] = [
  FAILED_STEP,
  CLASSIC_STEP,
  /^The command "(?<message>[^"]{1,300})" (?:exited with|failed and exited with) (?<exit>[1-9]\d{0,2})(?: during .{0,40})?\.$/,
  /^error: Recipe `(?<message>[^`]{1,80})` failed on line \d{1,6} with exit code (?<exit>\d{1,3})$/,
  /^task: Failed to run task "(?<message>[^"]{1,80})": .{0,100}?exit status (?<exit>\d{1,3})$/,
  /^error: script "(?<message>[^"]{1,80})" exited with code (?<exit>\d{1,3})/,
  /^npm (?:ERR!|error) Lifecycle script `(?<message>[^`]{1,80})` failed with error:/,
];
const ACTIONS_END = /^(?:##\[error\]|Error: )Process completed with exit code (?<exit>[1-9]\d{0,2})\.$/;

const RULES: readonly LineRule[] = [
  {
    when: /^(?:ERROR: )?failed to solve: (?<message>.+)$/,
    says: "runtime_error",
    weight: "strong",
    facts: DOCKER,
  },
  settlesFailure(
    /^\s{0,2}(?<message>[\w.-]{1,60}): FAIL(?: code \d{1,4}| ✖ in .{1,40})?(?: \(.{1,60}\))?$/,
    TOX,
  ),
  fails(/^Finished: (?<message>FAILURE|UNSTABLE)$/, JENKINS),
  settlesSuccess(/^Finished: SUCCESS$/, JENKINS),
  fails(/^Done\. Your build exited with [1-9]\d{0,2}\.$/, { framework: "travis" }),
  settlesSuccess(/^Done\. Your build exited with 0\.$/, { framework: "travis" }),
  {
    when: /^ERROR: Job failed: (?<message>.+)$/,
    says: "runtime_error",
    weight: "strong",
    facts: { framework: "gitlab ci" },
  },
  passes(/^Job succeeded$/, { framework: "gitlab ci" }),
  settlesSuccess(/^\s{0,2}congratulations :\)(?: \(.{1,40}\))?$/, TOX),
  settlesFailure(/^\s{0,2}evaluation failed :\((?: \(.{1,40}\))?$/, TOX),
  fails(/^ERROR:\s{1,4}(?<message>[\w.-]{1,60}: commands failed)$/, TOX),
  settlesFailure(/^nox > (?:\* (?<message>\S{1,80}): failed|Session \S{1,80} failed\.)$/, NOX),
  fails(/^nox > Command .{1,300} failed with exit code \d{1,3}$/, NOX),
  fails(/^✖ {1,4}(?<message>\S.{0,300}) \[(?<code>[a-z]{3,20}(?:-[a-z]{2,20}){1,4})\]$/, COMMITLINT),
  {
    when: /^husky - .{1,60} (?:hook|script) (?:exited with|failed)\b.{0,60}/,
    says: "verification_failure",
    weight: "weak",
  },
  settlesFailure(
    /^✖ (?<message>(?:eslint|prettier|tsc|stylelint|biome|vitest|jest|\S{1,60}lint)\b.{0,200}):$/,
    { framework: "lint-staged" },
  ),
  fails(
    /^::error (?:[^:]{0,200},)?file=(?<file>[^,:]{1,250}),line=(?<line>\d{1,7})[^:]{0,200}::(?<message>.+)$/,
    { framework: "github actions" },
  ),
  {
    when: /^(?:::error(?: [^:]{0,300})?::|##\[error\])(?<message>\S.*)$/,
    says: "runtime_error",
    weight: "weak",
    facts: { framework: "github actions" },
  },
];

const HOOK = /^(?<message>\S.{0,120}?)\.{3,120}(?:\([^)]{1,60}\))?(?<result>Passed|Failed|Skipped)$/;

/** What runs checks on the way to a merge: docker build, pre-commit, tox, nox, commitlint, GitHub Actions. */
export const ciSteps: Recogniser = {
  name: "ci-steps",
  triggers: [
    "failed to solve",
    'the command "',
    "failed on line ",
    "failed to run task",
    "exited with code",
    "lifecycle script",
    "finished: ",
    "build exited with",
    "job failed: ",
    "job succeeded",
    "did not complete successfully",
    "executor failed",
    "non-zero code",
    "process completed with",
    "::error",
    "##[error]",
    ": fail",
    "congratulations :)",
    "evaluation failed",
    "commands failed",
    "nox > ",
    "✖",
    "husky - ",
    "...passed",
    "...failed",
    ")failed",
    "- hook id: ",
  ],
  createReader: (): LineReader => ({
    readLine: ({ text }, report) => {
      const step = stepOf(text.replace(/^ERROR: failed to (?:solve|build): (?:failed to solve: )?/, ""));
      if (step !== undefined) {
        const command = step["message"]!;
        report.see({
          says: BUILDS.test(command) && !INSTALLS.test(command) ? "verification_failure" : "runtime_error",
          weight: "proof",
          facts: {
            error_message: command.slice(0, 300),
            ...(step["exit"] === undefined ? {} : { exit_code: Number(step["exit"]) }),
          },
        });
        return;
      }
      const end = ACTIONS_END.exec(text)?.groups;
      if (end !== undefined) {
        report.see({
          says: "runtime_error",
          weight: "strong",
          facts: { framework: "github actions", exit_code: Number(end["exit"]) },
        });
        return;
      }
      const hook = HOOK.exec(text)?.groups;
      if (hook !== undefined) {
        if (hook["result"] === "Failed") {
          report.see({
            says: "verification_failure",
            weight: "proof",
            facts: { ...PRE_COMMIT, error_message: hook["message"]! },
          });
        } else if (hook["result"] === "Passed") {
          report.see({ says: "success", weight: "strong", facts: PRE_COMMIT });
        }
        return;
      }
      const seen = applyRules(RULES, text);
      if (seen !== undefined) report.see(seen);
    },
  }),
};

function stepOf(text: string): Readonly<Record<string, string | undefined>> | undefined {
  for (const shape of NAMED_STEPS) {
    const groups = shape.exec(text)?.groups;
    if (groups !== undefined) return groups;
  }
  return undefined;
}
