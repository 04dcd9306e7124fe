import codePack from "./code-pack.json" with { type: "json" };
import { type Gate, type GatePack, UNSPECIFIED_GATE } from "./gate.ts";
import knowledgeBasePack from "./knowledge-base-pack.json" with { type: "json" };

const toPack = ({ name, description, gates }: typeof codePack): GatePack => ({
  name,
  description,
  fallback_tag: UNSPECIFIED_GATE.tag,
  gates: [...(gates as readonly Gate[]), UNSPECIFIED_GATE],
});

/** For agents that change source code. */
export const CODE_PACK = toPack(codePack);

/** For agents that write claims into a knowledge base. */
export const KNOWLEDGE_BASE_PACK = toPack(knowledgeBasePack);

/** The built-in packs. Their tags are disjoint except for the fallback, so they can be used together. */
export const BUILT_IN_PACKS: readonly GatePack[] = [CODE_PACK, KNOWLEDGE_BASE_PACK];

export const findBuiltInPack = (name: string): GatePack | undefined =>
  BUILT_IN_PACKS.find((pack) => pack.name === name);
