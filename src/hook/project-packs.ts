import { resolve } from "node:path";
import { readBounded } from "../config/read-bounded.ts";
import { readGatePacks } from "../config/read-gate-packs.ts";
import { BUILT_IN_PACKS } from "../core/gate/built-in-packs.ts";
import type { GatePack } from "../core/gate/gate.ts";
import { ExternalError } from "../ports/errors.ts";

const MAX_BYTES = 1024 * 1024;

interface ProjectPacksOptions {
  readonly root: string;
  /** The setting `gates.packs`. */
  readonly names: readonly string[] | undefined;
  readonly reportFault: (code: string, error: unknown) => void;
}

/** The project's gate packs, or the built-in ones if those cannot be read: the agent is waiting. */
export async function projectPacks({
  root,
  names,
  reportFault,
}: ProjectPacksOptions): Promise<readonly GatePack[]> {
  const read = async (file: string): Promise<string> => {
    const found = await readBounded(resolve(root, file), MAX_BYTES);
    if (found.ok) return found.value.text;
    throw new ExternalError("file_unreadable", `cannot read the pack ${file}: ${found.error}`);
  };
  try {
    const packs = await readGatePacks(names, read);
    if (packs.ok) return packs.value;
    reportFault(packs.error.code, packs.error.message);
  } catch (error) {
    reportFault("packs_unreadable", error);
  }
  return BUILT_IN_PACKS;
}
