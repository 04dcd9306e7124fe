import type { EntryProblem } from "../../core/catalogue/entry-schema.ts";
import type { KnownOpposite } from "../../core/rule/find-related-rules.ts";
import {
  toSpace,
  nearestOf,
  nearnessOf,
  type CatalogueSpace,
  directionOf,
} from "../../core/catalogue/catalogue-space.ts";
import type { Catalogue, KnownRule } from "../../ports/catalogue.ts";
import type { Embedder } from "../../ports/vector-index.ts";
import { loadCatalogueMap } from "./load-catalogue-map.ts";
import { openCentreCache } from "./centre-cache.ts";
import { loadBuiltInEntries } from "./load-built-in-entries.ts";
import { loadLibrary, type LibraryRule } from "./load-library.ts";
import type { OwnEntriesFile } from "./own-entries-file.ts";
import { centresOf, placeEntries, type PlacedEntries } from "./place-entries.ts";
import { ruleOpposites } from "./rule-opposites.ts";
import { createTextVectors } from "./text-vectors.ts";
import {
  isHarmlessRule,
  type KnownEntry,
  type NearEntry,
  type CatalogueEntry,
} from "../../core/catalogue/catalogue-entry.ts";
import { createWordIndex, type WordIndex } from "../../core/catalogue/word-index.ts";
import { cosine } from "../../core/judge/judgement.ts";
import { parseEntryLines } from "../../core/catalogue/parse-entries.ts";
import { byCodeUnits } from "../../core/text/code-points.ts";

/** Weight of shared words next to meaning. They rarely change what is found, but put exact words first. */
const SHARED_WORDS = 0.2;

const wordIndexes = new WeakMap<PlacedEntries, WordIndex>();

export interface CatalogueOptions {
  readonly own: OwnEntriesFile;
  /** Must use the vector space that the map of the built-in entries was made for. */
  readonly embedder: Embedder;
  /** Caches the centres of own entries. Left out, they are only cached in memory. */
  readonly cacheFile?: string;
  /** Computes centres at once in the background instead of at the first request. */
  readonly early?: boolean;
  /** Called once per invalid state of the own file, and once per distinct failure. */
  readonly onProblem: (problem: { readonly code: string; readonly message: string }) => void;
}

/** Entries more similar than this say nearly the same. */
const OVERLAP = 0.78;
/** Maximum results by id prefix. */
const MAX_BY_ID = 10;

/** The catalogue on this machine. Reads entries, and computes centres of own ones, on first use. */
export function createLocalCatalogue(options: CatalogueOptions): Catalogue {
  const { own, embedder, onProblem } = options;
  const known = createKnownEntries(own, loadBuiltInEntries, (problems) =>
    onProblem(summaryOf(own.name, problems)),
  );
  const vectors = createTextVectors(embedder);
  const map = once(() => loadCatalogueMap(embedder.name));
  const cache = once(() =>
    openCentreCache(options.cacheFile, { model: embedder.name, dimensions: embedder.dimensions }),
  );
  const library = once(() => loadLibrary(embedder.name));
  let joined: { readonly placed: PlacedEntries; readonly rules: KnownRules } | undefined;
  let toldReason = "";
  let placing: { readonly stamp: string; readonly placed: Promise<PlacedEntries> } | undefined;

  async function placed(): Promise<PlacedEntries> {
    const { stamp, entries } = await known();
    if (placing?.stamp !== stamp) {
      const next = { stamp, placed: cache().then((kept) => placeEntries(entries, map(), embedder, kept)) };
      placing = next;
      next.placed.catch(() => {
        if (placing === next) placing = undefined;
      });
    }
    return placing.placed;
  }

  async function rules(): Promise<KnownRules> {
    const all = await placed();
    if (joined?.placed !== all) joined = { placed: all, rules: knownRules(all, library()) };
    return joined.rules;
  }

  /** The catalogue is only one signal, so its failure must not stop anything else. */
  async function orElse<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== toldReason) {
        onProblem({ code: "catalogue_failed", message: `the catalogue could not be searched: ${reason}` });
      }
      toldReason = reason;
      return otherwise;
    }
  }

  if (options.early === true) void orElse<unknown>(placed, undefined);
  return {
    entries: async () => (await known()).entries,
    find: async (id) => (await known()).byId.get(id),
    problems: async () => (await known()).problems,
    search: async (words, limit) => {
      const byId = idsLike(words, (await known()).entries).slice(0, Math.min(limit, MAX_BY_ID));
      if (words.trim() === "" || byId.length >= limit) return byId;
      const ids = new Set(byId.map(({ entry }) => entry.id));
      const [vector] = await embedder.embed([words]);
      const near = nearestEntries(await placed(), vector!, limit + ids.size, words);
      return [...byId, ...near.filter(({ entry }) => !ids.has(entry.id))].slice(0, limit);
    },
    overlapOf: async (entry) => {
      const [centre] = await centresOf([entry], embedder);
      const near = nearestEntries(await placed(), centre!, 2).find((other) => other.entry.id !== entry.id);
      return near === undefined || near.near < OVERLAP ? undefined : near;
    },
    place: async (texts) => {
      const { space } = await placed();
      return (await vectors(texts)).map((vector) => toSpace(space, vector));
    },
    nearestRules: (given, limit) =>
      orElse<readonly KnownRule[]>(async () => nearestRules(await rules(), given, limit), []),
    oppositesOf: (rule, others) =>
      orElse<ReadonlyMap<string, KnownOpposite>>(
        async () => (others.length === 0 ? new Map() : ruleOpposites(await placed(), vectors, rule, others)),
        new Map(),
      ),
  };
}

function summaryOf(name: string, problems: readonly EntryProblem[]): { code: string; message: string } {
  const [first] = problems;
  const location = first!.line === 0 ? name : `${name}:${first!.line}`;
  const field = first!.field === "" ? "" : `${first!.field} `;
  const more =
    problems.length === 1 ? "" : ` (and ${problems.length - 1} more; \`emend catalogue list\` lists them)`;
  return { code: "catalogue_entries_invalid", message: `${location}: ${field}${first!.message}${more}` };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** By meaning and, if words are given, by shared words. */
function nearestEntries(
  all: PlacedEntries,
  vector: Float32Array,
  limit: number,
  words?: string,
): readonly NearEntry[] {
  const { space, entries } = all;
  const nearness = nearnessOf(space, toSpace(space, vector));
  if (words !== undefined) {
    for (const [entry, share] of wordIndexOf(all)(words).entries()) nearness[entry]! += SHARED_WORDS * share;
  }
  return nearestOf(nearness, limit).map((at) => ({
    ...entries[at]!,
    near: Math.round(Math.min(1, Math.max(0, nearness[at]!)) * 1_000) / 1_000,
    by: "meaning",
  }));
}

/** Built at the first search. */
function wordIndexOf(placed: PlacedEntries): WordIndex {
  let index = wordIndexes.get(placed);
  if (index === undefined) {
    index = createWordIndex(placed.entries.map(({ entry }) => entry));
    wordIndexes.set(placed, index);
  }
  return index;
}

/** Entries whose id equals or starts with what was typed. Spaces match hyphens. */
function idsLike(words: string, entries: readonly KnownEntry[]): readonly NearEntry[] {
  const slug = words
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, "-");
  if (slug.length < 2) return [];
  return entries
    .filter(({ entry: { id } }) => id.startsWith(slug))
    .map((found) => ({ ...found, near: 1, by: "id" }));
}

/** All curated rules in one space: those of entries, including own ones, and those of the library. */
interface KnownRules {
  readonly space: CatalogueSpace;
  readonly rules: readonly Pick<KnownRule, "rule" | "against" | "entry" | "isOwn">[];
}

function knownRules({ space, entries }: PlacedEntries, library: readonly LibraryRule[]): KnownRules {
  const rules = [
    ...entries.map(({ entry, origin }) => ({
      rule: entry.rule,
      against: entry.opposite?.rule ?? null,
      entry,
      isOwn: origin === "own",
    })),
    ...library.map(({ rule, against }) => ({ rule, against, entry: null, isOwn: false })),
  ];
  return {
    space: {
      ids: rules.map((_, at) => String(at)),
      middle: space.middle,
      centres: [...space.centres, ...library.map(({ centre }) => toSpace(space, centre))],
    },
    rules,
  };
}

/** The rules nearest to the mean of the vectors, without those that would be dangerous in a prompt. */
function nearestRules(
  { space, rules }: KnownRules,
  placed: readonly Float32Array[],
  limit: number,
): readonly KnownRule[] {
  if (placed.length === 0 || rules.length === 0) return [];
  return nearestOf(nearnessOf(space, directionOf(placed)), limit)
    .map((at) => {
      const vector = space.centres[at]!;
      const near = placed.reduce((sum, each) => sum + cosine(each, vector), 0) / placed.length;
      return { ...rules[at]!, near, vector };
    })
    .filter(({ rule }) => isHarmlessRule(rule));
}

interface KnownEntries {
  /** Changes whenever the entries may have changed. */
  readonly stamp: string;
  /** Sorted by id. */
  readonly entries: readonly KnownEntry[];
  readonly byId: ReadonlyMap<string, KnownEntry>;
  readonly problems: readonly EntryProblem[];
}

/** Reads the project's own file again when it changed. If it cannot be read, only the built-in entries are used. */
function createKnownEntries(
  own: OwnEntriesFile,
  loadBuiltIn: () => readonly CatalogueEntry[],
  onProblems: (problems: readonly EntryProblem[]) => void,
): () => Promise<KnownEntries> {
  let builtIn: readonly CatalogueEntry[] | undefined;
  let known: KnownEntries | undefined;
  return async () => {
    const stamp = await own.stamp();
    if (known?.stamp === stamp) return known;
    builtIn ??= loadBuiltIn();
    const { entries, problems } = await readOwn(own);
    const byId = new Map<string, KnownEntry>(
      builtIn.map((entry) => [entry.id, { entry, origin: "built_in" }]),
    );
    for (const { entry } of entries) byId.set(entry.id, { entry, origin: "own" });
    known = {
      stamp,
      entries: Array.from(byId.values()).toSorted((a, b) => byCodeUnits(a.entry.id, b.entry.id)),
      byId,
      problems,
    };
    if (problems.length > 0) onProblems(problems);
    return known;
  };
}

async function readOwn(own: OwnEntriesFile): Promise<ReturnType<typeof parseEntryLines>> {
  try {
    const text = await own.read();
    return text === null ? { entries: [], problems: [] } : parseEntryLines(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "it cannot be read";
    return { entries: [], problems: [{ line: 0, field: "", code: "unreadable", message }] };
  }
}
