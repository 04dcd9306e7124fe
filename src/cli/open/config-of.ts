import type { Config } from "../../config/config.ts";
import type { ConfigProblem } from "../../config/given.ts";
import type { ReadConfig } from "../../config/read-config.ts";
import { type CliError, usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { guardUntrusted } from "./assert-trusted.ts";
import { safeLine } from "../terminal/safe-text.ts";

const MOST_TOLD = 50;

/** One process, one reading: a file that changes meanwhile must not set half of a command. */
const readings = new WeakMap<CliIo, Promise<Config>>();

/**
 * The configuration of this process; what is wrong with it is told at once, and ends the command. So does using a part that
 * waits for trust.
 */
export async function configOf(io: CliIo): Promise<Config> {
  let reading = readings.get(io);
  if (reading === undefined) {
    reading = loadConfig(io).then(guardUntrusted);
    readings.set(io, reading);
  }
  return reading;
}

/** Reads it anew, with what options set. */
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

/** Tells all problems but a single one, and answers the error to end with. */
export function reportConfigProblems(io: CliIo, problems: readonly ConfigProblem[]): CliError {
  const [first, ...more] = problems;
  const line = ({ source, message }: ConfigProblem): string => `${source}: ${message}`;
  if (more.length === 0) return usageError(first!.code, line(first!));
  for (const problem of problems.slice(0, MOST_TOLD)) {
    io.stderr.write(`emend: ${safeLine(line(problem))} [${problem.code}]\n`);
  }
  return usageError(
    "config_invalid",
    `${problems.length} problems in the configuration`,
    "fix the problems above, then check with `emend config`",
  );
}
