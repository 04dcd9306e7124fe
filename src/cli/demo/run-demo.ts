import { performance } from "node:perf_hooks";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { principalOf } from "../../core/access/token.ts";
import { must } from "../../demo/demo-world.ts";
import { PEOPLE } from "../../demo/story.ts";
import { type Survey, surveyStory } from "../../demo/survey.ts";
import { tellStory } from "../../demo/tell-story.ts";
import type { CliContext } from "../cli-context.ts";
import { externalFailure } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import type { DemoOptions } from "./demo.ts";
import { openDemoEndpoint } from "./demo-endpoint.ts";
import {
  clearDemo,
  type DemoFolder,
  demoFolder,
  demoIo,
  type DemoMark,
  readMark,
  writeDemoConfig,
  writeMark,
} from "./demo-folder.ts";
import { createDemoProgress } from "../terminal/demo-progress.ts";
import { EXIT } from "../exit-code.ts";
import { openDemoWorld } from "./open-demo-world.ts";
import { openStore } from "../open/open-store.ts";
import { type StartedServer, serveUntilStopped } from "../serve/run-serve.ts";
import { parseWholeNumber } from "../options/parse-options.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { driversOf } from "../open/drivers-of.ts";

const MIN_DAYS = 7;
const MAX_DAYS = 180;
const DAY_MS = 86_400_000;

/** `emend demo`: creates a store with a history, and serves it with --serve. */
export async function runDemo(options: DemoOptions, context: CliContext): Promise<void> {
  const { io, finish } = context;
  const seed = parseWholeNumber("--seed", options.seed, { least: 0, most: 4_294_967_295 });
  const days = parseWholeNumber("--days", options.days, { least: MIN_DAYS, most: MAX_DAYS });
  const at = demoFolder(io, options.store);
  await assertOwnFiles(io, at);
  const existing = await readMark(at);
  const isComplete = existing?.visitor !== undefined;
  if (options.serve !== true || options.fresh === true || !isComplete) {
    await clearDemo(io, at, openStore);
    const startedAt = performance.now();
    const counts = await makeDemo(io, at, { seed, days });
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    report(io, at, options, { seed, days, seconds, counts });
  } else {
    remindOfAge(io, existing);
  }
  if (options.serve === true) return serveDemo(options, at, context);
  finish(EXIT.success);
}

async function assertOwnFiles(io: CliIo, { store, config, mark }: DemoFolder): Promise<void> {
  const { mustBeOwn } = await driversOf(io);
  for (const path of [store, `${store}-wal`, `${store}-shm`, config, mark]) await mustBeOwn(path, "demo");
}

async function makeDemo(
  io: CliIo,
  at: DemoFolder,
  { seed, days }: { readonly seed: number; readonly days: number },
): Promise<Survey> {
  const present = io.now();
  const mark: DemoMark = {
    made_by: "emend demo",
    store: relative(at.folder, at.store),
    seed,
    days,
    made_at: present.toISOString(),
  };
  const endpoint = await openDemoEndpoint(0);
  if (endpoint === undefined) throw externalFailure("cannot_listen", "cannot listen on 127.0.0.1");
  const progress = createDemoProgress(io);
  try {
    await writeMark(at, mark);
    const secret = await writeDemoConfig(at, endpoint.url);
    const startAt = new Date(present.getTime() - days * DAY_MS);
    const { world, adminToken, close } = await openDemoWorld(io, at, { startAt, secret, endpoint });
    try {
      await tellStory(world, { seed, days, present, adminToken, onProgress: progress.update });
      const admin = world.as(adminToken);
      const { token } = await must<{ readonly token: { readonly id: string } }>(
        admin("POST", "/tokens", { name: "visitor", role: "admin", expires_in_hours: 8_760 }),
      );
      const counts = await surveyStory(admin, PEOPLE.length);
      await writeMark(at, { ...mark, visitor: token.id });
      return counts;
    } finally {
      await close();
    }
  } finally {
    progress.clear();
    await endpoint.close();
  }
}

interface DemoSummary {
  readonly seed: number;
  readonly days: number;
  readonly seconds: number;
  readonly counts: Survey;
}

function report(io: CliIo, at: DemoFolder, options: DemoOptions, summary: DemoSummary): void {
  const { seed, days, seconds, counts } = summary;
  if (options.json === true) {
    const made_at = io.now().toISOString();
    io.stdout.write(`${JSON.stringify({ store: at.store, seed, days, made_at, seconds, counts })}\n`);
    return;
  }
  const path = safeLine(relative(io.cwd, at.store) || at.store);
  const again = options.store === DEFAULT_STORE ? "" : ` --store ${path}`;
  const lines = [
    `Made ${days} days of work in ${path} (seed ${seed}, ${seconds} s):`,
    `  ${counts.agents} agents, ${counts.people} people, ${counts.feedback} pieces of feedback, ${counts.clusters} clusters`,
    `  ${counts.rules_in_force} rules in force, ${counts.proposals} proposals, ${counts.ambiguous} contradictions to resolve, ${counts.rollouts} rollouts`,
    `  ${counts.waiting} pieces of work waiting (${counts.overdue} overdue), ${counts.alerts} alerts, ${counts.dead_letters} dead letter${counts.dead_letters === 1 ? "" : "s"}`,
    ...(options.serve === true ? [] : [`Open it with: emend demo --serve${again}`]),
    "",
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
}

const DEFAULT_STORE = ".emend-demo/emend.db";

/** Proposals and submissions of an old demo are overdue or expired. */
function remindOfAge(io: CliIo, mark: DemoMark): void {
  const days = Math.floor((io.now().getTime() - Date.parse(mark.made_at)) / DAY_MS);
  if (days < 1) return;
  const age = days === 1 ? "a day" : `${days} days`;
  io.stderr.write(`emend: this demo is ${age} old; use --fresh to recreate it up to now\n`);
}

async function serveDemo({ host, port }: DemoOptions, at: DemoFolder, context: CliContext): Promise<void> {
  const io = demoIo(context.io, at);
  const { visitor } = (await readMark(at))!;
  const endpoint = await openDemoEndpoint(await endpointPort(at));
  try {
    const options = { store: at.store, ...(host && { host }), ...(port && { port }) };
    await serveUntilStopped(options, { ...context, io }, (started) => printLoginLink(started, visitor!, io));
  } finally {
    await endpoint?.close();
  }
}

/** The configured port, so that dead letters can be replayed to the endpoint. */
async function endpointPort({ config }: DemoFolder): Promise<number> {
  const found = /127\.0\.0\.1:(\d{1,5})\//.exec(await readFile(config, "utf8").catch(() => ""));
  return Number(found?.[1] ?? 0);
}

/** Prints a link that logs a browser in as the visitor, an administrator. */
async function printLoginLink({ url, emend }: StartedServer, visitor: string, io: CliIo): Promise<void> {
  const token = await emend.store.tokens.find(visitor);
  if (token === undefined) return;
  const { secret } = await emend.tokens.makeLoginLink(principalOf(token));
  const link = `${url}/login?link=${secret}`;
  io.stdout.write(
    `Open this link to log in. It works once, within 10 minutes:\n\n  ${link}\n\n` +
      "For a new link, restart the server.\n\n",
  );
}
