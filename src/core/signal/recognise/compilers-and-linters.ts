import { buildTools } from "./build-tools.ts";
import { bundlers } from "./bundlers.ts";
import { ciSteps } from "./ci-steps.ts";
import { configLint } from "./config-lint.ts";
import { eslint } from "./eslint.ts";
import { gccClang } from "./gcc-clang.ts";
import { goBuild } from "./go-build.ts";
import { javac } from "./javac.ts";
import { lintLines } from "./lint-lines.ts";
import { otherCompilers } from "./other-compilers.ts";
import { pythonLint } from "./python-lint.ts";
import type { Recogniser } from "./recogniser.ts";
import { rustc } from "./rustc.ts";
import { scriptLint } from "./script-lint.ts";
import { tsc } from "./tsc.ts";

/** Checks of code that are no test runs: compilers, linters, formatters, build tools. */
export const COMPILERS_AND_LINTERS: readonly Recogniser[] = [
  tsc,
  eslint,
  pythonLint,
  gccClang,
  rustc,
  javac,
  goBuild,
  otherCompilers,
  scriptLint,
  configLint,
  buildTools,
  bundlers,
  ciSteps,
  lintLines,
];
