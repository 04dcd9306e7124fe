import type { ApplyPackParts } from "../app/rule-pack/apply-pack.ts";
import type { CollectPackParts } from "../app/rule-pack/collect-pack-rules.ts";
import type { PlanPackParts } from "../app/rule-pack/plan-pack.ts";
import type { RemovePackParts } from "../app/rule-pack/remove-pack.ts";
import { type CheckingPorts, lazily } from "./ports.ts";

interface PackParts {
  /** Reading a policy that waits for trust throws, hence the function. */
  readonly ruled: () => Omit<ApplyPackParts, keyof CheckingPorts> & CollectPackParts & RemovePackParts;
  readonly learned: () => Promise<PlanPackParts>;
  readonly checking: () => Promise<CheckingPorts>;
  readonly pause: () => Promise<void>;
}

/** The use cases of rule packs. */
export const composePacks = ({ ruled, learned, checking, pause }: PackParts) => ({
  /** What a pack would do here. Changes nothing. */
  plan: lazily(async () => (await import("../app/rule-pack/plan-pack.ts")).planPack(await learned())),
  apply: lazily(async () =>
    (await import("../app/rule-pack/apply-pack.ts")).applyPack({
      ...ruled(),
      ...(await checking()),
      pause,
    }),
  ),
  remove: lazily(async () => (await import("../app/rule-pack/remove-pack.ts")).removePack(ruled())),
  /** The rules in force, as a pack gives them away. */
  collect: lazily(async () =>
    (await import("../app/rule-pack/collect-pack-rules.ts")).collectPackRules(ruled()),
  ),
  /** The rules here that came from a pack, by their ids in it. */
  rulesOf: lazily(async () => {
    const { rulesOfPack } = await import("../app/rule-pack/rules-of-pack.ts");
    return (name: string) => rulesOfPack(ruled().rules, name);
  }),
});
