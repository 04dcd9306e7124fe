import { CODE_PACK } from "./code-pack.ts";
import type { GatePack, GateCatalogue } from "./gate.ts";
import { KNOWLEDGE_BASE_PACK } from "./knowledge-base-pack.ts";

/** The packs that need no file; their tags are disjoint but for the fallback, so they can be used together. */
export const BUILT_IN_PACKS: readonly GatePack[] = [CODE_PACK, KNOWLEDGE_BASE_PACK];

export const findBuiltInPack = (name: string): GatePack | undefined =>
  BUILT_IN_PACKS.find((pack) => pack.name === name);

/** The tag of a text whose claim is there already. */
export const DUPLICATE_TAG = "near_duplicate";

/** A text that is there already, as a rejection names it. */
export interface RejectionRival {
  readonly name: string;
  /** From 0 to 1. */
  readonly score: number;
  readonly passages: readonly {
    readonly score: number;
    readonly ours: { readonly line: number; readonly end_line: number };
    readonly theirs: { readonly line: number; readonly end_line: number };
  }[];
}

const GATE = KNOWLEDGE_BASE_PACK.gates.find(({ tag }) => tag === DUPLICATE_TAG);

/** The gates in use with that of duplicates, whether a pack has it or not. */
export function withDuplicateGate(catalogue: GateCatalogue): GateCatalogue {
  if (GATE === undefined || catalogue.find(DUPLICATE_TAG) !== undefined) return catalogue;
  return {
    ...catalogue,
    find: (tag) => (tag === DUPLICATE_TAG ? GATE : catalogue.find(tag)),
    list: () => [...catalogue.list(), GATE],
  };
}
