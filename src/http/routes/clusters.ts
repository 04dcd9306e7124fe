import { z } from "zod";
import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import { type Feedback, TRUSTS } from "../../core/feedback/feedback.ts";
import { idField, pageQuery, pageSchema, timeField } from "../fields.ts";
import { loadApprovalPolicy, ruleSummaryResponse, toRuleSummary } from "../schemas/rules.ts";
import { feedbackExcerptResponse, toFeedbackExcerpt } from "../schemas/feedback-excerpt.ts";
import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { API_PREFIX } from "../api-prefix.ts";
import { byPerson, type People } from "../../core/person/people.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";
import type { ClusterAuthor } from "../../ports/cluster-store.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, type Route, routesOf } from "../route.ts";

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

const clusterResponse = z.object(clusterFields).meta({ id: "Cluster" });

const clusterDetailResponse = z
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

const clusterMemberResponse = z
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

const clusterSuggestionResponse = z
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

const toClusterResponse = (cluster: Cluster, representative: Feedback | undefined) => ({
  ...cluster,
  name: cluster.name ?? null,
  text: representative?.similarity_text.slice(0, MAX_LENGTH).toWellFormed() ?? null,
  merged_into: cluster.merged_into ?? null,
});

const toMemberResponse = (
  { cluster_id: _cluster, ...member }: ClusterMember,
  feedback: Feedback | undefined,
) => ({
  ...member,
  by: member.by ?? null,
  agent: member.agent === "" ? null : member.agent,
  feedback: feedback === undefined ? null : toFeedbackExcerpt(feedback),
});

const route = routesOf("clusters");
const params = z.strictObject({ cluster_id: idField });
const MAX_AUTHORS = 200;
const MAX_RULES = 50;
const SHOWN_DAYS = 90;

/** Clusters group feedback that says the same thing. People's changes to them are permanent. */
export const CLUSTER_ROUTES: readonly Route[] = [
  route("GET /clusters", {
    id: "listClusters",
    summary: "List recurring feedback",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      order: z.enum(["size", "recent"]).default("size").describe("Largest or latest first."),
      min_size: z.int().min(1).max(1_000_000).default(1),
    }),
    responses: { 200: pageSchema(clusterResponse) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { min_size: minSize, order, limit, after } }, { store }) => {
      const page = await store.clusters.list({ order, minSize, limit, ...defined({ after }) });
      return respond(200, pageAnswer({ ...page, items: await withTexts(store, page.items) }));
    },
  }),
  route("POST /clusters/merge", {
    id: "mergeClusters",
    summary: "Merge clusters",
    description:
      "All members of the others move to the first and stay there. Repeating the request changes nothing.",
    permission: "decide",
    body: z.strictObject({ cluster_ids: z.array(idField).min(2).max(100) }),
    responses: { 200: clusterResponse },
    problems: ["cluster_not_found"],
    handle: async ({ body, principal }, { store, emend }) => {
      const merged = valueOrProblem(await emend.clusters.merge(body.cluster_ids, principal.id));
      return respond(200, await withText(store, merged));
    },
  }),
  route("GET /clusters/suggestions", {
    id: "listClusterSuggestions",
    summary: "List clusters that should be merged or split",
    description:
      "Clusters that people have seen never change automatically. Judging by their members, these should: use `mergeClusters` or `splitCluster`, or `keepClusters` to leave them as they are. Highest confidence first, at most 20.",
    permission: "read",
    responses: { 200: pageSchema(clusterSuggestionResponse) },
    handle: async (_input, { emend }) => respond(200, pageAnswer({ items: await emend.clusters.suggest() })),
  }),
  route("POST /clusters/keep", {
    id: "keepClusters",
    summary: "Keep clusters as they are",
    description:
      "Stops suggesting to split one cluster, or to merge two. Repeating the request changes nothing.",
    permission: "decide",
    body: z.strictObject({ cluster_ids: z.array(idField).min(1).max(2) }),
    responses: { 200: pageSchema(clusterResponse) },
    problems: ["cluster_not_found"],
    handle: async ({ body, principal }, { store, emend }) => {
      const [one, other] = body.cluster_ids;
      const ids = other === undefined ? ([one!] as const) : ([one!, other] as const);
      const kept = valueOrProblem(await emend.clusters.keep(ids, principal.id));
      return respond(200, pageAnswer({ items: await withTexts(store, kept) }));
    },
  }),
  route("GET /clusters/{cluster_id}", {
    id: "getCluster",
    summary: "Get one cluster: who said it, about whose work, and its rules",
    permission: "read",
    params,
    responses: { 200: clusterDetailResponse },
    problems: ["cluster_not_found"],
    handle: async ({ params: { cluster_id } }, context) => {
      const { store, now } = context;
      const cluster = await findCluster(store, cluster_id);
      const { id } = cluster;
      const approvalPolicy = await loadApprovalPolicy(context);
      const span = { from: daysAfter(now(), -SHOWN_DAYS), to: daysAfter(now(), 1) };
      const [authors, days, ties, rules, body] = await Promise.all([
        store.clusters.authors(id),
        store.clusters.occurrences(id, span),
        store.clusters.ties(id),
        store.rules.ofCluster(id),
        withText(store, cluster),
      ]);
      return respond(200, {
        ...body,
        authors: toAuthors(authors, approvalPolicy.people),
        days,
        ties,
        rules: rules.slice(0, MAX_RULES).map((rule) => toRuleSummary(rule, approvalPolicy)),
      });
    },
  }),
  route("GET /clusters/{cluster_id}/members", {
    id: "listClusterMembers",
    summary: "List a cluster's feedback, newest first, and why it belongs together",
    permission: "read",
    params,
    query: z.strictObject(pageQuery),
    responses: { 200: pageSchema(clusterMemberResponse) },
    problems: ["cluster_not_found", "invalid_cursor"],
    handle: async ({ params: { cluster_id }, query: { limit, after } }, { store }) => {
      const cluster = await findCluster(store, cluster_id);
      const page = await store.clusters.members(cluster.id, { limit, ...defined({ after }) });
      const byId = await findFeedback(
        store,
        page.items.map(({ feedback_id }) => feedback_id),
      );
      const items = page.items.map((member) => toMemberResponse(member, byId.get(member.feedback_id)));
      return respond(200, pageAnswer({ ...page, items }));
    },
  }),
  route("POST /clusters/{cluster_id}/split", {
    id: "splitCluster",
    summary: "Split members off a cluster",
    description:
      "They move to a cluster of their own. The two clusters are kept apart from then on, including what joins either of them later.",
    permission: "decide",
    params,
    body: z.strictObject({ feedback_ids: z.array(idField).min(1).max(1_000) }),
    responses: {
      201: z.object({
        cluster: clusterResponse.describe("The new cluster."),
        from: clusterResponse.describe("The rest of the old one."),
      }),
    },
    problems: ["cluster_not_found", "nothing_to_split"],
    handle: async ({ params: { cluster_id }, body, principal }, { store, emend }) => {
      const split = valueOrProblem(await emend.clusters.split(cluster_id, body.feedback_ids, principal.id));
      const clusters = {
        cluster: await withText(store, split.cluster),
        from: await withText(store, split.from),
      };
      return respond(201, clusters, { location: `${API_PREFIX}/clusters/${split.cluster.id}` });
    },
  }),
  route("POST /clusters/{cluster_id}/rename", {
    id: "renameCluster",
    summary: "Name a cluster",
    permission: "decide",
    params,
    body: z.strictObject({
      name: z.string().trim().max(200).describe("An empty one removes the name."),
    }),
    responses: { 200: clusterResponse },
    problems: ["cluster_not_found"],
    handle: async ({ params: { cluster_id }, body, principal }, { store, emend }) => {
      const renamed = valueOrProblem(await emend.clusters.rename(cluster_id, body.name, principal.id));
      return respond(200, await withText(store, renamed));
    },
  }),
];

async function findCluster({ clusters }: Pick<Store, "clusters">, id: string): Promise<Cluster> {
  const cluster = await clusters.find(id);
  if (cluster === undefined) throw new HttpProblem("cluster_not_found", "there is no cluster with this id");
  return cluster;
}

async function findFeedback({ feedback }: Pick<Store, "feedback">, ids: readonly string[]) {
  return new Map((await feedback.findAll(ids)).map((record) => [record.id, record]));
}

/** Adds the text of each cluster's representative. */
async function withTexts(store: Pick<Store, "feedback">, clusters: readonly Cluster[]) {
  const byId = await findFeedback(
    store,
    clusters.map(({ representative }) => representative),
  );
  return clusters.map((cluster) => toClusterResponse(cluster, byId.get(cluster.representative)));
}

const withText = async (store: Pick<Store, "feedback">, cluster: Cluster) =>
  toClusterResponse(cluster, await store.feedback.find(cluster.representative));

/** Lists each person once, whatever login they used. */
const toAuthors = (authors: readonly ClusterAuthor[], people: People) =>
  byPerson(
    authors.map(({ author: id, ...counts }) => ({ id, ...counts })),
    people,
  )
    .slice(0, MAX_AUTHORS)
    .map(({ id: author, ...counts }) => ({ author, ...counts }));
