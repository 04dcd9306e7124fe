import { defined } from "../core/defined.ts";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { Catalogue, OwnEntries } from "../ports/catalogue.ts";
import type { Embedder, VectorIndex } from "../ports/vector-index.ts";
import type { Judge } from "../ports/evaluator.ts";
import type { Store } from "../ports/store.ts";
import type { Transcripts } from "../ports/transcripts.ts";
import type { LearnedHistory, LearnInput } from "../app/learn/learn-from-history.ts";
import type { ExternalError } from "../ports/errors.ts";
import { openDrivers } from "./drivers.ts";
import type { LearningPorts } from "./ports.ts";
import { isServer, storePlace } from "./store-place.ts";

/** The process that Emend runs in, and its settings. */
export interface Host {
  readonly config: Config;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
  /** Told of faults that end nothing, such as a language model that does not answer. */
  readonly onFault: (fault: { readonly code: string; readonly message: string }) => void;
}

/** `thread` keeps the model off the main thread, for a process that must go on answering. */
export type ModelPlace = "thread" | undefined;

/** Everything that learning needs besides the store; weights are read with the first text. */
export async function openLearning(
  store: Store,
  host: Host,
  place?: ModelPlace,
): Promise<LearningPorts & { readonly catalogue: Catalogue }> {
  const drivers = openDrivers(host);
  const embedder = await openEmbedder(host, place);
  const { name: model, dimensions } = embedder;
  const vectors = await openOutsideVectors(host, embedder);
  const { catalogue } = await openCatalogue(host, { embedder, place });
  return {
    embedder,
    judge: await drivers.openJudge({ model }),
    vectors: vectors ?? (await store.openVectors({ model, dimensions })),
    evaluator: await drivers.openEvaluator({ policy: host.config.rules, ...evaluatorOptions(host) }),
    catalogue,
  };
}

/** The local model, or the configured endpoint. */
export async function openEmbedder(host: Host, place?: ModelPlace): Promise<Embedder> {
  const { url, model, key } = host.config.embedding;
  const endpoint = url === undefined ? undefined : { url, model, ...defined({ apiKey: key }) };
  return openDrivers(host).openEmbedder(endpoint, place);
}

export async function openEmbedderAndJudge(
  host: Host,
): Promise<{ readonly embedder: Embedder; readonly judge: Judge }> {
  const embedder = await openEmbedder(host);
  return { embedder, judge: await openDrivers(host).openJudge({ model: embedder.name }) };
}

interface HistoryLearning {
  readonly transcripts: Transcripts;
  /** Entries that another version of Emend kept are not used. Without it everything is read again. */
  readonly cacheVersion?: string;
}

/** Learns from past conversations, with the built-in model whatever is configured: its weights belong to it. */
export async function openHistoryLearning(
  host: Host,
  { transcripts, cacheVersion: version }: HistoryLearning,
): Promise<(input: LearnInput) => Promise<LearnedHistory>> {
  const drivers = openDrivers(host);
  const embedder = await drivers.openEmbedder();
  const { catalogue } = await openCatalogue(host, { embedder });
  const { learnFromHistory } = await import("../app/learn/learn-from-history.ts");
  const { draftRule } = await import("../app/rule/draft-rule.ts");
  const { draftConvention } = await import("../app/rule/draft-convention.ts");
  return learnFromHistory({
    transcripts,
    embedder,
    judge: await drivers.openJudge({ model: embedder.name }),
    draft: draftRule({ catalogue, mayJoin: false }),
    draftConvention: draftConvention(catalogue),
    ...(version === undefined ? {} : { cache: await drivers.openLearnCache({ version }) }),
  });
}

/** The ChromaDB that holds the vectors, if one is configured; otherwise they are in the store. */
export async function openOutsideVectors(host: Host, known?: Embedder): Promise<VectorIndex | undefined> {
  const { chromaUrl: url, chromaToken: token } = host.config.vectors;
  if (url === undefined) return undefined;
  const { name: model, dimensions } = known ?? (await openEmbedder(host));
  return openDrivers(host).openChroma({ url, model, dimensions, ...defined({ token }) });
}

interface CatalogueSetting {
  /** The embedder in use, if there is one. */
  readonly embedder?: Embedder;
  readonly place?: ModelPlace;
}

/** The catalogue of known mistakes with the project's own entries, read when first asked for. */
export async function openCatalogue(
  host: Host,
  { embedder, place }: CatalogueSetting = {},
): Promise<{ readonly catalogue: Catalogue; readonly own: OwnEntries }> {
  const { catalogue, store } = host.config;
  const file = storePlace(host.cwd, store);
  return openDrivers(host).openCatalogue({
    file: resolve(host.cwd, catalogue.file),
    ...(isServer(file) ? {} : { cacheFile: join(dirname(file), "catalogue-vectors.json") }),
    ...defined({ embedder, place }),
    onProblem: host.onFault,
  });
}

/** A command that words rules, or a language model that is also asked about what the facts leave open. */
function evaluatorOptions({ config, env, onFault }: Host) {
  const { provider, url, model, key, command, commandEnv, callsPerDay, tokensPerDay } = config.llm;
  const common = {
    budget: { callsPerDay, ...defined({ tokensPerDay }) },
    onFault: (fault: ExternalError) => onFault(fault),
  };
  if (command !== undefined) return { command: { argv: command, named: commandEnv ?? [], env, ...common } };
  if (model === undefined) return {};
  return { llm: { provider, model, ...defined({ url, apiKey: key }), ...common } };
}
