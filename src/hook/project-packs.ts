import { resolve } from "node:path";
import { readBounded } from "../config/read-bounded.ts";
import { readGatePacks } from "../config/read-gate-packs.ts";
import { BUILT_IN_PACKS } from "../core/gate/duplicate-gate.ts";
import type { GatePack } from "../core/gate/gate.ts";
import { ExternalError } from "../ports/errors.ts";

const MOST_BYTES = 1024 * 1024;

interface ProjectPacksParts {
  readonly root: string;
  /** As the settings have it. */
  readonly names: readonly string[] | undefined;
  readonly fault: (code: string, error: unknown) => void;
}

/** The gate packs of a project; the built-in ones where its own cannot be read, since an agent waits. */
export async function projectPacks({ root, names, fault }: ProjectPacksParts): Promise<readonly GatePack[]> {
  const read = async (file: string): Promise<string> => {
    const found = await readBounded(resolve(root, file), MOST_BYTES);
    if (found.ok) return found.value.text;
    throw new ExternalError("file_unreadable", `cannot read the pack ${file}: ${found.error}`);
  };
  try {
    const packs = await readGatePacks(names, read);
    if (packs.ok) return packs.value;
    fault(packs.error.code, packs.error.message);
  } catch (error) {
    fault("packs_unreadable", error);
  }
  return BUILT_IN_PACKS;
}
