import type { CatalogueEntry, KnownEntry } from "../../core/catalogue/catalogue-entry.ts";
import { catalogueSpace, type CatalogueSpace, directionOf } from "../../core/catalogue/catalogue-space.ts";
import { hash64 } from "../../core/hash.ts";
import type { CatalogueMap } from "../../core/judge/catalogue-profile.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import type { CentreCache } from "./centre-cache.ts";

/** A vector space, with the entries in the order of its centres. */
export interface PlacedEntries {
  readonly space: CatalogueSpace;
  readonly entries: readonly KnownEntry[];
}

/**
 * Collects the centres of all entries: built-in ones from the map, own ones computed once from their texts. Entries
 * without a centre are left out.
 */
export async function placeEntries(
  entries: readonly KnownEntry[],
  map: CatalogueMap | undefined,
  embedder: Embedder,
  cache: CentreCache,
): Promise<PlacedEntries> {
  const own = entries.filter(({ origin }) => origin === "own").map(({ entry }) => entry);
  const missing = own.filter((entry) => cache.get(hashOf(entry)) === undefined);
  if (missing.length > 0) {
    const made = await centresOf(missing, embedder);
    for (const [at, entry] of missing.entries()) cache.put(hashOf(entry), made[at]!);
    await cache.save(own.map(hashOf));
  }
  const mapped = new Map((map?.ids ?? []).map((id, at) => [id, map!.centres[at]!]));
  const placed = entries.flatMap((known) => {
    const { entry, origin } = known;
    const centre = origin === "own" ? cache.get(hashOf(entry)) : mapped.get(entry.id);
    return centre === undefined ? [] : [{ known, centre }];
  });
  return {
    space: catalogueSpace({
      ids: placed.map(({ known }) => known.entry.id),
      centres: placed.map(({ centre }) => centre),
    }),
    entries: placed.map(({ known }) => known),
  };
}

/** The centres of entries, computed from their texts, in order. */
export async function centresOf(
  entries: readonly CatalogueEntry[],
  embedder: Embedder,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(entries.flatMap(textsOf));
  let at = 0;
  return entries.map((entry) => {
    const from = at;
    at += textsOf(entry).length;
    return directionOf(vectors.slice(from, at));
  });
}

const textsOf = ({ rule, rules, comments }: CatalogueEntry): readonly string[] => [
  rule,
  ...rules,
  ...comments,
];

const hashOf = (entry: CatalogueEntry): string => hash64(JSON.stringify(textsOf(entry)));
