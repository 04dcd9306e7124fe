import { expect } from "vitest";
import type { ClusterStore } from "../../src/ports/cluster-store.ts";
import { ALL_TIME } from "./make-feedback.ts";
import type { ClusterModel } from "./cluster-model.ts";

/** Holds a store to the model: memberships, counts, times, pages, and what people keep apart. */
export async function checkClusters(
  clusters: ClusterStore,
  model: ClusterModel,
  feedbackIds: readonly string[],
): Promise<void> {
  const memberships = await clusters.membershipsOf(feedbackIds);
  const where = feedbackIds.map((id) => {
    const found = memberships.get(id);
    return { id, cluster: found?.cluster_id, by: found?.by, score: found?.score };
  });
  expect(where).toEqual(
    feedbackIds.map((id) => {
      const cluster = model.clusterOf(id);
      const by = model.placed.get(id);
      return { id, cluster, by, score: cluster === undefined ? undefined : by === undefined ? 0.875 : 1 };
    }),
  );
  for (const [id, { members, mergedInto }] of model.clusters) {
    const all = [...members.values()];
    const cluster = await clusters.find(id);
    expect(cluster).toMatchObject({
      id,
      size: all.length,
      ...(mergedInto === undefined ? {} : { merged_into: model.rootOf(id) }),
    });
    const authors = countBy(all.map(({ author, trust }) => `${author} ${trust}`));
    expect(
      (await clusters.authors(id)).map(({ author, trust, count }) => [`${author} ${trust}`, count]),
    ).toEqual(authors);
    const days = countBy(all.map(({ time, agent }) => `${time.slice(0, 10)} ${agent}`));
    expect(
      (await clusters.occurrences(id, ALL_TIME)).map(({ day, agent, count }) => [`${day} ${agent}`, count]),
    ).toEqual(days);
    const listed = (await clusters.members(id, { limit: 500 })).items;
    expect(listed.map(({ feedback_id }) => feedback_id).toSorted()).toEqual([...members.keys()].toSorted());
    if (mergedInto !== undefined) continue;
    const times = all.map(({ time }) => time).toSorted();
    expect(cluster).toMatchObject({ first_time: times[0], last_time: times.at(-1) });
    expect(members.has(cluster!.representative)).toBe(true);
  }
  const pairs = feedbackIds.flatMap((one) =>
    [...model.apartFrom(one)].filter((other) => one < other).map((other) => `${one} ${other}`),
  );
  const kept = await clusters.keptApart(feedbackIds);
  expect(kept.map((pair) => pair.toSorted().join(" ")).toSorted()).toEqual(pairs.toSorted());
}

const countBy = (keys: readonly string[]): readonly (readonly [string, number])[] =>
  [...Map.groupBy(keys, (key) => key)]
    .map(([key, same]) => [key, same.length] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
