import { existsSync, realpathSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { type ReadConfig, readConfig } from "../../config/read-config.ts";
import { allSpools } from "../../hook/hook-status.ts";
import { hookPlace, projectRoot } from "../../hook/hook-place.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { StoreSurvey } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { toJson } from "../terminal/json-text.ts";
import { painter } from "../terminal/style.ts";
import { findHooks, type FoundHooks } from "./found-hooks.ts";
import { askServer } from "./ask-server.ts";
import { type StatusFacts, type StatusProblem, toStatusReport } from "./status-report.ts";
import { renderStatus } from "./status-text.ts";

/** `emend status`: looks at everything and changes nothing. */
export async function runStatus(options: StoreOptions, { io, finish }: CliContext): Promise<void> {
  const read = await readConfig({ cwd: io.cwd, env: io.env });
  const [store, hooks, server] = await Promise.all([
    lookAtStore(io, options.store, read.ok ? read.value : undefined),
    lookAtHooks(io),
    read.ok ? askServer(serverSettings(read.value)) : null,
  ]);
  const report = toStatusReport({
    config: read.ok ? (read.value.file ?? null) : null,
    configProblems: read.ok
      ? []
      : read.error.map(({ code, source, message }) => ({
          code,
          message: `${source}: ${message}`,
          mend: "correct the settings, then run emend config",
        })),
    untrusted: read.ok ? read.value.untrusted.map(({ key }) => key.name) : [],
    trust: !read.ok ? "nothing_to_trust" : await trustState(io, read.value),
    agent: read.ok ? (read.value.config.agent ?? null) : null,
    hooks,
    spool: lookAtSpools(io),
    server,
    ...store,
  });
  io.stdout.write(
    options.json === true ? toJson(report) : renderStatus(report, painter(io), io.now().toISOString()),
  );
  finish(report.wrong.length > 0 ? EXIT.problem : EXIT.fine);
}

async function trustState(io: CliIo, { file, untrusted }: ReadConfig): Promise<StatusFacts["trust"]> {
  if (untrusted.length > 0) return "waiting";
  if (file === undefined) return "nothing_to_trust";
  const { readTrustQuestion } = await import("../../config/trust/read-trust-question.ts");
  const question = await readTrustQuestion(io.cwd, io.env);
  return question.ok ? (question.value?.state ?? "nothing_to_trust") : "nothing_to_trust";
}

/** Settings that wait for trust are not used, not even to ask whether anybody is there. */
function serverSettings({ config, untrusted }: ReadConfig): Partial<Config["server"]> {
  const waits = untrusted.some(({ key }) => key.name.startsWith("server."));
  return waits ? {} : config.server;
}

interface StoreLook {
  readonly place: string | null;
  readonly survey?: StoreSurvey;
  readonly storeProblem?: StatusProblem;
}

async function lookAtStore(
  io: CliIo,
  named: string | undefined,
  read: ReadConfig | undefined,
): Promise<StoreLook> {
  const isUntrusted = read?.untrusted.some(({ key }) => key.name === "store") === true;
  const name = named ?? (isUntrusted ? undefined : read?.config.store);
  if (name === undefined) return { place: null };
  const place = storePlace(io.cwd, name);
  if (!isServer(place) && !existsSync(place)) return { place };
  try {
    const { openDrivers } = await import("../../compose/drivers.ts");
    return { place, survey: await (await openDrivers(io).openUpkeep()).survey(place) };
  } catch (error) {
    if (!(error instanceof ExternalError || error instanceof CliError)) throw error;
    // Messages of the store say what is wrong and then, behind a semicolon, what to do.
    const [message = error.message, ...mend] = error.message.split("; ");
    return {
      place: isServer(place) ? null : place,
      storeProblem: { code: error.code, message, mend: mend.join("; ") || "emend store status" },
    };
  }
}

async function lookAtHooks(io: CliIo): Promise<FoundHooks> {
  const { openDrivers } = await import("../../compose/drivers.ts");
  return findHooks(await openDrivers({ cwd: io.cwd }).openProjectFiles());
}

function lookAtSpools(io: CliIo): StatusFacts["spool"] {
  const { root, state } = hookPlace(projectRoot(io.cwd), io.env);
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
