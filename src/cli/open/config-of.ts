import type { Config } from "../../config/config.ts";
import type { ReadConfig } from "../../config/read-config.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { safeLine } from "../terminal/safe-text.ts";

const MOST_TOLD = 50;

/** One process, one reading: a file that changes meanwhile must not set half of a command. */
const readings = new WeakMap<CliIo, Promise<ReadConfig>>();

/** The configuration of this process; what is wrong with it is told at once, and ends the command. */
export async function configOf(io: CliIo): Promise<Config> {
  let reading = readings.get(io);
  if (reading === undefined) {
    reading = loadConfig(io);
    readings.set(io, reading);
  }
  return (await reading).config;
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
  const [first, ...more] = read.error;
  const line = ({ source, message }: (typeof read.error)[number]): string => `${source}: ${message}`;
  if (more.length === 0) throw usageError(first!.code, line(first!));
  for (const problem of read.error.slice(0, MOST_TOLD)) {
    io.stderr.write(`emend: ${safeLine(line(problem))} [${problem.code}]\n`);
  }
  throw usageError(
    "config_invalid",
    `${read.error.length} problems in the configuration`,
    "mend what is named above and run `emend config` to see the result",
  );
}
