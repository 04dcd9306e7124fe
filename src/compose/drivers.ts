import { join } from "node:path";
import { createHmacSigner } from "../drivers/crypto/hmac-signer.ts";
import { createGitRepository } from "../drivers/git/git-repository.ts";
import type { Syntax } from "../ports/syntax.ts";
import type { Transcripts } from "../ports/transcripts.ts";
import type { Signer } from "../core/gate/rejection.ts";
import type { KnownCheck } from "../core/check/known-check.ts";
import type { LinterMapping } from "../core/linter/linter-mapping.ts";
import type { Catalogue, OwnEntries } from "../ports/catalogue.ts";
import type { CodeHost } from "../ports/code-host.ts";
import type { CommitLookup } from "../ports/commit-lookup.ts";
import type { CommitHistory } from "../ports/commit-history.ts";
import type { CodeRepository, ProjectFiles } from "../ports/project-files.ts";
import type { SourceFiles } from "../ports/source-files.ts";
import { ExternalError } from "../ports/errors.ts";
import type { Embedder, VectorIndex, VectorSpace } from "../ports/vector-index.ts";
import type { Evaluator, Judge } from "../ports/evaluator.ts";
import type { ReadCorrection } from "../core/feedback/from-decision.ts";
import type { TextFolder, TextFolderOptions } from "../drivers/files/text-folder.ts";
import type { DecisionStream, EventLog } from "../ports/event-log.ts";
import type { HeadTags } from "../ports/audit-log.ts";
import type { IdentityProvider } from "../ports/access-store.ts";
import type { LearnCache } from "../ports/learn-cache.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Result } from "../core/result.ts";
import type { RulePolicy } from "../core/evaluation/rule-policy.ts";
import type { Store, StoreUpkeep } from "../ports/store.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { WebhookCrypto } from "../core/webhook/webhook-settings.ts";
import type { WebhookSender } from "../ports/webhook.ts";
import type { OpenAiEmbedderOptions } from "../drivers/embedding/openai-embedder.ts";
import type { GitLedgerOptions } from "../drivers/git/git-ledger.ts";
import type { GithubHostOptions } from "../drivers/github/github-host.ts";
import type { RulePacks } from "../ports/rule-packs.ts";
import type { ReviewHistory } from "../ports/review-history.ts";
import type { CommandEvaluatorOptions } from "../drivers/llm/command-evaluator.ts";
import type { LlmEvaluatorOptions } from "../drivers/llm/llm-evaluator.ts";
import type { OpenIdOptions } from "../drivers/oidc/openid-provider.ts";
import type { SqliteStoreOptions } from "../drivers/sql/sqlite/connect-sqlite.ts";
import type { OtlpOptions } from "../drivers/telemetry/open-otlp-tracer.ts";

export interface Drivers {
  readonly repository: CodeRepository;
  /** Signs and checks rejections with a key that agents and reviewers share. */
  readonly createSigner: (key: string) => Signer;
  /** Opens the store in a file, which is created if needed, or in a PostgreSQL database. */
  readonly openStore: (options: StoreOptions) => Promise<Store>;
  /** Rejects a file that a repository or another user may have put there, before it is used. */
  readonly mustBeOwn: (path: string, what: "store" | "demo") => Promise<void>;
  /** Copies, backs up and inspects stores. */
  readonly openUpkeep: () => Promise<StoreUpkeep>;
  /** Opens an event log in Redis, instead of the store's own. */
  readonly openEvents: (options: {
    readonly url: string;
    readonly stream: string;
  }) => Promise<EventLog & DecisionStream>;
  /** Turns texts into vectors: with the local model, optionally on its own thread, or with an endpoint. */
  readonly openEmbedder: (options?: OpenAiEmbedderOptions, place?: "thread") => Promise<Embedder>;
  /** Judges whether two embedded texts are about the same mistake. */
  readonly openJudge: (options: { readonly model: string }) => Promise<Judge>;
  /** Known mistakes: built-in and the project's own. Read lazily. */
  readonly openCatalogue: (options: CatalogueOptions) => Promise<OpenedCatalogue>;
  /** The built-in evaluator, or one with a language model that falls back to it. */
  readonly openEvaluator: (options: EvaluatorOptions) => Promise<Evaluator>;
  /** Vectors in ChromaDB instead of the store. */
  readonly openChroma: (options: ChromaOptions) => Promise<VectorIndex>;
  /** The transcripts of coding agents on this machine. */
  readonly openTranscripts: () => Promise<Transcripts>;
  /** The commits of repositories on this machine. */
  readonly openCommitHistory: () => Promise<CommitHistory>;
  /** The repository in a folder on this machine. */
  readonly openCommitLookup: (root: string) => Promise<CommitLookup>;
  /** What learning from a history worked out before, in the user's own folder. */
  readonly openLearnCache: (options: { readonly version: string }) => Promise<LearnCache>;
  /** The repository's folder, or the current one outside a repository. */
  readonly findRoot: () => Promise<string>;
  /** The files of the current project, or of a folder. */
  readonly openProjectFiles: (root?: string) => Promise<ProjectFiles>;
  /** Rule packs in folders, git and npm. Relative paths start in this folder. */
  readonly openRulePacks: (cwd: string) => Promise<RulePacks>;
  /** The project's files to run checks over. */
  readonly openSourceFiles: () => Promise<SourceFiles>;
  /** The texts of a folder, without following links. */
  readonly openTextFolder: (folder: string, options: TextFolderOptions) => Promise<TextFolder>;
  /** The correction diffs of decisions, from these folders only. */
  readonly openCorrections: (folders: readonly string[]) => Promise<ReadCorrection>;
  /** GitHub or GitHub Enterprise, by API URL. */
  readonly openCodeHost: (options: GithubHostOptions) => Promise<CodeHost>;
  /** Past reviews on GitHub, cached in the user's state folder. */
  readonly openReviewHistory: (options: GithubHostOptions) => Promise<ReviewHistory>;
  /** Tags of the current repository. */
  readonly openHeadTags: () => Promise<HeadTags>;
  /** The git ledger in a folder, created by the first write. */
  readonly openLedger: (options: GitLedgerOptions) => Promise<Ledger>;
  /** Login through an OpenID provider. */
  readonly openIdentityProvider: (options: OpenIdOptions) => Promise<IdentityProvider>;
  /** What signs and posts outgoing webhooks. */
  readonly openWebhooks: (options: { readonly userAgent: string }) => Promise<WebhookParts>;
  /** Sends spans to the OpenTelemetry collector at an address. */
  readonly openTracer: (options: OtlpOptions) => Promise<Tracer>;
}

/** Only the file, which may be the address of a database, counts for PostgreSQL. */
type StoreOptions = Pick<SqliteStoreOptions, "file" | "now" | "durable">;

interface CatalogueOptions {
  /** The project's own entries; the file may be missing. */
  readonly file: string;
  /** Caches the vectors of own entries; in memory if absent. */
  readonly cacheFile?: string;
  /** The embedder in use; if its vector space differs from the catalogue's, the local model is used. */
  readonly embedder?: Embedder;
  readonly place?: "thread";
  /** Called for problems with own entries and for failures. */
  readonly onProblem: (problem: { readonly code: string; readonly message: string }) => void;
}

interface OpenedCatalogue {
  readonly catalogue: Catalogue;
  readonly own: OwnEntries;
}

interface WebhookParts extends WebhookCrypto {
  readonly sender: WebhookSender;
}

interface EvaluatorOptions {
  readonly policy: RulePolicy;
  readonly llm?: Omit<LlmEvaluatorOptions, OpenedParts | "policy" | "schemaOutput">;
  /** An agent's command, used instead. */
  readonly command?: Omit<CommandEvaluatorOptions, OpenedParts>;
}

/** The parts of an evaluator that are the same for each kind. */
type OpenedParts = "timeoutMs" | "fallback" | "now";

interface ChromaOptions extends VectorSpace {
  readonly url: string;
  readonly token?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

interface Surroundings {
  readonly cwd: string;
  /** The environment, which decides whose files are trusted; the process's own by default. */
  readonly env?: Environment;
}

/** Wires drivers to ports; the only file that knows every driver. */
export function openDrivers({ cwd, env = process.env }: Surroundings): Drivers {
  return {
    repository: createGitRepository({ cwd }),
    createSigner: createHmacSigner,
    openStore: (options) => openStore(options, env),
    mustBeOwn: async (path, what) => {
      const { mustBeOwn } = await import("../drivers/files/own-place.ts");
      mustBeOwn({ path, what, env });
    },
    openUpkeep: () => openUpkeep(env),
    openEvents,
    openLedger: (options) => openLedger(options, env),
    openCodeHost,
    openReviewHistory: (options) => openReviewHistory(options, env),
    openIdentityProvider,
    openWebhooks,
    openTracer,
    openEmbedder,
    openJudge,
    openCatalogue: (options) => openCatalogue(options, env),
    openEvaluator,
    openChroma,
    openTranscripts: async () => {
      const { openTranscripts } = await import("../drivers/transcripts/open-transcripts.ts");
      return openTranscripts({ env });
    },
    openCommitHistory: async () => {
      const { createCommitHistory } = await import("../drivers/git/git-commit-history.ts");
      return createCommitHistory();
    },
    openCommitLookup: async (root) => {
      const { createCommitLookup } = await import("../drivers/git/git-commit-lookup.ts");
      return createCommitLookup({ root });
    },
    openLearnCache: async ({ version }) => {
      const { openLearnCache } = await import("../drivers/files/learn-cache.ts");
      return openLearnCache({ folder: await learnFolder(env), version });
    },
    findRoot: async () => {
      const { findRoot } = await import("../drivers/files/find-root.ts");
      return findRoot(cwd);
    },
    openSourceFiles: async () => {
      const { createGitSourceFiles } = await import("../drivers/git/git-source-files.ts");
      return createGitSourceFiles({ cwd });
    },
    openTextFolder: async (folder, options) => {
      const { readTextFolder } = await import("../drivers/files/text-folder.ts");
      return readTextFolder(folder, options);
    },
    openCorrections: async (folders) => {
      const { createCorrectionFiles } = await import("../drivers/files/correction-files.ts");
      return createCorrectionFiles(folders);
    },
    openHeadTags: async () => {
      const { createHeadTags } = await import("../drivers/git/head-tags.ts");
      return createHeadTags({ cwd });
    },
    openRulePacks: async (from) => {
      const { openRulePacks } = await import("../drivers/rule-pack/open-rule-packs.ts");
      return openRulePacks({ cwd: from, env });
    },
    openProjectFiles: async (root) => {
      const { createProjectFiles } = await import("../drivers/files/project-files.ts");
      const { findRoot } = await import("../drivers/files/find-root.ts");
      return createProjectFiles({ root: root ?? findRoot(cwd) });
    },
  };
}

/** Loads the weights with the first text. */
async function openEmbedder(options?: OpenAiEmbedderOptions, place?: "thread"): Promise<Embedder> {
  if (options === undefined && place === "thread") {
    const { createThreadedEmbedder } = await import("../drivers/embedding/threaded-embedder.ts");
    return createThreadedEmbedder();
  }
  if (options === undefined) {
    const { createLocalEmbedder } = await import("../drivers/embedding/local-embedder.ts");
    return createLocalEmbedder();
  }
  const { createOpenAiEmbedder } = await import("../drivers/embedding/openai-embedder.ts");
  return createOpenAiEmbedder(options);
}

async function openJudge({ model }: { readonly model: string }): Promise<Judge> {
  const { createBuiltInJudge } = await import("../drivers/judge/built-in-judge.ts");
  const { loadCatalogueMap } = await import("../drivers/catalogue/load-catalogue-map.ts");
  return createBuiltInJudge(loadCatalogueMap(model));
}

async function openCatalogue(
  { file, embedder, place, cacheFile, ...rest }: CatalogueOptions,
  env: Environment,
): Promise<OpenedCatalogue> {
  const { isOwn } = await import("../drivers/files/own-place.ts");
  const { createLocalCatalogue } = await import("../drivers/catalogue/local-catalogue.ts");
  const { createOwnEntriesFile } = await import("../drivers/catalogue/own-entries-file.ts");
  const { MODEL_NAME } = await import("../drivers/embedding/model-name.ts");
  const own = createOwnEntriesFile({ file });
  const used = embedder?.name === MODEL_NAME ? embedder : await openEmbedder(undefined, place);
  return {
    catalogue: createLocalCatalogue({
      ...rest,
      // A cache from a clone could misplace entries.
      ...(cacheFile !== undefined && isOwn({ path: cacheFile, what: "cache", env }) ? { cacheFile } : {}),
      own,
      embedder: used,
      early: place === "thread",
    }),
    own,
  };
}

/** The time limit of one call. */
const LLM_TIMEOUT_MS = 20_000;

/** The time limit of an agent, which has to start and think. */
const COMMAND_TIMEOUT_MS = 120_000;

async function openEvaluator({ policy, llm, command }: EvaluatorOptions): Promise<Evaluator> {
  const { createBuiltInEvaluator } = await import("../drivers/evaluator/built-in-evaluator.ts");
  const builtIn = createBuiltInEvaluator({ policy });
  const parts = { fallback: builtIn, now: () => new Date() };
  if (command !== undefined) {
    const { createCommandEvaluator } = await import("../drivers/llm/command-evaluator.ts");
    return createCommandEvaluator({ ...command, ...parts, timeoutMs: COMMAND_TIMEOUT_MS });
  }
  if (llm === undefined) return builtIn;
  const { createLlmEvaluator } = await import("../drivers/llm/llm-evaluator.ts");
  return createLlmEvaluator({ ...llm, ...parts, policy, timeoutMs: LLM_TIMEOUT_MS });
}

async function openChroma({ url, token, model, dimensions }: ChromaOptions): Promise<VectorIndex> {
  const { openChromaIndex } = await import("../drivers/vector/chroma-index.ts");
  return openChromaIndex({
    url,
    collection: `emend-${model}`,
    dimensions,
    ...(token === undefined ? {} : { token }),
  });
}

/** Loads database drivers lazily, because most commands open no store. */
async function openStore({ file, ...options }: StoreOptions, env: Environment): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//.test(file)) {
    const { openPostgresStore } = await import("../drivers/sql/postgres/open-postgres-store.ts");
    return openPostgresStore({ url: file });
  }
  const { openSqliteStore } = await import("../drivers/sql/sqlite/open-sqlite-store.ts");
  const { mustBeOwnStore } = await import("../drivers/files/own-store.ts");
  mustBeOwnStore(file, env);
  return openSqliteStore({ file, ...options });
}

async function openUpkeep(env: Environment): Promise<StoreUpkeep> {
  const { createSqlStoreUpkeep } = await import("../drivers/sql/upkeep/sql-store-upkeep.ts");
  const { mustBeOwnStore } = await import("../drivers/files/own-store.ts");
  return createSqlStoreUpkeep({ check: (file) => mustBeOwnStore(file, env) });
}

async function openEvents(options: {
  readonly url: string;
  readonly stream: string;
}): Promise<EventLog & DecisionStream> {
  const { openRedisEventLog } = await import("../drivers/redis/open-redis-event-log.ts");
  return openRedisEventLog(options);
}

/** Loaded lazily, because it needs a YAML library. */
async function openLedger(options: GitLedgerOptions, env: Environment): Promise<Ledger> {
  const { mustBeOwn } = await import("../drivers/files/own-place.ts");
  mustBeOwn({ path: options.folder, what: "ledger", env });
  const { createGitLedger } = await import("../drivers/git/git-ledger.ts");
  return createGitLedger(options);
}

async function openWebhooks({ userAgent }: { readonly userAgent: string }): Promise<WebhookParts> {
  const { createHttpSender } = await import("../drivers/webhook/http-sender.ts");
  const { createHmacSha256 } = await import("../drivers/crypto/hmac-sha256.ts");
  const { sha256 } = await import("../drivers/crypto/sha256.ts");
  return { sender: createHttpSender({ userAgent }), createMac: createHmacSha256, hash: sha256 };
}

/** Contacts the provider on the first login only, so that a server starts without it. */
async function openIdentityProvider(options: OpenIdOptions): Promise<IdentityProvider> {
  const { createOpenIdProvider } = await import("../drivers/oidc/openid-provider.ts");
  return createOpenIdProvider(options);
}

async function openCodeHost(options: GithubHostOptions): Promise<CodeHost> {
  const { createGithubHost } = await import("../drivers/github/github-host.ts");
  return createGithubHost(options);
}

async function openReviewHistory(options: GithubHostOptions, env: Environment): Promise<ReviewHistory> {
  const { ensurePrivateFolder, userStateFolder } = await import("../config/user-folder.ts");
  const { createGithubReviewHistory } = await import("../drivers/github/github-review-history.ts");
  const state = userStateFolder(env);
  if (!ensurePrivateFolder(state)) {
    throw new ExternalError(
      "state_folder_unsafe",
      `${state} is a symbolic link, belongs to another user, or is accessible to others. Move it away, or run chmod 700 ${state}`,
    );
  }
  return createGithubReviewHistory({ ...options, folder: join(state, "reviews") });
}

/** Undefined if the folder cannot be made, or others can read it: then everything is worked out again. */
async function learnFolder(env: Environment): Promise<string | undefined> {
  const { ensurePrivateFolder, userStateFolder } = await import("../config/user-folder.ts");
  const state = userStateFolder(env);
  const folder = join(state, "learn");
  try {
    return ensurePrivateFolder(state) && ensurePrivateFolder(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Loaded lazily, because most servers send no spans. */
async function openTracer(options: OtlpOptions): Promise<Tracer> {
  const { openOtlpTracer } = await import("../drivers/telemetry/open-otlp-tracer.ts");
  return openOtlpTracer(options);
}

/** Parses code. Nothing is loaded before the first parse. */
export async function openSyntax(): Promise<Syntax> {
  const { createWasmSyntax } = await import("../drivers/syntax/wasm-syntax.ts");
  return createWasmSyntax();
}

/** Reads one YAML document of plain values; never throws. */
export async function openYaml(): Promise<(text: string) => Result<unknown, string>> {
  const { readYaml } = await import("../drivers/git/read-yaml.ts");
  return readYaml;
}

/** Rules of linters for known mistakes; reads a file. */
export async function openLinterMappings(): Promise<readonly LinterMapping[]> {
  const { loadLinterMappings } = await import("../drivers/catalogue/load-linter-mappings.ts");
  return loadLinterMappings();
}

/** Known mistakes with their checks; reads a file. */
export async function openKnownChecks(): Promise<() => readonly KnownCheck[]> {
  const { loadKnownChecks } = await import("../drivers/catalogue/load-known-checks.ts");
  let known: readonly KnownCheck[] | undefined;
  return () => (known ??= loadKnownChecks());
}
