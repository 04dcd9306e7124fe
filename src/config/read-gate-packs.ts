import { BUILT_IN_PACKS } from "../core/gate/built-in-packs.ts";
import type { GatePack } from "../core/gate/gate.ts";
import { fail, ok, type Result } from "../core/result.ts";
import { looksLikeFile } from "./raw-setting.ts";

export type UnusablePack =
  | { readonly code: "unknown_pack"; readonly message: string }
  | {
      readonly code: "invalid_pack";
      readonly message: string;
      readonly file: string;
      readonly problems: readonly { readonly code: string; readonly message: string }[];
    };

/** Finds packs by name, each built-in or a file. Without names, all built-in ones. */
export async function readGatePacks(
  names: readonly string[] | undefined,
  read: (file: string) => Promise<string>,
): Promise<Result<readonly GatePack[], UnusablePack>> {
  if (names === undefined) return ok(BUILT_IN_PACKS);
  const packs: GatePack[] = [];
  for (const name of names) {
    const builtIn = BUILT_IN_PACKS.find((pack) => pack.name === name);
    const pack = builtIn === undefined ? await readPack(name, read) : ok(builtIn);
    if (!pack.ok) return pack;
    packs.push(pack.value);
  }
  return ok(packs);
}

async function readPack(
  file: string,
  read: (file: string) => Promise<string>,
): Promise<Result<GatePack, UnusablePack>> {
  // A bare word is more likely a misspelled name than a file without an extension.
  if (!looksLikeFile(file)) {
    const known = BUILT_IN_PACKS.map((pack) => pack.name).join(", ");
    return fail({ code: "unknown_pack", message: `unknown pack ${file}; expected one of ${known}` });
  }
  const text = await read(file);
  const { parseGatePack } = await import("../core/gate/parse-gate-pack.ts");
  const pack = parseGatePack(text);
  if (pack.ok) return pack;
  const count = pack.error.length === 1 ? "1 problem" : `${pack.error.length} problems`;
  return fail({
    code: "invalid_pack",
    message: `${count} in the pack ${file}`,
    file,
    problems: pack.error,
  });
}
