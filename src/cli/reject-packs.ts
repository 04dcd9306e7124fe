import type { GateCatalogue } from "../core/gate/gate-catalogue.ts";
import type { GatePack } from "../core/gate/gate.ts";
import { usageError } from "./cli-error.ts";
import type { CliIo } from "./cli-io.ts";
import { configOf } from "./config-of.ts";
import { readTextFile } from "./input.ts";
import { safeLine } from "./safe-text.ts";

/** The packs that the user asked for, else those of the configuration, else all built-in ones. */
export async function loadPacks(
  asked: readonly string[] | undefined,
  io: CliIo,
): Promise<readonly GatePack[]> {
  const names = asked ?? (await configOf(io)).gates.packs;
  const { BUILT_IN_PACKS } = await import("../core/gate/built-in-packs.ts");
  if (names === undefined) return BUILT_IN_PACKS;
  const packs: GatePack[] = [];
  for (const name of names) {
    packs.push(
      BUILT_IN_PACKS.find((pack) => pack.name === name) ?? (await readPack(name, BUILT_IN_PACKS, io)),
    );
  }
  return packs;
}

export async function loadCatalogue(names: readonly string[] | undefined, io: CliIo): Promise<GateCatalogue> {
  const { createGateCatalogue } = await import("../core/gate/gate-catalogue.ts");
  return createGateCatalogue(await loadPacks(names, io));
}

async function readPack(file: string, builtIn: readonly GatePack[], io: CliIo): Promise<GatePack> {
  // A bare word is a misspelled name far more often than a file without an extension.
  if (!/[/\\]|\.json$/i.test(file)) {
    const names = builtIn.map((pack) => pack.name).join(", ");
    throw usageError(
      "unknown_pack",
      `there is no pack ${file}; known are ${names}`,
      "a pack of your own is named by its file, as in --pack ./my-pack.json",
    );
  }
  const text = await readTextFile(io, file, "the pack");
  const { parseGatePack } = await import("../core/gate/parse-gate-pack.ts");
  const pack = parseGatePack(text);
  if (pack.ok) return pack.value;
  for (const { message, code } of pack.error) {
    io.stderr.write(`emend: ${safeLine(file)}: ${safeLine(message)} [${code}]\n`);
  }
  const count = pack.error.length === 1 ? "1 problem" : `${pack.error.length} problems`;
  throw usageError(
    "invalid_pack",
    `${count} in the pack ${file}`,
    "mend what is named above and run it again",
  );
}
