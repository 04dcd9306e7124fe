import { existsSync, realpathSync } from "node:fs";
import type { Config } from "../../config/config.ts";
import { type ReadConfig, readConfig } from "../../config/read-config.ts";
import { allSpools } from "../../hook/hook-status.ts";
import { hookPaths, projectRoot } from "../../hook/hook-paths.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { StoreSurvey } from "../../ports/store.ts";
import type { CliContext } from "../cli-context.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { EXIT } from "../exit-code.ts";
import { isServer, storePlace } from "../../compose/store-place.ts";
import type { StoreOptions } from "../options/store-option.ts";
import { safeLine, toJson } from "../terminal/safe-text.ts";
import { painter, type Paint } from "../terminal/style.ts";
import { findHooks, type FoundHooks } from "./found-hooks.ts";
import { type StatusFacts, type StatusProblem, toStatusReport, type StatusReport } from "./status-report.ts";
import { defined } from "../../core/defined.ts";
import { serverUrl } from "../open/server-url.ts";
import { formatAge, formatLargeCount } from "../terminal/plain-text.ts";
import { driversOf } from "../open/drivers-of.ts";

const MAX_AGENTS = 10;

const row = (label: string, text: string): string => `  ${label.padEnd(9)} ${text}`;

/** `emend status`: reads everything and changes nothing. */
export async function runStatus(options: StoreOptions, { io, finish }: CliContext): Promise<void> {
  const read = await readConfig({ cwd: io.cwd, env: io.env });
  const [store, hooks, server] = await Promise.all([
    readStore(io, options.store, read.ok ? read.value : undefined),
    readHooks(io),
    read.ok ? checkServer(serverSettings(read.value)) : null,
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
    spool: readSpools(io),
    server,
    ...store,
  });
  io.stdout.write(
    options.json === true ? toJson(report) : renderStatus(report, painter(io), io.now().toISOString()),
  );
  finish(report.wrong.length > 0 ? EXIT.problem : EXIT.success);
}

async function trustState(io: CliIo, { file, untrusted }: ReadConfig): Promise<StatusFacts["trust"]> {
  if (untrusted.length > 0) return "waiting";
  if (file === undefined) return "nothing_to_trust";
  const { readTrustQuestion } = await import("../../config/trust/read-trust-question.ts");
  const question = await readTrustQuestion(io.cwd, io.env);
  return question.ok ? (question.value?.state ?? "nothing_to_trust") : "nothing_to_trust";
}

/** Untrusted settings are not used, not even for a health check. */
function serverSettings({ config, untrusted }: ReadConfig): Partial<Config["server"]> {
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
      storeProblem: { code: error.code, message, mend: mend.join("; ") || "emend store status" },
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

/** A local server answers faster than this. */
const HEALTH_TIMEOUT_MS = 150;

/** Checks the server that hooks deliver to, otherwise the one that `emend serve` would start here. No token is sent. */
async function checkServer({
  url,
  host,
  port,
  publicUrl,
}: Partial<Config["server"]>): Promise<StatusFacts["server"]> {
  const isOurs = url === undefined;
  if (isOurs && (host === undefined || port === undefined || port === 0)) return null;
  const address = url ?? serverUrl({ host: host!, ...defined({ publicUrl }) }, port!);
  const shown = address.replace(/\/+$/, "");
  try {
    const answer = await fetch(`${shown}/healthz`, {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
      redirect: "manual",
    });
    const body: unknown = answer.ok ? await answer.json() : null;
    const answers = typeof body === "object" && body !== null && "status" in body && body.status === "alive";
    return { url: shown, answers, isOurs };
  } catch {
    return { url: shown, answers: false, isOurs };
  }
}

function renderStatus(report: StatusReport, paint: Paint, now: string): string {
  const { set_up: setUp, runs, waits, wrong, start } = report;
  const { store } = setUp;
  const list = (names: readonly string[]): string =>
    names.length === 0 ? "none" : names.map(safeLine).join(", ");
  const trust = { nothing_to_trust: "", trusted: ", trusted", waiting: ", not trusted yet" }[setUp.trust];
  const width = String(waits.reduce((most, { count }) => Math.max(most, count), 0)).length;
  const widest = waits.reduce((most, { what }) => Math.max(most, what.length), 0);
  const lines = [
    paint("bold", "Set up"),
    row("settings", `${setUp.config === null ? "none; defaults are used" : safeLine(setUp.config)}${trust}`),
    row("store", storeText(store)),
    row("hooks", list(setUp.hooks)),
    row("mcp", list(setUp.mcp)),
    ...(setUp.agent === null ? [] : [row("agent", safeLine(setUp.agent))]),
    paint("bold", "Running"),
    row("server", runs.server?.answers === true ? safeLine(runs.server.url) : "no"),
    row("worker", runs.worker ? "yes" : "no"),
    ...runs.agents
      .slice(0, MAX_AGENTS)
      .map(({ agent, last_heard }) => row("heard", `${safeLine(agent)}, ${formatAge(last_heard, now)} ago`)),
    ...(runs.agents.length > MAX_AGENTS
      ? [row("", `and ${runs.agents.length - MAX_AGENTS} more agents`)]
      : []),
    paint("bold", "Waiting"),
    ...(waits.length === 0 ? ["  nothing"] : []),
    ...waits.map(
      ({ what, count, command }) => `  ${what.padEnd(widest)}  ${String(count).padStart(width)}  ${command}`,
    ),
    ...(wrong.length === 0 ? [] : [paint("red", "Wrong")]),
    ...wrong.flatMap(({ code, message, mend }) => [
      `  ${safeLine(message)} [${code}]`,
      `    fix: ${safeLine(mend)}`,
    ]),
    ...(start === null ? [] : ["", `Nothing recorded yet; start with ${start}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function storeText({
  place,
  kind,
  schema,
  records,
  rules_in_force: rules,
}: StatusReport["set_up"]["store"]): string {
  const where = safeLine(place ?? "unknown");
  if (kind === null) return `${where}: nothing recorded yet`;
  if (records === null || rules === null) {
    return `${where}: schema ${schema}; the next command that opens it upgrades it`;
  }
  return `${where}: ${formatLargeCount(records, "record")}, ${formatLargeCount(rules, "rule")} in force`;
}
