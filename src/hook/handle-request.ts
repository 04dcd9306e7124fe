import { defined } from "../core/defined.ts";
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { reasonOf } from "../core/event/retry-delay.ts";
import { ExternalError } from "../ports/errors.ts";
import { answerEvent } from "./answer-event.ts";
import { decidesDestination, destinationName } from "./destination-name.ts";
import type { HookEvent, HookProtocol } from "./hook-event.ts";
import { logFault } from "./hook-log.ts";
import type { HookContext } from "./hook-context.ts";
import { type HookPaths, hookPaths, makeHome, makeSpool, projectRoot } from "./hook-paths.ts";
import type { Knowledge } from "./knowledge.ts";
import { ownNames, personName } from "./person-name.ts";
import { readEvents } from "./read-events.ts";
import { joinAnswers, renderAnswer } from "./render-answer.ts";
import { createSpool, entryNames, type SpoolEntry } from "./spool.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One call of the hook. */
export interface HookRequest {
  /** The event on standard input. */
  readonly text: string;
  readonly protocol?: HookProtocol;
  readonly agent?: string;
  readonly store?: string;
  readonly cwd: string;
  readonly env: Environment;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
}

export interface HookResult {
  /** For standard output; may be empty. */
  readonly answer: string;
  readonly paths: HookPaths;
  /** Whether entries are queued that can be delivered. */
  readonly waiting: boolean;
}

/** The project of an event and its settings. */
export interface HookSetUp {
  readonly paths: HookPaths;
  /** The request's environment, not that of the process that answers. */
  readonly env: Environment;
  /** Absent if the settings are invalid. */
  readonly config?: Config;
  /** Names of settings in the repository's file that are ignored because the user has not trusted them. */
  readonly untrusted?: readonly string[];
}

interface SetUpInput extends Pick<HookRequest, "cwd" | "env" | "store"> {
  readonly folders: readonly string[];
  readonly now: Date;
}

/** Finds the project of an event and reads its settings. Invalid settings are logged. */
export async function setUpHook({ cwd, env, store, folders, now }: SetUpInput): Promise<HookSetUp> {
  const named = [env["CLAUDE_PROJECT_DIR"], env["CURSOR_PROJECT_DIR"], ...folders, cwd];
  const folder = named.find((each) => each !== undefined && isAbsolute(each) && existsSync(each)) ?? cwd;
  const root = projectRoot(folder);
  const read = await readConfig({ cwd: root, env, ...(store === undefined ? {} : { flags: { store } }) });
  if (read.ok) {
    const { config, untrusted } = read.value;
    const names = untrusted.map(({ key }) => key.name);
    // The destination is unknown until the settings that decide it are trusted.
    const destination = names.some(decidesDestination) ? undefined : destinationName(config, root);
    return { paths: hookPaths(root, env, destination), env, config, untrusted: names };
  }
  const paths = hookPaths(root, env);
  const [problem] = read.error;
  logFault(paths, now, problem?.code ?? "config_invalid", problem?.message ?? "the configuration is invalid");
  return { paths, env };
}

/** Answers one event. Internal failures are logged and give an empty answer. `left` returns the milliseconds left. */
export async function handleRequest(request: HookRequest, left: () => number): Promise<HookResult> {
  const { text, protocol, cwd, env, store } = request;
  const now = (): Date => new Date(request.receivedAt);
  const events = readEvents(text, protocol);
  const [event] = events;
  const setUp = await setUpHook({
    cwd,
    env,
    folders: event?.folders ?? [],
    now: now(),
    ...defined({ store }),
  });
  const { paths } = setUp;
  const reportFault = (code: string, error: unknown): void => {
    const known = error instanceof ExternalError ? error.code : code;
    logFault(paths, now(), known, reasonOf(error));
  };
  if (event === undefined) {
    reportFault("event_unreadable", "expected one JSON object with hook_event_name on standard input");
    return { answer: "", paths, waiting: false };
  }
  const context = createContext({ request, event, setUp, left, reportFault });
  let answer = "";
  try {
    const answers = [];
    for (const [at, each] of events.entries()) answers.push(await answerEvent(each, context.of(at)));
    answer = renderAnswer(event, joinAnswers(answers));
  } catch (error) {
    reportFault("hook_failed", error);
    answer = renderAnswer(event, {});
  } finally {
    await context.close().catch((error: unknown) => reportFault("hook_failed", error));
  }
  const waiting =
    paths.destination !== undefined &&
    [paths.spool, paths.unsettled].some((folder) => entryNames(folder).length > 0);
  return { answer, paths, waiting };
}

interface ContextInput {
  readonly request: HookRequest;
  readonly event: HookEvent;
  readonly setUp: HookSetUp;
  readonly left: () => number;
  readonly reportFault: (code: string, error: unknown) => void;
}

interface RequestContext {
  /** The context of one of the events that were read from the request; their entries need names of their own. */
  readonly of: (at: number) => HookContext;
  readonly close: () => Promise<void>;
}

function createContext({ request, event, setUp, left, reportFault }: ContextInput): RequestContext {
  const { paths, config } = setUp;
  const now = (): Date => new Date(request.receivedAt);
  const spool = createSpool(paths.spool);
  const put = (entry: SpoolEntry): void => {
    try {
      makeSpool(paths);
      // Entries are delivered in order of time, and a failure must be recorded before its fix.
      const dropped = spool.put(entry, request.receivedAt + (entry.kind === "fixed" ? 1 : 0));
      if (dropped > 0)
        reportFault(
          "spool_full",
          `the queue was full, so the ${dropped} oldest entries were dropped; run \`emend hook --status\``,
        );
    } catch (error) {
      reportFault("spool_failed", error);
    }
  };
  const agent = request.agent?.trim() || config?.agent || event.protocol;
  let known: Promise<Knowledge> | undefined;
  const contextOf = (id: string): HookContext => ({
    paths,
    agent,
    eventId: id,
    untrusted: setUp.untrusted ?? [],
    now,
    record: (record) => put({ schema: 1, id: record.event_id, kind: "feedback", record }),
    recordFixed: (events, command) => {
      const record = {
        agent,
        events,
        command: command.slice(0, 200).toWellFormed(),
        at: now().toISOString(),
      };
      put({ schema: 1, id: `fixed:${id}`, kind: "fixed", record });
    },
    recordChecked: (record) => put({ schema: 1, id: `checked:${id}`, kind: "checked", record }),
    left,
    recordModel: (record) => put({ schema: 1, id: `model:${id}`, kind: "model", record }),
    recordCommit: (record) => put({ schema: 1, id: `commit:${id}`, kind: "commit", record }),
    person: () => personName(paths.root, request.env),
    reportFault,
    knowledge: () =>
      (known ??= loadKnowledge({
        setUp,
        now,
        left,
        reportFault,
        put: (record, key) => put({ schema: 1, id: key, kind: "injection", record }),
      })),
  });
  return {
    of: (at) => contextOf(at === 0 ? request.id : `${request.id}-${at}`),
    close: async () => (await known)?.close(),
  };
}

interface KnowledgeInput {
  readonly setUp: HookSetUp;
  readonly now: () => Date;
  readonly left: () => number;
  readonly reportFault: (code: string, error: unknown) => void;
  readonly put: (record: unknown, id: string) => void;
}

const NO_KNOWLEDGE: Knowledge = {
  rules: () => Promise.resolve([]),
  mistakes: () => Promise.resolve([]),
  reminders: () => Promise.resolve([]),
  checks: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

async function loadKnowledge({ setUp, now, left, reportFault, put }: KnowledgeInput): Promise<Knowledge> {
  const { paths, config, env } = setUp;
  if (config === undefined) return NO_KNOWLEDGE;
  const { reminders } = config;
  const { url, token } = config.server;
  if (url !== undefined) {
    const { serverKnowledge } = await import("./server-knowledge.ts");
    return serverKnowledge({
      url,
      token,
      reminders,
      folder: paths.memory,
      prepare: () => makeHome(paths),
      now: () => now().getTime(),
      left,
      onFault: (error) => reportFault("server_away", error),
    });
  }
  const { storeKnowledge } = await import("./store-knowledge.ts");
  const { projectPacks } = await import("./project-packs.ts");
  return storeKnowledge({
    root: paths.root,
    env,
    config,
    own: () => ownNames(paths.root, env),
    packs: () => projectPacks({ root: paths.root, names: config.gates.packs, reportFault }),
    now,
    onInjection: (injection) =>
      put(injection, `injection:${injection.run}:${injection.agent}:${injection.time}`),
  });
}
