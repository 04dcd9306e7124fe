import type { RandomText } from "../../core/access/token-text.ts";
import type { Digest } from "../../core/audit/audit-entry.ts";

const BYTES = 16;

export const newPersonId = ({
  random,
  hash,
}: {
  readonly random: RandomText;
  readonly hash: Digest;
}): string => `pn_${hash(random(BYTES)).slice(0, 16)}`;
