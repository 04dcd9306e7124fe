import type { GateCatalogue, GatePack } from "../../core/gate/gate.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { configOf } from "./config-of.ts";
import { readTextFile } from "../terminal/input.ts";
import { safeLine } from "../terminal/safe-text.ts";

/** The named packs, otherwise those of the configuration, otherwise all built-in ones. */
export async function loadPacks(
  requested: readonly string[] | undefined,
  io: CliIo,
): Promise<readonly GatePack[]> {
  const names = requested ?? (await configOf(io)).gates.packs;
  const { readGatePacks } = await import("../../config/read-gate-packs.ts");
  const packs = await readGatePacks(names, (file) => readTextFile(io, file, "the pack"));
  if (packs.ok) return packs.value;
  const problem = packs.error;
  if (problem.code === "unknown_pack") {
    const hint = "to use your own pack, name its file, as in --pack ./my-pack.json";
    throw usageError(problem.code, problem.message, hint);
  }
  for (const { message, code } of problem.problems) {
    io.stderr.write(`emend: ${safeLine(problem.file)}: ${safeLine(message)} [${code}]\n`);
  }
  throw usageError(problem.code, problem.message, "fix the problems above and run it again");
}

export async function loadGates(names: readonly string[] | undefined, io: CliIo): Promise<GateCatalogue> {
  const { createGateCatalogue } = await import("../../core/gate/gate.ts");
  return createGateCatalogue(await loadPacks(names, io));
}
