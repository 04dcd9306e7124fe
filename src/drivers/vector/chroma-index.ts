import * as z from "zod";
import type { NearestQuery, Neighbour, VectorIndex } from "../../ports/vector-index.ts";
import { ExternalError } from "../../ports/errors.ts";
import { checkEntries, checkQuery, isStorableId } from "./check-vector.ts";
import { type ChromaClientOptions, createChromaClient } from "./chroma-client.ts";
import { chunk } from "../../core/chunk.ts";
import { nearerFirst } from "./vector-mirror.ts";

export interface ChromaIndexOptions extends ChromaClientOptions {
  readonly tenant?: string;
  readonly database?: string;
  /** Created if missing. 3 to 512 letters, digits, dots, dashes and underscores. */
  readonly collection: string;
  readonly dimensions: number;
}

/**
 * Up to this many vectors an exact search reads all of them, because the index has been seen to lose one after a
 * removal.
 */
const READ_ALL = 2_000;
const PAGE = 500;
/** Minimum candidates for a larger exact search, and how many extra ones are scored again. */
const MIN_CANDIDATES = 1_000;
const EXTRA_CANDIDATES = 16;

const COLLECTION = z.object({
  id: z.string(),
  dimension: z.number().nullish(),
  configuration_json: z.object({ hnsw: z.object({ space: z.string().nullish() }).nullish() }).nullish(),
});
const FOUND = z.object({
  ids: z.array(z.array(z.string())),
  distances: z.array(z.array(z.number().nullable())),
});
const STORED = z.object({ ids: z.array(z.string()), embeddings: z.array(z.array(z.number())).nullish() });
const COUNT = z.number();
const DONE = z.unknown();

/**
 * Vectors in a collection of a Chroma server. Chroma searches an approximate index, so above READ_ALL vectors even an
 * exact search depends on it: it asks for many more candidates and scores the best again by their stored vectors.
 * Batches above 500 are written in chunks, each as a whole.
 */
export async function openChromaIndex(options: ChromaIndexOptions): Promise<VectorIndex> {
  const { dimensions, tenant = "default_tenant", database = "default_database" } = options;
  const client = createChromaClient(options);
  const collections = `tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}/collections`;
  const collection = await client.post(
    collections,
    { name: options.collection, get_or_create: true, configuration: { hnsw: { space: "cosine" } } },
    COLLECTION,
  );
  assertCompatible(collection, options);
  const path = `${collections}/${encodeURIComponent(collection.id)}`;

  const get = async (ids: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> => {
    const found = new Map<string, Float32Array>();
    for (const some of chunk([...new Set(ids.filter(isStorableId))])) {
      const stored = await client.post(`${path}/get`, { ids: some, include: ["embeddings"] }, STORED);
      for (const [at, id] of stored.ids.entries()) {
        const embedding = stored.embeddings?.[at];
        if (embedding !== undefined) found.set(id, Float32Array.from(embedding));
      }
    }
    return found;
  };
  const search = async (vector: Float32Array, most: number): Promise<readonly Neighbour[]> => {
    const body = { query_embeddings: [Array.from(vector)], n_results: most, include: ["distances"] };
    const { ids, distances } = await client.post(`${path}/query`, body, FOUND);
    return (ids[0] ?? [])
      .map((id, at) => ({ id, cosine: clampCosine(1 - (distances[0]?.[at] ?? 2)) }))
      .toSorted(nearerFirst);
  };
  const nearest = async (query: NearestQuery): Promise<readonly Neighbour[]> => {
    const { vector, limit } = checkQuery(query, dimensions);
    const { atLeast = -1 } = query;
    const near =
      query.effort === "quick"
        ? await search(vector, limit + EXTRA_CANDIDATES)
        : await searchExactly(vector, limit);
    return near.filter(({ cosine }) => cosine >= atLeast).slice(0, limit);
  };
  const searchExactly = async (vector: Float32Array, limit: number): Promise<readonly Neighbour[]> => {
    const all = await readAll();
    if (all !== undefined) return scoreAll(vector, all);
    const found = await search(vector, Math.max(MIN_CANDIDATES, limit * 2));
    return scoreAll(vector, await get(found.slice(0, limit + EXTRA_CANDIDATES).map(({ id }) => id)));
  };
  /** All vectors, or undefined if there are too many. */
  const readAll = async (): Promise<ReadonlyMap<string, Float32Array> | undefined> => {
    if ((await client.get(`${path}/count`, COUNT)) > READ_ALL) return undefined;
    const all = new Map<string, Float32Array>();
    for (let offset = 0; ; offset += PAGE) {
      const body = { limit: PAGE, offset, include: ["embeddings"] };
      const { ids, embeddings } = await client.post(`${path}/get`, body, STORED);
      for (const [at, id] of ids.entries()) {
        const embedding = embeddings?.[at];
        if (embedding !== undefined) all.set(id, Float32Array.from(embedding));
      }
      if (ids.length < PAGE) return all;
    }
  };
  return {
    nearest,
    get,
    put: async (entries) => {
      for (const some of chunk(checkEntries(entries, dimensions))) {
        const body = {
          ids: some.map(({ id }) => id),
          embeddings: some.map(({ vector }) => Array.from(vector)),
        };
        await client.post(`${path}/upsert`, body, DONE);
      }
    },
    remove: async (ids) => {
      let removed = 0;
      for (const some of chunk([...new Set(ids.filter(isStorableId))])) {
        const there = await client.post(`${path}/get`, { ids: some, include: [] }, STORED);
        if (there.ids.length === 0) continue;
        await client.post(`${path}/delete`, { ids: there.ids }, DONE);
        removed += there.ids.length;
      }
      return removed;
    },
    count: () => client.get(`${path}/count`, COUNT),
  };
}

function assertCompatible(
  { dimension, configuration_json }: z.infer<typeof COLLECTION>,
  { collection, dimensions }: ChromaIndexOptions,
): void {
  const space = configuration_json?.hnsw?.space ?? "cosine";
  const problem =
    space !== "cosine"
      ? `compares by ${space} instead of cosine`
      : typeof dimension === "number" && dimension !== dimensions
        ? `has ${dimension} dimensions instead of ${dimensions}`
        : undefined;
  if (problem === undefined) return;
  throw new ExternalError(
    "vectors_refused",
    `the collection ${collection.slice(0, 80)} ${problem}; choose another name, and Emend creates it correctly`,
  );
}

const scoreAll = (vector: Float32Array, others: ReadonlyMap<string, Float32Array>): readonly Neighbour[] =>
  [...others].map(([id, other]) => ({ id, cosine: cosineOf(vector, other) })).toSorted(nearerFirst);

function cosineOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += a[at]! * (b[at] ?? 0);
  return clampCosine(sum);
}

const clampCosine = (cosine: number): number => Math.max(-1, Math.min(1, cosine));
