import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { API_PREFIX } from "../api-prefix.ts";
import { byPerson, type People } from "../../core/person/people.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";
import type { ClusterAuthor } from "../../ports/cluster-store.ts";
import { idField, pageSchema, pageQuery } from "../fields.ts";
import { HttpProblem, valueOrProblem } from "../http-problem.ts";
import { respond, routesOf, type Route } from "../route.ts";
import {
  clusterResponse,
  clusterDetailResponse,
  clusterMemberResponse,
  clusterSuggestionResponse,
  toClusterResponse,
  toMemberResponse,
} from "../schemas/clusters.ts";
import { loadApprovalPolicy, toRuleSummary } from "../schemas/rules.ts";

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
