import { z } from "zod";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import { type Feedback, TRUSTS } from "../../core/feedback/feedback.ts";
import { timeField } from "../fields.ts";
import { ruleSummaryResponse } from "./rules.ts";
import { feedbackExcerptResponse, toFeedbackExcerpt } from "./feedback-excerpt.ts";

const clusterFields = {
  id: z.string(),
  size: z.int().describe("Number of pieces of feedback."),
  first_time: timeField,
  last_time: timeField,
  name: z.string().nullable().describe("The name given by people, or from the catalogue."),
  representative: z.string().describe("The feedback that represents it."),
  text: z.string().nullable().describe("Its text; null if it is no longer stored."),
  merged_into: z.string().nullable().describe("The cluster that its members moved to, if people merged it."),
};

export const clusterResponse = z.object(clusterFields).meta({ id: "Cluster" });

export const clusterDetailResponse = z
  .object({
    ...clusterFields,
    authors: z
      .array(z.object({ author: z.string(), trust: z.enum(TRUSTS), count: z.int() }))
      .describe("The most frequent authors, each person once."),
    days: z
      .array(z.object({ day: z.string(), agent: z.string(), count: z.int() }))
      .describe("Counts by agent in the last 90 days; an empty name means no agent."),
    ties: z
      .object({ merged: z.array(z.string()), apart: z.array(z.string()) })
      .describe("Clusters that people merged into it, and those they keep it apart from."),
    rules: z.array(ruleSummaryResponse).describe("Rules that came from it, newest first."),
  })
  .meta({ id: "ClusterDetail" });

export const clusterMemberResponse = z
  .object({
    feedback_id: z.string(),
    score: z.number().describe("The confidence that it says the same as the rest."),
    reasons: z.array(z.object({ sign: z.string(), says: z.string(), text: z.string() })),
    by: z.string().nullable().describe("The person who put it there, if any."),
    time: timeField,
    author: z.string(),
    trust: z.enum(TRUSTS),
    agent: z.string().nullable(),
    feedback: feedbackExcerptResponse.nullable().describe("Null if it is no longer stored."),
  })
  .meta({ id: "ClusterMember" });

export const clusterSuggestionResponse = z
  .object({
    kind: z.enum(["merge", "split"]),
    cluster_ids: z
      .array(z.string())
      .describe("The two to merge, starting with the one to keep; or the one to split."),
    feedback_ids: z.array(z.string()).describe("Members that should leave; none for a merge."),
    score: z.number().describe("The average confidence that both sides say the same, from 0 to 1."),
    reason: z.string(),
    sides: z
      .array(z.object({ quotes: z.array(z.object({ feedback_id: z.string(), text: z.string() })) }))
      .describe("Up to three quotes from either side."),
  })
  .meta({ id: "ClusterSuggestion" });

const MAX_LENGTH = 500;

export const toClusterResponse = (cluster: Cluster, representative: Feedback | undefined) => ({
  id: cluster.id,
  size: cluster.size,
  first_time: cluster.first_time,
  last_time: cluster.last_time,
  name: cluster.name ?? null,
  representative: cluster.representative,
  text: representative?.similarity_text.slice(0, MAX_LENGTH).toWellFormed() ?? null,
  merged_into: cluster.merged_into ?? null,
});

export const toMemberResponse = (member: ClusterMember, feedback: Feedback | undefined) => ({
  feedback_id: member.feedback_id,
  score: member.score,
  reasons: member.reasons,
  by: member.by ?? null,
  time: member.time,
  author: member.author,
  trust: member.trust,
  agent: member.agent === "" ? null : member.agent,
  feedback: feedback === undefined ? null : toFeedbackExcerpt(feedback),
});
