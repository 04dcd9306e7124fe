import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckedFiles } from "../../app/check/check-files.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import type { CheckedWork } from "../../core/check/hits-to-report.ts";
import { defined } from "../../core/defined.ts";
import type { SourceFiles } from "../../ports/source-files.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import { configOf } from "../open/config-of.ts";
import { chosenStore } from "../open/open-store.ts";
import { emendOf } from "../open/open-emend.ts";
import { readTextFile } from "../terminal/input.ts";
import type { CheckOptions } from "./check.ts";
import { CHECKS_FILE, readChecksFile, type CheckSource } from "./check-source.ts";

/** Opens the first place that has checks. */
export async function openCheckSource(
  options: CheckOptions,
  { root }: SourceFiles,
  context: CliContext,
): Promise<CheckSource> {
  const { io } = context;
  if (options.checks !== undefined) return fileSource(options.checks, context);
  const { agent = "", run } = options;
  const isCi = (io.env["CI"] ?? "") !== "" && io.env["CI"] !== "false";
  const work = { checked_in: isCi ? "ci" : "command", agent, ...defined({ run }) } as const;
  if (options.store === undefined) {
    const { url, token } = (await configOf(io)).server;
    if (url !== undefined) {
      const { serverChecks } = await import("./server-checks.ts");
      return serverChecks({ url, ...defined({ token }) }, work, io.now);
    }
  }
  const place = storePlace(io.cwd, await chosenStore(io, options.store));
  const own = join(root, CHECKS_FILE);
  if (options.store === undefined && !isServer(place) && !existsSync(place)) {
    if (existsSync(own)) return fileSource(own, context);
    return { checks: [], from: "this repository", close: async () => undefined };
  }
  return storeSource(options, work, context);
}

async function storeSource(
  { store, agent, fix }: CheckOptions,
  work: Omit<CheckedWork, "time">,
  context: CliContext,
): Promise<CheckSource> {
  const emend = await emendOf(context, { file: store, create: false });
  const { active, report } = emend.checks;
  try {
    return {
      checks: await active({ fixes: fix === true, ...defined({ agent }) }),
      from: "the store",
      report: (checked: CheckedFiles) => report(checked, work),
      close: () => emend.close(),
    };
  } catch (error) {
    await emend.close();
    throw error;
  }
}

async function fileSource(file: string, { io }: CliContext): Promise<CheckSource> {
  const read = readChecksFile(await readTextFile(io, file, "the checks"));
  if (!read.ok)
    throw usageError("invalid_checks_file", `${file}: ${read.error}`, "write it with `emend checks export`");
  return { checks: read.value, from: file, close: async () => undefined };
}
