import type { EntryProblem } from "../../core/catalogue/entry-problem.ts";
import type { KnownOpposite } from "../../core/rule/find-related-rules.ts";
import { placeIn } from "../../core/catalogue/catalogue-space.ts";
import type { Catalogue, KnownRule } from "../../ports/catalogue.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { loadCatalogueMap } from "./load-catalogue-map.ts";
import { openCentreCache } from "./centre-cache.ts";
import { createKnownEntries } from "./known-entries.ts";
import { knownRules, type KnownRules, nearestRules } from "./known-rules.ts";
import { loadBuiltInEntries } from "./load-built-in-entries.ts";
import { loadLibrary } from "./load-library.ts";
import type { OwnEntriesFile } from "./own-entries-file.ts";
import { matchEntries } from "./match-entries.ts";
import { idsLike, nearestEntries } from "./nearest-entries.ts";
import { centresOf, placeEntries, type PlacedEntries } from "./place-entries.ts";
import { ruleOpposites } from "./rule-opposites.ts";
import { createTextVectors } from "./text-vectors.ts";

export interface CatalogueOptions {
  readonly own: OwnEntriesFile;
  /** Of the space that the map of the built-in entries was made for. */
  readonly embedder: Embedder;
  /** Whether the vectors that members come with are of that space; else their texts are embedded again. */
  readonly vectorsFit: boolean;
  /** Where the places of own entries are kept; in memory alone when left out. */
  readonly cacheFile?: string;
  /** Places the entries at once and in the background, where others would have to wait for it. */
  readonly early?: boolean;
  /** Hears once of each state of the own file that is not whole, and of each failure until there is another. */
  readonly onProblem: (problem: { readonly code: string; readonly message: string }) => void;
}

/** Two entries that are nearer than this say nearly the same. */
const OVERLAP = 0.78;
/** An id that begins so is what was asked for. */
const MAX_BY_ID = 10;

/** The catalogue on this machine. Entries are read, and own ones placed, when they are first asked for. */
export function createLocalCatalogue(options: CatalogueOptions): Catalogue {
  const { own, embedder, vectorsFit, onProblem } = options;
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

  /** The catalogue is one more sign: without it everything goes on as it would. */
  async function orElse<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (reason !== toldReason) {
        onProblem({ code: "catalogue_failed", message: `the catalogue could not be asked: ${reason}` });
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
    match: (members) =>
      orElse(() => matchEntries({ embedder, vectors, vectorsFit, placed }, members), undefined),
    place: async (texts) => {
      const { space } = await placed();
      return (await vectors(texts)).map((vector) => placeIn(space, vector));
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
  const place = first!.line === 0 ? name : `${name}:${first!.line}`;
  const field = first!.field === "" ? "" : `${first!.field} `;
  const more =
    problems.length === 1 ? "" : ` (and ${problems.length - 1} more; \`emend catalogue list\` names them)`;
  return { code: "catalogue_entries_invalid", message: `${place}: ${field}${first!.message}${more}` };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
