import { KNOWLEDGE_BASE_PACK } from "./built-in-packs.ts";
import type { GateCatalogue } from "./gate.ts";

/** The tag of a text that repeats an existing one. */
export const DUPLICATE_TAG = "near_duplicate";

/** An existing text that a rejected one repeats. */
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

/** Adds the duplicate gate to the gates in use, if no pack contains it. */
export function withDuplicateGate(catalogue: GateCatalogue): GateCatalogue {
  if (GATE === undefined || catalogue.find(DUPLICATE_TAG) !== undefined) return catalogue;
  return {
    ...catalogue,
    find: (tag) => (tag === DUPLICATE_TAG ? GATE : catalogue.find(tag)),
    list: () => [...catalogue.list(), GATE],
  };
}
