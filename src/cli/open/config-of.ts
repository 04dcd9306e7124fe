import type { Config } from "../../config/config.ts";
import type { ConfigProblem } from "../../config/raw-setting.ts";
import type { ReadConfig } from "../../config/read-config.ts";
import { type CliError, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { guardUntrusted } from "./assert-trusted.ts";
import { safeLine } from "../terminal/safe-text.ts";

const MAX_REPORTED = 50;

/** Read once per process, so that a file that changes meanwhile cannot affect half of a command. */
const configs = new WeakMap<CliIo, Promise<Config>>();

/** The configuration of this process. Invalid settings end the command, and so does using a setting that is not trusted. */
export async function configOf(io: CliIo): Promise<Config> {
  let reading = configs.get(io);
  if (reading === undefined) {
    reading = loadConfig(io).then(guardUntrusted);
    configs.set(io, reading);
  }
  return reading;
}

/** Reads the configuration again, with values from options. */
export async function loadConfig(
  io: CliIo,
  flags: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): Promise<ReadConfig> {
  const { readConfig } = await import("../../config/read-config.ts");
  const read = await readConfig({ cwd: io.cwd, env: io.env, flags });
  if (read.ok) {
    for (const warning of read.value.warnings) io.stderr.write(`emend: ${safeLine(warning)}\n`);
    return read.value;
  }
  throw reportConfigProblems(io, read.error);
}

/** Prints all problems, unless there is only one, and returns the error to throw. */
export function reportConfigProblems(io: CliIo, problems: readonly ConfigProblem[]): CliError {
  const [first, ...more] = problems;
  const line = ({ source, message }: ConfigProblem): string => `${source}: ${message}`;
  if (more.length === 0) return usageError(first!.code, line(first!));
  for (const problem of problems.slice(0, MAX_REPORTED)) {
    io.stderr.write(`emend: ${safeLine(line(problem))} [${problem.code}]\n`);
  }
  return usageError(
    "config_invalid",
    `${problems.length} problems in the configuration`,
    "fix the problems above, then check with `emend config`",
  );
}
