import type { RuleActor } from "../../core/feedback/feedback.ts";
import { packRemovedReason } from "../../core/rule/pack-origin.ts";
import { findVersion } from "../../core/rule/rule.ts";
import { type DecideParts, decideRule } from "../rule/decide-rule.ts";
import { rulesOfPack } from "./rules-of-pack.ts";

export type RemovePackParts = DecideParts;

export interface RemovePackRequest {
  readonly name: string;
  readonly by: RuleActor;
  /** Also retires what is in force. */
  readonly retire: boolean;
}

/** Ids of the rules of a removed pack. */
export interface RemovedPack {
  readonly withdrawn: readonly string[];
  readonly retired: readonly string[];
  /** Still in force. */
  readonly kept: readonly string[];
}

/** Withdraws the open proposals of a pack. What is in force stays, unless it is to be retired. */
export const removePack = (parts: RemovePackParts) => {
  const decide = decideRule(parts);
  return async ({ name, by, retire }: RemovePackRequest): Promise<RemovedPack> => {
    const removed = { withdrawn: [] as string[], retired: [] as string[], kept: [] as string[] };
    const reason = packRemovedReason(name);
    for (const { rule } of (await rulesOfPack(parts.rules, name)).values()) {
      const pending = findVersion(rule, rule.pending);
      if (pending?.pack?.name === name) {
        const decided = await decide(rule.id, { type: "reject", by, version: pending.version, reason });
        if (decided.ok) removed.withdrawn.push(rule.id);
      }
      if (findVersion(rule, rule.in_force)?.pack?.name !== name) continue;
      const retired = retire ? await decide(rule.id, { type: "retire", by, reason }) : undefined;
      removed[retired?.ok === true ? "retired" : "kept"].push(rule.id);
    }
    return removed;
  };
};
