import type { Setting } from "./setting.ts";

const pair = (one: string, other: string): Setting => ({
  name: `${one.split(",")[0]} or ${other.split(",")[0]}`,
  either: true,
  values: { one, other },
});

/** Words whose sense is each other's reverse; they oppose two texts that otherwise speak of the same. */
export const OPPOSITES: readonly Setting[] = [
  pair("inline, inlined", "extract, extracted, pull out"),
  pair("combine, consolidate, join together, one file", "split, separate, break up, break into"),
  pair("implicit", "explicit type"),
  pair("lazy, lazily, on demand", "eager, eagerly, up front, upfront"),
  pair("synchronous, sync", "asynchronous, async"),
  pair("singular", "plural"),
  pair("flat", "nested folder, nested structure"),
  pair("strict", "lenient, permissive, tolerant"),
  pair(
    "bubble up, let it bubble, propagate, rethrow, let errors reach",
    "catch and handle, error locally, exception locally, handle locally, recover locally",
  ),
  pair("automatic, automatically, auto", "manual, manually, by hand"),
  pair("feature folder, by feature, feature based", "by type, layer folder, by layer, layer based"),
  pair("monorepo", "separate repository, separate repo, polyrepo"),
  pair("immediately, at once, right away", "later, afterwards, at the end, batch"),
  pair("hard delete, physically delete", "soft delete, logical delete, archive"),
  pair("uuid, ulid", "auto increment, autoincrement, serial id, sequential id"),
  pair("ascending", "descending"),
  pair("fail fast, crash early, crash", "degrade gracefully, graceful degradation, keep running"),
];
