import { defined } from "../../core/defined.ts";
import { randomUUID } from "node:crypto";
import { constants, setPriority } from "node:os";
import { firstAdmin } from "../../app/access/first-admin.ts";
import { makeLoginLink } from "../../app/access/make-login-link.ts";
import { openAccess } from "../../app/access/open-access.ts";
import type { ToldToken } from "../../app/access/issue-token.ts";
import { principalOf } from "../../core/access/token.ts";
import { DEFAULT_GATE_HOURS, parseGateHours, type GateHours } from "../../core/submission/gate-hours.ts";
import type { Config } from "../../config/config.ts";
import type { Setting } from "../../config/read-config.ts";
import { createEventTail } from "../../http/event-tail.ts";
import type { HttpContext } from "../../http/http-context.ts";
import type { HttpLog } from "../../http/http-log.ts";
import { listen } from "../../http/listen.ts";
import { parseTrustedProxies } from "../../http/trusted-proxies.ts";
import type { Store } from "../../ports/store.ts";
import type { Tracer } from "../../ports/tracer.ts";
import type { CliContext } from "../cli-context.ts";
import { usageError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import type { EventPorts } from "../open/event-ports.ts";
import { EXIT } from "../exit-code.ts";
import { listenForStop } from "../open/listen-for-stop.ts";
import { type OpenedLog, openEventLog, PROCESS_PORTS } from "../open/open-event-log.ts";
import { mustBeTrusted } from "../open/must-be-trusted.ts";
import { firstWords, makeFirstToken, mustBeFree } from "./first-token.ts";
import { openGithubHook } from "./open-github-hook.ts";
import { openLearning, type Learning } from "../open/open-learning.ts";
import { openMetrics } from "./open-metrics.ts";
import { openCorrections } from "../open/open-corrections.ts";
import { oidcSettings, openProviderLogin } from "./open-provider-login.ts";
import { knownHosts } from "./known-hosts.ts";
import { openTracer, traceLearning } from "./open-tracer.ts";
import { openWebhookTest } from "./open-webhook-test.ts";
import { loadSigner } from "../open/load-signer.ts";
import { loadGates } from "../open/load-gates.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { secretsOf } from "./secrets-of.ts";
import type { ServeOptions } from "./serve.ts";
import { serverUrl } from "../open/server-url.ts";
import { showSetting } from "../config/show-setting.ts";
import { spareTime } from "../open/spare-time.ts";
import { startWorker, type Worker } from "../open/start-worker.ts";
import { VERSION } from "../version.ts";

/** A server that has begun to listen. */
export interface Begun {
  readonly url: string;
  readonly store: Store;
  /** The first administrator's token, where the store had none. */
  readonly first: ToldToken | undefined;
}

/** `emend serve`: answers and learns until the process is asked to end. `greet` takes the place of the first start's words. */
export async function runServe(
  options: ServeOptions,
  { io, finish }: CliContext,
  ports: EventPorts = PROCESS_PORTS,
  greet?: (begun: Begun) => Promise<void>,
): Promise<void> {
  const { stopped, unlisten } = listenForStop(ports);
  try {
    await untilStopped(options, io, ports, stopped, greet);
    finish(EXIT.fine);
  } finally {
    unlisten();
  }
}

async function untilStopped(
  options: ServeOptions,
  io: CliIo,
  ports: EventPorts,
  stopped: Promise<void>,
  greet: ((begun: Begun) => Promise<void>) | undefined,
): Promise<void> {
  const read = await loadConfig(io, {
    "server.host": options.host,
    "server.port": options.port,
    "server.role": options.role,
  });
  mustBeTrusted(read, options.store === undefined ? [] : ["store"]);
  const { config, settings } = read;
  const gateHours = gateHoursOf(config);
  checkAddresses(config.server);
  const log = await openLog(io, config);
  const tracer = await openTracer(io, config, log);
  const opened = await openEventLog(io, options, ports, { needed: true, create: true });
  let worker: Worker | undefined;
  try {
    const { role } = config.server;
    if (role === "worker") yieldToServers();
    const learning = once(() => openLearning(io, opened.store!, config.rules, opened.log, "thread"));
    worker =
      role === "server"
        ? undefined
        : await work(io, opened, traceLearning(await learning(), tracer), log, role);
    const server =
      role === "worker"
        ? undefined
        : await serve({
            io,
            config,
            settings,
            opened,
            learning,
            gateHours,
            log,
            tracer,
            greet,
            adminTokenFile: options.adminTokenFile,
          });
    if (server === undefined) io.stderr.write(`emend: works on ${safeLine(opened.name)}; Ctrl-C stops it\n`);
    await stopped;
    log.info({ event: "stopping" }, "finishing what is in hand");
    await server?.stop();
  } finally {
    // A server that cannot listen ends as well, so nobody may go on working on its store.
    await worker?.stop();
    await tracer?.close();
    await opened.close();
  }
}

/** What is wrong with them is said before anything is opened. */
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

/** Where servers and workers share a machine, an answer comes before what is learned from it. */
function yieldToServers(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some machines let nobody change it; nothing depends on it.
  }
}

function gateHoursOf({ gates }: Config): GateHours {
  if (gates.hours === undefined) return DEFAULT_GATE_HOURS;
  const read = parseGateHours(gates.hours);
  if (read.ok) return read.value;
  throw usageError("invalid_value", `gates.hours: ${read.error.message}`);
}

async function openLog(io: CliIo, config: Config): Promise<HttpLog> {
  const { createPinoLog } = await import("../../http/pino-log.ts");
  return createPinoLog({
    level: config.server.logLevel,
    stream: io.stderr,
    secrets: secretsOf(config),
  });
}

const work = (
  io: CliIo,
  opened: OpenedLog,
  learning: Learning,
  log: HttpLog,
  role: Config["server"]["role"],
): Promise<Worker> =>
  startWorker({
    io,
    store: opened.store!,
    log: opened.log,
    ...defined({ decisions: opened.decisions }),
    learning,
    ...(role === "all" ? { spare: spareTime } : {}),
    onFault: ({ code, message }) => log.warn({ code, reason: message }, "a fault in the background"),
    onProposed: (id) => log.info({ rule_id: id }, "proposed a rule"),
  });

type Answering = (request: Request, env: unknown) => Response | Promise<Response>;

interface Serving {
  readonly io: CliIo;
  readonly config: Config;
  readonly settings: readonly Setting[];
  readonly opened: OpenedLog;
  readonly learning: () => Promise<Learning>;
  readonly gateHours: GateHours;
  readonly log: HttpLog;
  readonly tracer: Tracer | undefined;
  readonly greet: ((begun: Begun) => Promise<void>) | undefined;
  readonly adminTokenFile: string | undefined;
}

async function serve(serving: Serving) {
  const { io, config, settings, opened, learning, gateHours, log, tracer, greet, adminTokenFile } = serving;
  const { compose } = await import("../../compose.ts");
  const { sha256, randomText, unifiedDiff } = await compose({ cwd: io.cwd }).openTools();
  const { createHttpApp } = await import("../../http/create-http-app.ts");
  const store = opened.store!;
  const now = (): string => io.now().toISOString();
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
  const webhooks = await openWebhookTest(config, io);
  const oidc = oidcSettings(config);
  const tail = createEventTail(opened.log, (error) =>
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      "cannot look at the event log",
    ),
  );
  const { openWebFiles } = await import("../../http/web-files.ts");
  const web = openWebFiles();
  let stopping = false;
  // The address is known once the port is; whoever asks before everything stands waits for it.
  const ready = Promise.withResolvers<Answering>();
  let answer: Answering = async (request, env) => (await ready.promise)(request, env);
  const isNeeded = async (): Promise<boolean> => (await store.tokens.countAdmins()) === 0;
  if (adminTokenFile !== undefined && (await isNeeded())) mustBeFree(io, adminTokenFile);
  const listening = await listen((request, env) => answer(request, env), { host, port: config.server.port });
  const url = serverUrl(config.server, listening.port);
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const login = { io, url, access, random: randomText, hash: sha256, now };
  const context: HttpContext = {
    version: VERSION,
    store,
    events: opened.log,
    tail,
    learning,
    policy: config.rules,
    reminders: config.reminders,
    thresholds: config.alerts,
    gates: await loadGates(undefined, io),
    readCorrection: await openCorrections(io),
    duplicateAt: config.gates.duplicateAt,
    ...defined({ signer, github, webhooks }),
    gateHours,
    access,
    ...(oidc === undefined ? {} : { providerLogin: await openProviderLogin(oidc, login) }),
    now,
    createId: randomUUID,
    hash: sha256,
    unifiedDiff,
    ...defined({ web }),
    limits: { bodyBytes: bodyLimitKib * 1_024, requestsPerMinute, recordsPerMinute, proposalsPerHour },
    settings: settings.map(showSetting),
    publicUrl: url,
    hosts: knownHosts(config.server, url),
    trustedProxies,
    allowedOrigins,
    log,
    metrics: await openMetrics({ io, config, store, events: opened.log, log }),
    ...defined({ tracer }),
    stopping: () => stopping,
    checkAnswers: false,
  };
  const app = createHttpApp(context);
  answer = (request, env) => app.fetch(request, env);
  ready.resolve(answer);
  const make = firstAdmin({ tokens: store.tokens, random: randomText, hash: sha256, now });
  const first = await makeFirstToken(io, adminTokenFile, { isNeeded, make });
  if (greet !== undefined) await greet({ url, store, first });
  else if (first !== undefined) await welcome(first, { io, url, context, randomText, adminTokenFile });
  io.stderr.write(`emend: ${url} on ${safeLine(opened.name)}; Ctrl-C stops it\n`);
  log.info({ event: "listening", url, version: VERSION }, "listening");
  return {
    stop: async (): Promise<void> => {
      stopping = true;
      tail.close();
      await listening.stop();
    },
  };
}

interface Welcome {
  readonly io: CliIo;
  readonly url: string;
  readonly context: HttpContext;
  readonly randomText: (bytes: number) => string;
  readonly adminTokenFile: string | undefined;
}

/** Told once, to whoever started the first server on this store. */
async function welcome(
  { token, text }: ToldToken,
  { io, url, context: { store, hash, now }, randomText, adminTokenFile }: Welcome,
): Promise<void> {
  const { sessions } = store;
  const { secret } = await makeLoginLink({ sessions, random: randomText, hash, now })(principalOf(token));
  const link = `${url}/login?link=${secret}`;
  const isTerminal = io.stdout.isTTY === true;
  io.stdout.write(firstWords({ text, link, file: adminTokenFile, isTerminal }));
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
