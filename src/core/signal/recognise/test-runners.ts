import { assertion } from "./assertion.ts";
import { bazelTest } from "./bazel-test.ts";
import { cargoTest } from "./cargo-test.ts";
import { catch2 } from "./catch2.ts";
import { coverage } from "./coverage.ts";
import { ctest } from "./ctest.ts";
import { cucumber } from "./cucumber.ts";
import { dotnetTest } from "./dotnet-test.ts";
import { exunit } from "./exunit.ts";
import { goTest } from "./go-test.ts";
import { gradleTest } from "./gradle-test.ts";
import { jest } from "./jest.ts";
import { junit } from "./junit.ts";
import { minitest } from "./minitest.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { otherRunners } from "./other-runners.ts";
import { phpunit } from "./phpunit.ts";
import { playwright } from "./playwright.ts";
import { pytest } from "./pytest.ts";
import type { Recogniser } from "./recogniser.ts";
import { robot } from "./robot.ts";
import { rspec } from "./rspec.ts";
import { scalatest } from "./scalatest.ts";
import { tap } from "./tap.ts";
import { testMarks } from "./test-marks.ts";
import { unittest } from "./unittest.ts";
import { vitest } from "./vitest.ts";
import { xctest } from "./xctest.ts";

/** Everything that reads the output of test runners. */
export const TEST_RUNNERS: readonly Recogniser[] = [
  pytest,
  unittest,
  jest,
  vitest,
  mocha,
  playwright,
  nodeTest,
  tap,
  goTest,
  cargoTest,
  junit,
  gradleTest,
  scalatest,
  rspec,
  minitest,
  phpunit,
  dotnetTest,
  ctest,
  catch2,
  xctest,
  exunit,
  bazelTest,
  robot,
  cucumber,
  coverage,
  assertion,
  otherRunners,
  testMarks,
];
