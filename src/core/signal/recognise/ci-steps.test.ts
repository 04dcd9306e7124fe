import { describe, expect, it } from "vitest";
import { ciSteps } from "./ci-steps.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([ciSteps], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("ciSteps", () => {
  it.each([
    [
      "docker build compiles",
      'ERROR: failed to solve: process "/bin/sh -c npm run build" did not complete successfully: exit code: 1',
      ["verification_failure proof"],
    ],
    [
      "docker build installs",
      'ERROR: failed to solve: process "/bin/sh -c apt-get install -y gti" did not complete successfully: exit code: 100',
      ["runtime_error proof"],
    ],
    ["docker build cannot pull", "ERROR: failed to solve: node:99: not found", ["runtime_error strong"]],
    [
      "classic docker build",
      "The command '/bin/sh -c make all' returned a non-zero code: 2",
      ["verification_failure proof"],
    ],
    [
      "pre-commit fails",
      "ruff.....................................................................Failed\n- hook id: ruff\n- exit code: 1",
      ["verification_failure proof"],
    ],
    [
      "pre-commit passes",
      "trim trailing whitespace.................................................Passed",
      ["success strong"],
    ],
    [
      "pre-commit skips",
      "check yaml...........................................(no files to check)Skipped",
      [],
    ],
    [
      "tox fails",
      "  py39: FAIL code 1 (3.21=setup[1.2]+cmd[2.0] seconds)\n  evaluation failed :( (3.30 seconds)",
      ["verification_failure proof"],
    ],
    ["tox passes", "  congratulations :) (3.30 seconds)", ["success proof"]],
    ["older tox", "ERROR:   py39: commands failed", ["verification_failure strong"]],
    ["nox", "nox > Session lint failed.", ["verification_failure proof"]],
    ["commitlint", "✖   subject may not be empty [subject-empty]", ["verification_failure strong"]],
    [
      "an annotation with a place",
      "::error file=src/cart.ts,line=12,col=5::Missing semicolon",
      ["verification_failure strong"],
    ],
    ["an annotation alone", "##[error]The operation was canceled.", ["runtime_error weak"]],
    ["a step's exit", "Error: Process completed with exit code 1.", ["runtime_error strong"]],
    ["Travis runs the tests", 'The command "npm test" exited with 1.', ["verification_failure proof"]],
    ["Travis deploys", 'The command "./deploy.sh" exited with 1.', ["runtime_error proof"]],
    ["just", "error: Recipe `lint` failed on line 12 with exit code 1", ["verification_failure proof"]],
    ["bun", 'error: script "build" exited with code 1', ["verification_failure proof"]],
    ["Jenkins fails", "Finished: FAILURE", ["verification_failure strong"]],
    ["Jenkins passes", "Finished: SUCCESS", ["success proof"]],
    ["GitLab fails", "ERROR: Job failed: exit code 1", ["runtime_error strong"]],
    ["a step's success", "Process completed with exit code 0.", []],
    ["a Dockerfile", "RUN make all || (echo 'make failed' && exit 1)", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});
