import type { ClusterMember } from "../../core/cluster/cluster.ts";
import { type FeedbackStory, buildFeedbackStory } from "../../core/story/feedback-story.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import type { Rule } from "../../core/rule/rule.ts";
import type { Store } from "../../ports/store.ts";
import { findReminders } from "../reminder/find-reminders.ts";

type StoryParts = Pick<Store, "feedback" | "evaluations" | "clusters" | "rules" | "reminders" | "people"> & {
  readonly now: () => string;
};

const MAX_MEMBERS = 200;
const MAX_REMINDERS = 200;

/** The story of a record, from the feedback to what happened after a rule. */
export const findFeedbackStory =
  (parts: StoryParts) =>
  async (record: Feedback): Promise<FeedbackStory> => {
    const evaluation = await parts.evaluations.find(record.id);
    const membership = (await parts.clusters.membershipsOf([record.id])).get(record.id);
    const clusterId = membership?.cluster_id;
    const cluster = clusterId === undefined ? undefined : await parts.clusters.find(clusterId);
    const rules = await rulesOf(
      parts,
      clusterId,
      evaluation?.evaluation.proposed_action?.proposal_id ?? null,
    );
    const ended = (await parts.reminders.ends([record.id])).get(record.id);
    return buildFeedbackStory({
      record,
      evaluation,
      membership,
      cluster,
      later: clusterId === undefined ? [] : await laterMembers(parts, clusterId, record),
      rules,
      reminder: ended === undefined ? await reminderOf(parts, record) : undefined,
      ended,
    });
  };

async function rulesOf(
  { rules }: StoryParts,
  clusterId: string | undefined,
  proposalId: string | null,
): Promise<readonly Rule[]> {
  const found = clusterId === undefined ? [] : await rules.ofCluster(clusterId);
  if (proposalId === null || found.some(({ id }) => id === proposalId)) return found;
  const own = await rules.find(proposalId);
  return own === undefined ? found : [own, ...found];
}

async function laterMembers(
  { clusters }: StoryParts,
  clusterId: string,
  { id, time }: Feedback,
): Promise<readonly ClusterMember[]> {
  const { items } = await clusters.members(clusterId, { limit: MAX_MEMBERS });
  return items.filter((member) => member.feedback_id !== id && member.time > time).toReversed();
}

async function reminderOf(parts: StoryParts, { id, agent, target, author }: Feedback) {
  if (agent === undefined || author.trust !== "person") return undefined;
  const files = target?.path === undefined ? [] : [target.path];
  const question = { agent, files, source: "team" as const, own: [], limit: MAX_REMINDERS };
  return (await findReminders(parts)(question)).find(({ feedback_id }) => feedback_id === id);
}
