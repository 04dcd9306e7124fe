import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SourceFiles } from "../../ports/source-files.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { readTextFile } from "../terminal/input.ts";
import type { CheckOptions } from "./check.ts";
import { CHECKS_FILE, readChecksFile, type CheckSource } from "./check-source.ts";

/** Opens the first place that has checks. */
export async function openCheckSource(
  options: CheckOptions,
  { root }: SourceFiles,
  context: CliContext,
): Promise<CheckSource> {
  const own = join(root, CHECKS_FILE);
  if (options.checks !== undefined) return fileSource(options.checks, context);
  if (existsSync(own)) return fileSource(own, context);
  return { checks: [], from: "the repository", close: async () => undefined };
}

async function fileSource(file: string, { io }: CliContext): Promise<CheckSource> {
  const read = readChecksFile(await readTextFile(io, file, "the checks"));
  if (!read.ok)
    throw usageError("invalid_checks_file", `${file}: ${read.error}`, "write it with `emend checks export`");
  return { checks: read.value, from: file, close: async () => undefined };
}
