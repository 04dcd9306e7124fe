import { CODE_PACK } from "./code-pack.ts";
import type { GatePack } from "./gate.ts";
import { KNOWLEDGE_BASE_PACK } from "./knowledge-base-pack.ts";

/** The packs that need no file; their tags are disjoint but for the fallback, so they can be used together. */
export const BUILT_IN_PACKS: readonly GatePack[] = [CODE_PACK, KNOWLEDGE_BASE_PACK];

export const findBuiltInPack = (name: string): GatePack | undefined =>
  BUILT_IN_PACKS.find((pack) => pack.name === name);
