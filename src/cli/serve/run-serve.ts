import { defined } from "../../core/defined.ts";
import { constants, setPriority } from "node:os";
import type { NewToken } from "../../app/access/tokens.ts";
import { principalOf } from "../../core/access/token.ts";
import type { GateHours } from "../../core/submission/read-submission.ts";
import type { Emend } from "../../compose.ts";
import { emendOver, gateHoursOf } from "../../compose/open-emend.ts";
import type { Config } from "../../config/config.ts";
import type { Setting } from "../../config/read-config.ts";
import { createEventTail } from "../../http/event-tail.ts";
import type { HttpContext, HttpWebhooks } from "../../http/http-context.ts";
import type { HttpLog } from "../../http/http-log.ts";
import { parseTrustedProxies } from "../../http/client-address.ts";
import { listen } from "../../http/listen.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import { type EventPorts, listenForStop, portsOf } from "../open/event-ports.ts";
import { EXIT } from "../exit-code.ts";
import { type OpenedLog, openEventLog } from "../open/open-event-log.ts";
import { assertTrusted } from "../open/assert-trusted.ts";
import { firstStartText, makeFirstToken, assertFree } from "./first-token.ts";
import { openGithubHook } from "./open-github-hook.ts";
import { hostOf } from "../open/open-emend.ts";
import { openWebhooks } from "../open/open-webhooks.ts";
import { LEARN_GROUP } from "../../app/evaluation/learn-from-events.ts";
import { DECISION_GROUP } from "../../app/event/ingest-decisions.ts";
import type { HttpMetrics } from "../../http/http-metrics.ts";
import { openCorrections } from "../open/open-corrections.ts";
import { oidcSettings, openProviderLogin } from "./open-provider-login.ts";
import { knownHosts } from "./known-hosts.ts";
import { loadSigner } from "../open/load-signer.ts";
import { loadGates } from "../open/load-gates.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { secretsOf } from "./secrets-of.ts";
import type { ServeOptions } from "./serve.ts";
import { serverUrl } from "../open/server-url.ts";
import { showSetting } from "../config/show-setting.ts";
import type { OpenedWebhooks } from "../../worker/notify.ts";
import { startWorker, type Worker } from "../../worker/start-worker.ts";
import { spareTime } from "../../worker/wait.ts";
import { VERSION } from "../version.ts";
import { randomBytes } from "node:crypto";
import { tryWebhooks } from "../../app/webhook/try-webhooks.ts";
import { driversOf } from "../open/drivers-of.ts";

/** A server that is listening. */
export interface StartedServer {
  readonly url: string;
  readonly emend: Emend;
  /** The first administrator's token, if the store had none. */
  readonly first: NewToken | undefined;
}

/** `emend serve`: serves and learns until the process is asked to end. */
export const runServe = (options: ServeOptions, context: CliContext): Promise<void> =>
  serveUntilStopped(options, context);

/** Runs a server until the process is asked to end. `greet` replaces what the first start on a store prints. */
export async function serveUntilStopped(
  options: ServeOptions,
  context: CliContext,
  greet?: (started: StartedServer) => Promise<void>,
): Promise<void> {
  const { io, finish } = context;
  const ports = portsOf(context);
  const { stopped, unlisten } = listenForStop(ports);
  try {
    await runUntilStopped(options, io, ports, stopped, greet);
    finish(EXIT.success);
  } finally {
    unlisten();
  }
}

async function runUntilStopped(
  options: ServeOptions,
  io: CliIo,
  ports: EventPorts,
  stopped: Promise<void>,
  greet: ((started: StartedServer) => Promise<void>) | undefined,
): Promise<void> {
  const read = await loadConfig(io, {
    "server.host": options.host,
    "server.port": options.port,
    "server.role": options.role,
  });
  assertTrusted(read, options.store === undefined ? [] : ["store"]);
  const { config, settings } = read;
  const gateHours = checkGateHours(config);
  checkAddresses(config.server);
  const log = await openLog(io, config);
  const tracer = await openTracer(io, config, log);
  const opened = await openEventLog(io, options, ports, { needed: true, create: true });
  let worker: Worker | undefined;
  try {
    const { role } = config.server;
    if (role === "worker") lowerPriority();
    const emend = emendOver(opened.store!, await hostOf(io, config), {
      events: opened.log,
      gates: () => loadGates(undefined, io),
      place: "thread",
      answersMany: true,
    });
    const webhooks = await openWebhooks(config.webhooks);
    const parts: ServerParts = { io, config, emend, webhooks, opened, log, tracer };
    const { adminTokenFile } = options;
    worker = role === "server" ? undefined : await runWorker(parts);
    const server =
      role === "worker" ? undefined : await serve({ ...parts, settings, gateHours, greet, adminTokenFile });
    if (server === undefined)
      io.stderr.write(`emend: worker on ${safeLine(opened.name)}; stop with Ctrl-C\n`);
    await stopped;
    log.info({ event: "stopping" }, "finishing current work");
    await server?.stop();
  } finally {
    // This also runs if the server cannot listen, and the worker must not go on then.
    await worker?.stop();
    await tracer?.close();
    await opened.close();
  }
}

/** Fails before anything is opened. */
function checkAddresses(server: Config["server"]): void {
  knownHosts(server, serverUrl(server, server.port));
  const proxies = parseTrustedProxies(server.trustedProxies ?? []);
  if (proxies.ok) return;
  const got = JSON.stringify(proxies.error.slice(0, 80));
  throw usageError(
    "invalid_value",
    `server.trusted_proxies: expected addresses or networks such as 10.0.0.0/8, got ${got}`,
  );
}

/** On a shared machine, answering requests has priority over learning. */
function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not every system allows it, and nothing depends on it.
  }
}

function checkGateHours(config: Config): GateHours {
  try {
    return gateHoursOf(config);
  } catch (error) {
    throw error instanceof ExternalError ? usageError(error.code, error.message) : error;
  }
}

async function openLog(io: CliIo, config: Config): Promise<HttpLog> {
  const { createPinoLog } = await import("../../http/pino-log.ts");
  return createPinoLog({
    level: config.server.logLevel,
    stream: io.stderr,
    secrets: secretsOf(config),
  });
}

interface ServerParts {
  readonly io: CliIo;
  readonly config: Config;
  readonly emend: Emend;
  readonly webhooks: OpenedWebhooks;
  readonly opened: OpenedLog;
  readonly log: HttpLog;
  readonly tracer: Tracer | undefined;
}

const runWorker = async ({ io, opened, log, ...parts }: ServerParts): Promise<Worker> =>
  startWorker({
    ...parts,
    readCorrection: await openCorrections(io),
    now: io.now,
    ...defined({ decisions: opened.decisions }),
    ...(parts.config.server.role === "all" ? { spare: spareTime } : {}),
    onFault: ({ code, message }) => log.warn({ code, reason: message }, "a background error"),
    onProposed: (id) => log.info({ rule_id: id }, "proposed a rule"),
  });

type Answering = (request: Request, env: unknown) => Response | Promise<Response>;

interface ServeParts extends ServerParts {
  readonly settings: readonly Setting[];
  readonly gateHours: GateHours;
  readonly greet: ((started: StartedServer) => Promise<void>) | undefined;
  readonly adminTokenFile: string | undefined;
}

async function serve(parts: ServeParts) {
  const { io, config, settings, opened, emend, gateHours, log, tracer, greet, adminTokenFile } = parts;
  const { createHttpApp } = await import("../../http/create-http-app.ts");
  const { store } = emend;
  const {
    host,
    allowedOrigins = [],
    trustedProxies = [],
    bodyLimitKib,
    requestsPerMinute,
    recordsPerMinute,
    proposalsPerHour,
  } = config.server;
  const signer = await loadSigner(undefined, io);
  const github = await openGithubHook(config, io);
  const webhooks = webhookTest(parts.webhooks, io.now);
  const oidc = oidcSettings(config);
  const tail = createEventTail(opened.log, (error) =>
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, "cannot read the event log"),
  );
  const { openDocsFiles, openWebFiles } = await import("../../http/web-files.ts");
  const web = openWebFiles();
  const docs = openDocsFiles();
  let stopping = false;
  // The address is only known once the server listens. Requests before that wait until the app is ready.
  const ready = Promise.withResolvers<Answering>();
  let answer: Answering = async (request, env) => (await ready.promise)(request, env);
  const isNeeded = async (): Promise<boolean> => (await store.tokens.countAdmins()) === 0;
  if (adminTokenFile !== undefined && (await isNeeded())) assertFree(io, adminTokenFile);
  const listening = await listen((request, env) => answer(request, env), { host, port: config.server.port });
  const url = serverUrl(config.server, listening.port);
  const access = await emend.access();
  const login = { io, url, access, ...emend.tools };
  const context: HttpContext = {
    version: VERSION,
    emend,
    store,
    events: opened.log,
    tail,
    policy: config.rules,
    reminders: config.reminders,
    gates: await loadGates(undefined, io),
    readCorrection: await openCorrections(io),
    duplicateAt: config.gates.duplicateAt,
    ...defined({ signer, github, webhooks }),
    gateHours,
    access,
    ...(oidc === undefined ? {} : { providerLogin: await openProviderLogin(oidc, login) }),
    ...emend.tools,
    ...defined({ web, docs }),
    limits: { bodyBytes: bodyLimitKib * 1_024, requestsPerMinute, recordsPerMinute, proposalsPerHour },
    settings: settings.map(showSetting),
    publicUrl: url,
    hosts: knownHosts(config.server, url),
    trustedProxies,
    allowedOrigins,
    log,
    metrics: await openMetrics(parts),
    ...defined({ tracer }),
    stopping: () => stopping,
    validateResponses: false,
  };
  const app = createHttpApp(context);
  answer = (request, env) => app.fetch(request, env);
  ready.resolve(answer);
  const first = await makeFirstToken(io, adminTokenFile, { isNeeded, make: emend.tokens.issueFirst });
  if (greet !== undefined) await greet({ url, emend, first });
  else if (first !== undefined) await printWelcome(first, url, parts);
  io.stderr.write(`emend: ${url} on ${safeLine(opened.name)}; stop with Ctrl-C\n`);
  log.info({ event: "listening", url, version: VERSION }, "listening");
  return {
    stop: async (): Promise<void> => {
      stopping = true;
      tail.close();
      await listening.stop();
    },
  };
}

async function openMetrics({ io, config, emend, webhooks, log }: ServerParts): Promise<HttpMetrics> {
  const { createHttpMetrics } = await import("../../http/metrics/create-http-metrics.ts");
  return createHttpMetrics({
    version: VERSION,
    store: emend.store,
    events: emend.events,
    groups: [DECISION_GROUP, LEARN_GROUP, ...webhooks.settings.endpoints.map(({ group }) => group)],
    policy: config.rules,
    now: () => io.now().toISOString(),
    onFault: (part, error) =>
      log.warn(
        { part, reason: error instanceof Error ? error.message : String(error) },
        "some metrics cannot be read",
      ),
  });
}

/** Printed by the first start on a new store. */
async function printWelcome(
  { token, text }: NewToken,
  url: string,
  { io, emend, adminTokenFile }: ServeParts,
): Promise<void> {
  const { secret } = await emend.tokens.makeLoginLink(principalOf(token));
  const link = `${url}/login?link=${secret}`;
  const isTerminal = io.stdout.isTTY === true;
  io.stdout.write(firstStartText({ text, link, file: adminTokenFile, isTerminal }));
}

/** The endpoints for the web app, which can send them a test; undefined if there are none. */
export function webhookTest({ sender, settings }: OpenedWebhooks, now: () => Date): HttpWebhooks | undefined {
  const { endpoints, types } = settings;
  if (endpoints.length === 0) return undefined;
  const randomId = (): string => randomBytes(16).toString("hex");
  const tryAll = tryWebhooks({ sender, settings, now, randomId });
  return { endpoints, types: [...types], test: () => tryAll(endpoints) };
}

/** Loaded only if an OTLP collector is configured. */
async function openTracer(io: CliIo, { telemetry }: Config, log: HttpLog): Promise<Tracer | undefined> {
  if (telemetry.otlpUrl === undefined) return undefined;
  return (await driversOf(io)).openTracer({
    url: telemetry.otlpUrl,
    version: VERSION,
    onFault: (reason) => log.warn({ reason }, "the OTLP collector cannot be reached"),
  });
}
