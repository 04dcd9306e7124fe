import { pageAnswer } from "../../core/page.ts";
import { defined } from "../../core/defined.ts";
import { z } from "zod";
import { API_PREFIX } from "../api-prefix.ts";
import type { ClusterProblem } from "../../app/cluster/change-cluster.ts";
import { byPerson, type People } from "../../core/person/people.ts";
import type { Cluster } from "../../core/cluster/cluster.ts";
import type { Result } from "../../core/result.ts";
import { daysAfter } from "../../core/time/time.ts";
import type { Store } from "../../ports/store.ts";
import type { ClusterAuthor } from "../../ports/cluster-store.ts";
import { idField, pageOf, pageQuery } from "../fields.ts";
import { HttpProblem } from "../http-problem.ts";
import { answer, defineRoute, type Route } from "../route.ts";
import {
  clusterAnswer,
  clusterDetailAnswer,
  clusterMemberAnswer,
  clusterSuggestionAnswer,
  toCluster,
  toMember,
} from "../schemas/clusters.ts";
import { judgedBy, toRuleSummary } from "../schemas/rules.ts";

const tag = "clusters";
const params = z.strictObject({ cluster_id: idField });
const MAX_AUTHORS = 200;
const MAX_RULES = 50;
const SHOWN_DAYS = 90;

/** Feedback that says the same thing; what people decide about it stands. */
export const CLUSTER_ROUTES: readonly Route[] = [
  defineRoute({
    id: "listClusters",
    method: "get",
    path: "/clusters",
    tag,
    summary: "List recurring feedback",
    permission: "read",
    query: z.strictObject({
      ...pageQuery,
      order: z.enum(["size", "recent"]).default("size").meta({ description: "Largest or latest first." }),
      min_size: z.int().min(1).max(1_000_000).default(1),
    }),
    answers: { 200: pageOf(clusterAnswer) },
    problems: ["invalid_cursor"],
    handle: async ({ query: { min_size: minSize, order, limit, after } }, { store }) => {
      const page = await store.clusters.list({
        order,
        minSize,
        limit,
        ...defined({ after }),
      });
      return answer(200, pageAnswer({ ...page, items: await withWords(store, page.items) }));
    },
  }),
  defineRoute({
    id: "mergeClusters",
    method: "post",
    path: "/clusters/merge",
    tag,
    summary: "Merge clusters",
    description:
      "All members of the others move to the first and stay there. Repeating the request changes nothing.",
    permission: "decide",
    body: z.strictObject({ cluster_ids: z.array(idField).min(2).max(100) }),
    answers: { 200: clusterAnswer },
    problems: ["cluster_not_found"],
    handle: async ({ body, principal }, { store, emend }) => {
      const merged = doneOr(await emend.clusters.merge(body.cluster_ids, principal.id));
      return answer(200, await toldCluster(store, merged));
    },
  }),
  defineRoute({
    id: "listClusterSuggestions",
    method: "get",
    path: "/clusters/suggestions",
    tag,
    summary: "List clusters that should be merged or split",
    description:
      "Clusters that people have seen never change automatically. Judging by their members, these should: use `mergeClusters` or `splitCluster`, or `keepClusters` to leave them as they are. Highest confidence first, at most 20.",
    permission: "read",
    answers: { 200: pageOf(clusterSuggestionAnswer) },
    handle: async (_input, { emend }) => answer(200, pageAnswer({ items: await emend.clusters.suggest() })),
  }),
  defineRoute({
    id: "keepClusters",
    method: "post",
    path: "/clusters/keep",
    tag,
    summary: "Keep clusters as they are",
    description:
      "Stops suggesting to split one cluster, or to merge two. Repeating the request changes nothing.",
    permission: "decide",
    body: z.strictObject({ cluster_ids: z.array(idField).min(1).max(2) }),
    answers: { 200: pageOf(clusterAnswer) },
    problems: ["cluster_not_found"],
    handle: async ({ body, principal }, { store, emend }) => {
      const [one, other] = body.cluster_ids;
      const ids = other === undefined ? ([one!] as const) : ([one!, other] as const);
      const kept = doneOr(await emend.clusters.keep(ids, principal.id));
      return answer(200, pageAnswer({ items: await withWords(store, kept) }));
    },
  }),
  defineRoute({
    id: "getCluster",
    method: "get",
    path: "/clusters/{cluster_id}",
    tag,
    summary: "Get one cluster: who said it, about whose work, and its rules",
    permission: "read",
    params,
    answers: { 200: clusterDetailAnswer },
    problems: ["cluster_not_found"],
    handle: async ({ params: { cluster_id } }, context) => {
      const { store, now } = context;
      const cluster = (await store.clusters.find(cluster_id)) ?? refuseUnknown();
      const { id } = cluster;
      const by = await judgedBy(context);
      const span = { from: daysAfter(now(), -SHOWN_DAYS), to: daysAfter(now(), 1) };
      const [authors, days, ties, rules, told] = await Promise.all([
        store.clusters.authors(id),
        store.clusters.occurrences(id, span),
        store.clusters.ties(id),
        store.rules.ofCluster(id),
        toldCluster(store, cluster),
      ]);
      return answer(200, {
        ...told,
        authors: toAuthors(authors, by.people),
        days,
        ties,
        rules: rules.slice(0, MAX_RULES).map((rule) => toRuleSummary(rule, by)),
      });
    },
  }),
  defineRoute({
    id: "listClusterMembers",
    method: "get",
    path: "/clusters/{cluster_id}/members",
    tag,
    summary: "List a cluster's feedback, newest first, and why it belongs together",
    permission: "read",
    params,
    query: z.strictObject(pageQuery),
    answers: { 200: pageOf(clusterMemberAnswer) },
    problems: ["cluster_not_found", "invalid_cursor"],
    handle: async ({ params: { cluster_id }, query: { limit, after } }, { store }) => {
      const cluster = (await store.clusters.find(cluster_id)) ?? refuseUnknown();
      const page = await store.clusters.members(cluster.id, {
        limit,
        ...defined({ after }),
      });
      const known = await store.feedback.findAll(page.items.map(({ feedback_id }) => feedback_id));
      const byId = new Map(known.map((record) => [record.id, record]));
      const items = page.items.map((member) => toMember(member, byId.get(member.feedback_id)));
      return answer(200, pageAnswer({ ...page, items }));
    },
  }),
  defineRoute({
    id: "splitCluster",
    method: "post",
    path: "/clusters/{cluster_id}/split",
    tag,
    summary: "Split members off a cluster",
    description:
      "They move to a cluster of their own. The two clusters are kept apart from then on, including what joins either of them later.",
    permission: "decide",
    params,
    body: z.strictObject({ feedback_ids: z.array(idField).min(1).max(1_000) }),
    answers: {
      201: z.object({
        cluster: clusterAnswer.meta({ description: "The new cluster." }),
        from: clusterAnswer.meta({ description: "The rest of the old one." }),
      }),
    },
    problems: ["cluster_not_found", "nothing_to_split"],
    handle: async ({ params: { cluster_id }, body, principal }, { store, emend }) => {
      const made = doneOr(await emend.clusters.split(cluster_id, body.feedback_ids, principal.id));
      const told = {
        cluster: await toldCluster(store, made.cluster),
        from: await toldCluster(store, made.from),
      };
      return answer(201, told, { location: `${API_PREFIX}/clusters/${made.cluster.id}` });
    },
  }),
  defineRoute({
    id: "renameCluster",
    method: "post",
    path: "/clusters/{cluster_id}/rename",
    tag,
    summary: "Name a cluster",
    permission: "decide",
    params,
    body: z.strictObject({
      name: z.string().trim().max(200).meta({ description: "An empty one removes the name." }),
    }),
    answers: { 200: clusterAnswer },
    problems: ["cluster_not_found"],
    handle: async ({ params: { cluster_id }, body, principal }, { store, emend }) => {
      const renamed = doneOr(await emend.clusters.rename(cluster_id, body.name, principal.id));
      return answer(200, await toldCluster(store, renamed));
    },
  }),
];

function doneOr<T>(done: Result<T, ClusterProblem>): T {
  if (done.ok) return done.value;
  throw new HttpProblem(done.error.code, done.error.message);
}

function refuseUnknown(): never {
  throw new HttpProblem("cluster_not_found", "there is no cluster with this id");
}

/** Clusters with the words of what stands for each. */
async function withWords({ feedback }: Pick<Store, "feedback">, clusters: readonly Cluster[]) {
  const known = await feedback.findAll(clusters.map(({ representative }) => representative));
  const byId = new Map(known.map((record) => [record.id, record]));
  return clusters.map((cluster) => toCluster(cluster, byId.get(cluster.representative)));
}

const toldCluster = async (store: Pick<Store, "feedback">, cluster: Cluster) =>
  toCluster(cluster, await store.feedback.find(cluster.representative));

/** Each person once, whatever they were logged in with. */
const toAuthors = (authors: readonly ClusterAuthor[], people: People) =>
  byPerson(
    authors.map(({ author: id, ...said }) => ({ id, ...said })),
    people,
  )
    .slice(0, MAX_AUTHORS)
    .map(({ id: author, ...said }) => ({ author, ...said }));
