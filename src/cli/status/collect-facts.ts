import { existsSync, realpathSync } from "node:fs";
import { isServer, storePlace } from "../../compose/store-place.ts";
import type { Config } from "../../config/config.ts";
import { type ReadConfig, readConfig } from "../../config/read-config.ts";
import { defined } from "../../core/defined.ts";
import { hookPaths, projectRoot } from "../../hook/hook-paths.ts";
import { allSpools } from "../../hook/hook-status.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { StoreSurvey } from "../../ports/store.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";
import { serverUrl } from "../open/server-url.ts";
import { findHooks, type FoundHooks } from "./found-hooks.ts";
import type { StatusFacts, StatusProblem } from "./status-report.ts";

/** A local server answers faster than this. */
const HEALTH_TIMEOUT_MS = 150;

/** What `emend status` and `emend doctor` start from, and the settings if they can be read. */
export async function collectFacts(
  io: CliIo,
  named: string | undefined,
  healthTimeoutMs = HEALTH_TIMEOUT_MS,
): Promise<{ readonly facts: StatusFacts; readonly read: ReadConfig | undefined }> {
  const read = await readConfig({ cwd: io.cwd, env: io.env });
  const [store, hooks, server] = await Promise.all([
    readStore(io, named, read.ok ? read.value : undefined),
    readHooks(io),
    read.ok ? checkServer(serverSettings(read.value), healthTimeoutMs) : null,
  ]);
  const facts: StatusFacts = {
    config: read.ok ? (read.value.file ?? null) : null,
    configProblems: read.ok
      ? []
      : read.error.map(({ code, source, message }) => ({
          about: "settings",
          code,
          message: `${source}: ${message}`,
          mend: "correct the settings, then run emend config",
        })),
    untrusted: read.ok ? read.value.untrusted.map(({ key }) => key.name) : [],
    trust: !read.ok ? "nothing_to_trust" : await trustState(io, read.value),
    agent: read.ok ? (read.value.config.agent ?? null) : null,
    hooks,
    spool: readSpools(io),
    server,
    ...store,
  };
  return { facts, read: read.ok ? read.value : undefined };
}

async function trustState(io: CliIo, { file, untrusted }: ReadConfig): Promise<StatusFacts["trust"]> {
  if (untrusted.length > 0) return "waiting";
  if (file === undefined) return "nothing_to_trust";
  const { readTrustQuestion } = await import("../../config/trust/read-trust-question.ts");
  const question = await readTrustQuestion(io.cwd, io.env);
  return question.ok ? (question.value?.state ?? "nothing_to_trust") : "nothing_to_trust";
}

/** Untrusted settings are not used, not even for a health check. */
export function serverSettings({ config, untrusted }: ReadConfig): Partial<Config["server"]> {
  const waits = untrusted.some(({ key }) => key.name.startsWith("server."));
  return waits ? {} : config.server;
}

interface StoreState {
  readonly place: string | null;
  readonly survey?: StoreSurvey;
  readonly storeProblem?: StatusProblem;
}

async function readStore(
  io: CliIo,
  named: string | undefined,
  read: ReadConfig | undefined,
): Promise<StoreState> {
  const isUntrusted = read?.untrusted.some(({ key }) => key.name === "store") === true;
  const name = named ?? (isUntrusted ? undefined : read?.config.store);
  if (name === undefined) return { place: null };
  const location = storePlace(io.cwd, name);
  if (!isServer(location) && !existsSync(location)) return { place: location };
  try {
    const { openUpkeep } = await driversOf(io);
    return { place: location, survey: await (await openUpkeep()).survey(location) };
  } catch (error) {
    if (!(error instanceof ExternalError || error instanceof CliError)) throw error;
    // Messages of the store say what is wrong and, after a semicolon, what to do.
    const [message = error.message, ...mend] = error.message.split("; ");
    return {
      place: isServer(location) ? null : location,
      storeProblem: {
        about: "store",
        code: error.code,
        message,
        mend: mend.join("; ") || "emend store status",
      },
    };
  }
}

async function readHooks(io: CliIo): Promise<FoundHooks> {
  const { openProjectFiles } = await driversOf(io);
  return findHooks(await openProjectFiles());
}

function readSpools(io: CliIo): StatusFacts["spool"] {
  const { root, state } = hookPaths(projectRoot(io.cwd), io.env);
  const here = realPath(root);
  const spools = allSpools(state).filter(({ project }) => realPath(project) === here);
  const sum = (of: (spool: (typeof spools)[number]) => number): number =>
    spools.reduce((total, spool) => total + of(spool), 0);
  const failed = spools.find(
    ({ waiting, delivering, why }) => waiting > 0 && !delivering && why?.includes("last tried") === true,
  );
  return {
    waiting: sum(({ waiting }) => waiting),
    aside: sum(({ aside }) => aside),
    oldest:
      spools
        .map(({ oldest }) => oldest)
        .filter((oldest) => oldest !== null)
        .toSorted()[0] ?? null,
    why: failed?.why ?? null,
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Checks the server that hooks deliver to, otherwise the one that `emend serve` would start here. No token is sent. */
async function checkServer(
  { url, host, port, publicUrl }: Partial<Config["server"]>,
  timeoutMs: number,
): Promise<StatusFacts["server"]> {
  const isOurs = url === undefined;
  if (isOurs && (host === undefined || port === undefined || port === 0)) return null;
  const address = url ?? serverUrl({ host: host!, ...defined({ publicUrl }) }, port!);
  const shown = address.replace(/\/+$/, "");
  try {
    const answer = await fetch(`${shown}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "manual",
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    const answers = typeof body === "object" && body !== null && "status" in body && body.status === "alive";
    return { url: shown, answers, isOurs };
  } catch {
    return { url: shown, answers: false, isOurs };
  }
}
