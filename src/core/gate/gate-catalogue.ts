import type { Gate, GatePack } from "./gate.ts";
import { UNSPECIFIED_GATE } from "./unspecified-gate.ts";

/** Which tags are registered, and the one gate each of them stands for. */
export interface GateCatalogue {
  /** The names of the packs it was made from, in order. */
  readonly packs: readonly string[];
  /** Stands in where a rejection names no gate; always registered. */
  readonly fallback: Gate;
  /** Absent is an answer: the tag is not registered. */
  find(tag: string): Gate | undefined;
  /** Every gate once, in the order of the packs. */
  list(): readonly Gate[];
}

/** Joins packs; where two hold the same tag the earlier pack decides, so a tag never has two routes. */
export function createGateCatalogue(packs: readonly GatePack[]): GateCatalogue {
  const gates = new Map<string, Gate>();
  for (const gate of packs.flatMap((pack) => pack.gates)) {
    if (!gates.has(gate.tag)) gates.set(gate.tag, gate);
  }
  const fallback = gates.get(packs[0]?.fallback_tag ?? UNSPECIFIED_GATE.tag) ?? UNSPECIFIED_GATE;
  if (!gates.has(fallback.tag)) gates.set(fallback.tag, fallback);
  const list = [...gates.values()];
  return {
    packs: packs.map((pack) => pack.name),
    fallback,
    find: (tag) => gates.get(tag),
    list: () => list,
  };
}
