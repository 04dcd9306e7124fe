import type { Cluster, ClusterMember } from "../../core/cluster/cluster.ts";
import { LINK_AT } from "../../core/cluster/link-groups.ts";
import { meanLikeness, suggestSplit, type SuggestedSplit } from "../../core/cluster/suggest-split.ts";
import type { Feedback } from "../../core/feedback/feedback.ts";
import { isEvidence } from "../../core/feedback/kind-of-feedback.ts";
import { chunk } from "../../core/chunk.ts";
import { cosine, judgedText } from "../../core/judge/judgement.ts";
import type { ClusterStore } from "../../ports/cluster-store.ts";
import type { FeedbackStore } from "../../ports/feedback-store.ts";
import type { Judge } from "../../ports/evaluator.ts";
import type { VectorIndex } from "../../ports/vector-index.ts";
import { likenessOf } from "./group-texts.ts";

export interface SuggestParts {
  readonly clusters: Pick<ClusterStore, "list" | "members" | "shown" | "kept" | "keptApart">;
  readonly feedback: Pick<FeedbackStore, "findAll">;
  readonly vectors: Pick<VectorIndex, "get">;
  readonly judge: Judge;
  /** Yields to other work; called often. */
  readonly pause: () => Promise<void>;
}

/** A change of clusters that people have seen, which only a person may make. */
export interface ClusterSuggestion {
  readonly kind: "merge" | "split";
  /** The two to merge, with the one to keep first, or the one to split. */
  readonly cluster_ids: readonly string[];
  /** Members to split off; empty for a merge. */
  readonly feedback_ids: readonly string[];
  /** The mean similarity of the two sides. */
  readonly score: number;
  /** For people. */
  readonly reason: string;
  /** Quotes from both sides, newest first. */
  readonly sides: readonly { readonly quotes: readonly Quote[] }[];
}

interface Quote {
  readonly feedback_id: string;
  readonly text: string;
}

/** The latest clusters that are compared. */
const MAX_CLUSTERS = 200;
/** The members considered for a split, and those that represent a cluster in a merge. */
const MAX_MEMBERS = 24;
const SAMPLE = 8;
/** Clusters further apart are about different things. */
const MIN_COSINE = 0.5;
const MAX_SUGGESTIONS = 20;
const QUOTES = 3;
const MAX_TEXT_LENGTH = 300;
const PAGE = 500;

/** Suggests merges and splits of clusters that people have seen; changes nothing. */
export const suggestClusterChanges =
  (parts: SuggestParts) => async (): Promise<readonly ClusterSuggestion[]> => {
    const { items } = await parts.clusters.list({ order: "recent", minSize: 2, limit: MAX_CLUSTERS });
    const ids = items.map(({ id }) => id);
    const [shown, kept] = [await parts.clusters.shown(ids), await parts.clusters.kept(ids)];
    const isKept = new Set(kept.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
    const samples = await sampleAll(parts, items);
    const found: ClusterSuggestion[] = [];
    for (const sample of samples) {
      const { id } = sample.cluster;
      if (!shown.has(id) || isKept.has(`${id} ${id}`)) continue;
      await parts.pause();
      const split = await splitOf(parts.judge, sample);
      if (split !== undefined) found.push(split);
    }
    const apart = await pairsKeptApart(parts.clusters, samples);
    for (const [at, one] of samples.entries()) {
      await parts.pause();
      for (const other of samples.slice(at + 1)) {
        const pair = `${one.cluster.id} ${other.cluster.id}`;
        if (!shown.has(one.cluster.id) && !shown.has(other.cluster.id)) continue;
        if (isKept.has(pair) || apart.has(pair) || cosine(one.centre, other.centre) < MIN_COSINE) continue;
        const merge = await mergeOf(parts.judge, ...orderForMerge(one, other, shown));
        if (merge !== undefined) found.push(merge);
      }
    }
    return found.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_SUGGESTIONS);
  };

interface Sample {
  readonly cluster: Cluster;
  readonly members: readonly SampledMember[];
  /** The mean direction of its members. */
  readonly centre: Float32Array;
}

interface SampledMember {
  readonly record: Feedback;
  readonly vector: Float32Array;
  readonly isPlaced: boolean;
}

/** Most certain first; opposites before everything else. */
const weightOf = ({ kind, score }: ClusterSuggestion): number => (kind === "merge" ? score : 1 - score);

async function sampleAll(parts: SuggestParts, clusters: readonly Cluster[]): Promise<readonly Sample[]> {
  const members = new Map<string, readonly ClusterMember[]>();
  for (const { id } of clusters) {
    members.set(id, (await parts.clusters.members(id, { limit: MAX_MEMBERS })).items);
  }
  const ids = [...members.values()].flat().map(({ feedback_id }) => feedback_id);
  const records = new Map<string, Feedback>();
  const vectors = new Map<string, Float32Array>();
  for (const part of chunk(ids, PAGE)) {
    for (const record of await parts.feedback.findAll(part)) records.set(record.id, record);
    for (const [id, vector] of await parts.vectors.get(part)) vectors.set(id, vector);
    await parts.pause();
  }
  return clusters.flatMap((cluster): readonly Sample[] => {
    const sampled = (members.get(cluster.id) ?? []).flatMap(({ feedback_id, by }) => {
      const [record, vector] = [records.get(feedback_id), vectors.get(feedback_id)];
      return record === undefined || vector === undefined || !isEvidence(record)
        ? []
        : [{ record, vector, isPlaced: by !== undefined }];
    });
    return sampled.length === 0 ? [] : [{ cluster, members: sampled, centre: centreOf(sampled) }];
  });
}

function centreOf(members: readonly SampledMember[]): Float32Array {
  const sum = new Float32Array(members[0]!.vector.length);
  for (const { vector } of members) for (const [at, value] of vector.entries()) sum[at] = sum[at]! + value;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

const judgedOf = ({ record, vector }: SampledMember) => judgedText(record, vector);

async function splitOf(judge: Judge, { cluster, members }: Sample): Promise<ClusterSuggestion | undefined> {
  const judged = await likenessOf(judge, members.map(judgedOf));
  // A person who placed a member saw the others.
  const likeness = (a: number, b: number): number =>
    members[a]!.isPlaced || members[b]!.isPlaced ? 1 : judged(a, b);
  const split = suggestSplit(members.length, likeness);
  if (split === undefined) return undefined;
  const side = (indexes: readonly number[]): readonly SampledMember[] => indexes.map((at) => members[at]!);
  return {
    kind: "split",
    cluster_ids: [cluster.id],
    feedback_ids: side(split.leave).map(({ record }) => record.id),
    score: rounded(split.between),
    reason: splitReason(split),
    sides: [split.stay, split.leave].map((indexes) => ({ quotes: quotesOf(side(indexes)) })),
  };
}

const splitReason = ({ why, between }: SuggestedSplit): string =>
  why === "opposites"
    ? "Some ask for the opposite of what others ask for"
    : `They are about two things: on average ${percent(between)} likely to be the same mistake`;

async function mergeOf(judge: Judge, stays: Sample, moves: Sample): Promise<ClusterSuggestion | undefined> {
  const [one, other] = [stays.members.slice(0, SAMPLE), moves.members.slice(0, SAMPLE)];
  const likeness = await likenessOf(judge, [...one, ...other].map(judgedOf));
  const [left, right] = [[...one.keys()], Array.from(other.keys(), (at) => one.length + at)];
  if (left.some((a) => right.some((b) => likeness(a, b) < 0))) return undefined;
  const score = meanLikeness(left, right, likeness);
  if (score < LINK_AT) return undefined;
  return {
    kind: "merge",
    cluster_ids: [stays.cluster.id, moves.cluster.id],
    feedback_ids: [],
    score: rounded(score),
    reason: `On average ${percent(score)} likely to be the same mistake`,
    sides: [one, other].map((members) => ({ quotes: quotesOf(members) })),
  };
}

/** Prefers the cluster that people have seen, then the larger, then the older one. */
function orderForMerge(one: Sample, other: Sample, shown: ReadonlySet<string>): readonly [Sample, Sample] {
  const isSeen = ({ cluster }: Sample): number => Number(shown.has(cluster.id));
  const order =
    isSeen(other) - isSeen(one) ||
    other.cluster.size - one.cluster.size ||
    (other.cluster.first_time < one.cluster.first_time ? 1 : -1);
  return order > 0 ? [other, one] : [one, other];
}

/** Pairs of clusters that people keep apart. */
async function pairsKeptApart(
  clusters: SuggestParts["clusters"],
  samples: readonly Sample[],
): Promise<ReadonlySet<string>> {
  const byMember = new Map(samples.map(({ cluster, members }) => [members[0]!.record.id, cluster.id]));
  const pairs = await clusters.keptApart([...byMember.keys()]);
  return new Set(
    pairs.flatMap(([a, b]) => [
      `${byMember.get(a)} ${byMember.get(b)}`,
      `${byMember.get(b)} ${byMember.get(a)}`,
    ]),
  );
}

const quotesOf = (members: readonly SampledMember[]): readonly Quote[] =>
  members.slice(0, QUOTES).map(({ record }) => ({
    feedback_id: record.id,
    text: record.similarity_text.slice(0, MAX_TEXT_LENGTH).toWellFormed(),
  }));

const percent = (score: number): string => `${Math.round(score * 100)} %`;
const rounded = (score: number): number => Math.round(score * 1_000) / 1_000;
