import type { GateCatalogue } from "../../core/gate/gate.ts";
import type { RollUp } from "../../core/pattern/roll-up.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";

/** As many of the latest records as one page of a store holds. */
const LATEST = 500;

/** What an agent reads instead of a tag that only outsiders use. */
const OTHER_TAG = "other";

/**
 * An agent's counts as the agent itself may read them. A tag is words too, and an outsider can choose it: so the tags
 * of the gates are there, and those that anybody else gave the agent's latest work. All others are counted under one
 * name.
 */
export const rollUpsForAgent = (
  feedback: Pick<FeedbackStore, "rollUp" | "rollUpPart" | "list">,
  agent: string,
  gates: GateCatalogue,
): Pick<FeedbackStore, "rollUp" | "rollUpPart"> => {
  const readable = async ({ hours, tags }: RollUp): Promise<RollUp> => {
    const isGate = (tag: string): boolean => gates.find(tag) !== undefined;
    if (tags.every(({ tag }) => isGate(tag))) return { hours, tags };
    const { items } = await feedback.list({ agent, limit: LATEST });
    const said = items.filter(({ author }) => author.trust !== "outsider").flatMap((record) => record.tags);
    const known = new Set(said);
    const nameOf = (tag: string): string => (known.has(tag) || isGate(tag) ? tag : OTHER_TAG);
    return { hours, tags: tags.map((row) => ({ ...row, tag: nameOf(row.tag) })) };
  };
  return {
    rollUp: async (range) => readable(await feedback.rollUp(range)),
    rollUpPart: async (part) => {
      const found = await feedback.rollUpPart(part);
      return found === undefined ? undefined : readable(found);
    },
  };
};
