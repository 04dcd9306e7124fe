import { describe, expect, it } from "vitest";
import { buildTools } from "./build-tools.ts";
import { observeText } from "../../../../test/observe-text.ts";

const said = (text: string): readonly string[] => [
  ...new Set(observeText([buildTools], text).map(({ says, weight }) => `${says} ${weight}`)),
];

describe("buildTools", () => {
  it.each([
    ["Maven passes", "[INFO] BUILD SUCCESS", ["success proof"]],
    [
      "Maven fails",
      "[INFO] BUILD FAILURE\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.1:compile",
      ["verification_failure proof"],
    ],
    ["Gradle passes", "BUILD SUCCESSFUL in 12s\n5 actionable tasks: 5 executed", ["success proof"]],
    [
      "Gradle fails",
      "> Task :app:compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n\nBUILD FAILED in 3s",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["make", "make: *** [Makefile:12: all] Error 1", ["verification_failure strong"]],
    ["make, no rule", "make: *** No rule to make target 'all'.  Stop.", ["verification_failure strong"]],
    ["make, broken file", "Makefile:12: *** missing separator.  Stop.", ["verification_failure strong"]],
    ["make ignores it", "make: [Makefile:12: clean] Error 1 (ignored)", []],
    ["make has nothing to do", "make: Nothing to be done for 'all'.", ["success strong"]],
    [
      "ninja",
      "FAILED: obj/cart.o\nninja: build stopped: subcommand failed.",
      ["verification_failure strong", "verification_failure proof"],
    ],
    [
      "CMake",
      "CMake Error at CMakeLists.txt:12 (find_package):\n-- Configuring incomplete, errors occurred!",
      ["verification_failure strong", "verification_failure proof"],
    ],
    ["Bazel fails", "FAILED: Build did NOT complete successfully", ["verification_failure proof"]],
    ["Bazel passes", "INFO: Build completed successfully, 12 total actions", ["success proof"]],
    [
      "sbt fails",
      "[error] (Compile / compileIncremental) Compilation failed\n[error] Total time: 3 s, completed Jan 3, 2025",
      ["verification_failure proof"],
    ],
    ["sbt passes", "[success] Total time: 3 s, completed Jan 3, 2025", ["success proof"]],
    ["Nx passes", "  NX   Successfully ran target build for project shop", ["success strong"]],
    ["Turborepo fails", " Failed:    shop#build", ["verification_failure proof"]],
    ["a sentence in a changelog", "- Print BUILD FAILURE in red when a module fails", []],
    ["a workflow's condition", "  if: failure() || steps.build.outcome == 'failed'", []],
    ["a badge in a README", "[![build failing](https://example.com/badge.svg)](https://example.com)", []],
  ])("%s", (_why, text, expected) => {
    expect(said(text)).toEqual(expected);
  });
});
