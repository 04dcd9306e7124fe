import { assertion } from "./assertion.ts";
import { buildTools, ciSteps } from "./builds.ts";
import { configLint } from "./config-lint.ts";
import { containers } from "./containers.ts";
import { catch2, ctest, gccClang } from "./cpp.ts";
import { databases } from "./databases.ts";
import { dotnetTest, dotnetTrace } from "./dotnet.ts";
import { exceptionLine, failureHeadings } from "./exceptions.ts";
import { goBuild, goPanic, goTest } from "./go.ts";
import { httpErrors } from "./http-errors.ts";
import { jest, mocha, playwright, vitest } from "./javascript-tests.ts";
import { gradleTest, junit, scalatest } from "./jvm-tests.ts";
import { javac, javaTrace } from "./jvm.ts";
import { lintLines } from "./lint-lines.ts";
import { logLevels } from "./log-levels.ts";
import { nativeCrash } from "./native-crash.ts";
import { nodeTest, tap } from "./node-test.ts";
import { nodeTrace } from "./node-trace.ts";
import { otherCompilers } from "./other-compilers.ts";
import { agentTools, devices, otherLanguages } from "./other-languages.ts";
import { bazelTest, coverage, cucumber, exunit, otherRunners, robot, xctest } from "./other-tests.ts";
import { packageManagers } from "./package-managers.ts";
import { phpError, phpunit } from "./php.ts";
import { pythonLint } from "./python-lint.ts";
import { pytest, pythonTrace, unittest } from "./python.ts";
import { minitest, rspec, rubyTrace } from "./ruby.ts";
import { cargoTest, rustc, rustPanic } from "./rust.ts";
import { scriptLint } from "./script-lint.ts";
import { shell } from "./shell.ts";
import { testMarks } from "./test-marks.ts";
import type { Tool } from "./tool.ts";
import { bundlers, eslint, tsc } from "./web.ts";

/** Every tool whose output is recognised. If several say the same of a line, the facts of the first win. */
export const TOOLS: readonly Tool[] = [
  [pytest, unittest, jest, vitest, mocha, playwright, nodeTest, tap, goTest, cargoTest, junit, gradleTest],
  [scalatest, rspec, minitest, phpunit, dotnetTest, ctest, catch2, xctest, exunit, bazelTest, robot],
  [cucumber, coverage, assertion, otherRunners, testMarks],
  [tsc, eslint, pythonLint, gccClang, rustc, javac, goBuild, otherCompilers, scriptLint, configLint],
  [buildTools, bundlers, ciSteps, lintLines],
  [pythonTrace, nodeTrace, javaTrace, goPanic, rustPanic, rubyTrace, dotnetTrace, phpError],
  [otherLanguages, nativeCrash, shell, packageManagers, containers, databases, httpErrors, logLevels],
  [agentTools, devices, exceptionLine, failureHeadings],
].flat();
