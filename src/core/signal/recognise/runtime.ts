import { agentTools } from "./agent-tools.ts";
import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { devices } from "./devices.ts";
import { dotnetTrace } from "./dotnet-trace.ts";
import { exceptionLine } from "./exception-line.ts";
import { failureHeadings } from "./failure-headings.ts";
import { goPanic } from "./go-panic.ts";
import { httpErrors } from "./http-errors.ts";
import { javaTrace } from "./java-trace.ts";
import { logLevels } from "./log-levels.ts";
import { nativeCrash } from "./native-crash.ts";
import { nodeTrace } from "./node-trace.ts";
import { otherLanguages } from "./other-languages.ts";
import { packageManagers } from "./package-managers.ts";
import { phpError } from "./php-error.ts";
import { pythonTrace } from "./python-trace.ts";
import type { Recogniser } from "./recogniser.ts";
import { rubyTrace } from "./ruby-trace.ts";
import { rustPanic } from "./rust-panic.ts";
import { shell } from "./shell.ts";

/** Everything that tells of something that was run and failed. */
export const RUNTIME: readonly Recogniser[] = [
  pythonTrace,
  nodeTrace,
  javaTrace,
  goPanic,
  rustPanic,
  rubyTrace,
  dotnetTrace,
  phpError,
  otherLanguages,
  nativeCrash,
  shell,
  packageManagers,
  containers,
  databases,
  httpErrors,
  logLevels,
  agentTools,
  devices,
  exceptionLine,
  failureHeadings,
];
