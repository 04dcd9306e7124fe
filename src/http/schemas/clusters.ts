import { z } from "zod";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import { type Feedback, TRUSTS } from "../../core/feedback/feedback.ts";
import { timeField } from "../fields.ts";
import { ruleSummaryAnswer } from "./rules.ts";
import { saidFeedbackAnswer, toSaid } from "./said-feedback.ts";

const clusterFields = {
  id: z.string(),
  size: z.int().meta({ description: "How often it was said." }),
  first_time: timeField,
  last_time: timeField,
  name: z.string().nullable().meta({ description: "What people call it, or Emend by the catalogue." }),
  representative: z.string().meta({ description: "The feedback that stands for it." }),
  text: z.string().nullable().meta({ description: "Its words; null where they are no longer kept." }),
  merged_into: z
    .string()
    .nullable()
    .meta({ description: "Where its members have moved, where people merged it into another." }),
};

export const clusterAnswer = z.object(clusterFields).meta({ id: "Cluster" });

export const clusterDetailAnswer = z
  .object({
    ...clusterFields,
    authors: z
      .array(z.object({ author: z.string(), trust: z.enum(TRUSTS), count: z.int() }))
      .meta({ description: "Those who said it most often, each person once." }),
    days: z.array(z.object({ day: z.string(), agent: z.string(), count: z.int() })).meta({
      description:
        "How often it was said of whose work in the last 90 days; of no agent's where the name is empty.",
    }),
    ties: z
      .object({ merged: z.array(z.string()), apart: z.array(z.string()) })
      .meta({ description: "What people merged into it, and what they keep it from." }),
    rules: z.array(ruleSummaryAnswer).meta({ description: "Rules that came from it, newest first." }),
  })
  .meta({ id: "ClusterDetail" });

export const clusterMemberAnswer = z
  .object({
    feedback_id: z.string(),
    score: z.number().meta({ description: "How surely it says the same as the rest." }),
    reasons: z.array(z.object({ sign: z.string(), says: z.string(), text: z.string() })),
    by: z.string().nullable().meta({ description: "Who put it there, where a person did." }),
    time: timeField,
    author: z.string(),
    trust: z.enum(TRUSTS),
    agent: z.string().nullable(),
    feedback: saidFeedbackAnswer.nullable().meta({ description: "Null where it is no longer kept." }),
  })
  .meta({ id: "ClusterMember" });

export const clusterSuggestionAnswer = z
  .object({
    kind: z.enum(["merge", "split"]),
    cluster_ids: z
      .array(z.string())
      .meta({ description: "The two to merge, the one to stay first; or the one to split." }),
    feedback_ids: z.array(z.string()).meta({ description: "Members that should leave; none for a merge." }),
    score: z
      .number()
      .meta({ description: "How surely one side says the same as the other, on average, from 0 to 1." }),
    reason: z.string(),
    sides: z
      .array(z.object({ quotes: z.array(z.object({ feedback_id: z.string(), text: z.string() })) }))
      .meta({ description: "What is said on either side, three quotes at most." }),
  })
  .meta({ id: "ClusterSuggestion" });

const MAX_TEXT = 500;

export const toCluster = (cluster: Cluster, representative: Feedback | undefined) => ({
  id: cluster.id,
  size: cluster.size,
  first_time: cluster.first_time,
  last_time: cluster.last_time,
  name: cluster.name ?? null,
  representative: cluster.representative,
  text: representative?.similarity_text.slice(0, MAX_TEXT).toWellFormed() ?? null,
  merged_into: cluster.merged_into ?? null,
});

export const toMember = (member: ClusterMember, said: Feedback | undefined) => ({
  feedback_id: member.feedback_id,
  score: member.score,
  reasons: member.reasons,
  by: member.by ?? null,
  time: member.time,
  author: member.author,
  trust: member.trust,
  agent: member.agent === "" ? null : member.agent,
  feedback: said === undefined ? null : toSaid(said),
});
