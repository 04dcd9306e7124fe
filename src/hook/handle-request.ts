import { defined } from "../core/defined.ts";
import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { reasonOf } from "../core/event/retry-delay.ts";
import { ExternalError } from "../ports/errors.ts";
import { answerEvent } from "./answer-event.ts";
import { decidesDestination, destinationName } from "./destination-name.ts";
import { type HookEvent, type HookProtocol, transcriptOf } from "./hook-event.ts";
import { logFault } from "./hook-log.ts";
import type { HookParts } from "./hook-parts.ts";
import { type HookPlace, hookPlace, makeHome, makeSpool, projectRoot } from "./hook-place.ts";
import type { Knowledge } from "./knowledge.ts";
import { ownNames, personName } from "./person-name.ts";
import { renderAnswer } from "./render-answer.ts";
import { createSpool, entryNames, type SpoolEntry } from "./spool.ts";
import { isJsonObject, type JsonObject, fieldOf, textOf } from "../core/json/json.ts";
import { readCursorEvent } from "./read-cursor-event.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

const editedPath = (input: unknown): string | undefined =>
  textOf(fieldOf(input, "file_path")) ?? textOf(fieldOf(input, "notebook_path"));

/** Cursor's names begin with a small letter, and it names the conversation and not the session. */
const protocolOf = (given: JsonObject): HookProtocol =>
  given["cursor_version"] !== undefined ||
  given["conversation_id"] !== undefined ||
  /^[a-z]/.test(String(given["hook_event_name"]))
    ? "cursor"
    : "claude-code";

export type Environment = Readonly<Record<string, string | undefined>>;

/** One call of the hook, as whoever answers it needs it. */
export interface HookRequest {
  /** What stands on standard input. */
  readonly text: string;
  readonly protocol?: HookProtocol;
  readonly agent?: string;
  readonly store?: string;
  readonly cwd: string;
  readonly env: Environment;
  /** Made when it was heard. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly heardAt: number;
}

export interface HookResult {
  /** For standard output; empty for nothing. */
  readonly answer: string;
  readonly place: HookPlace;
  /** Whether something waits that can be delivered. */
  readonly waiting: boolean;
}

/** The project and its settings, as far as they can be read. */
export interface HookSetUp {
  readonly place: HookPlace;
  /** Of whoever asks, not of the process that answers. */
  readonly env: Environment;
  readonly config?: Config;
  /** Names of settings that the repository's file has and that do not count, since the user has not trusted them. */
  readonly untrusted?: readonly string[];
}

interface SetUpQuestion extends Pick<HookRequest, "cwd" | "env" | "store"> {
  readonly folders: readonly string[];
  readonly now: Date;
}

/** Finds the project of an event; settings that are wrong are logged, and nothing is known then but where things lie by default. */
export async function setUpHook({ cwd, env, store, folders, now }: SetUpQuestion): Promise<HookSetUp> {
  const named = [env["CLAUDE_PROJECT_DIR"], env["CURSOR_PROJECT_DIR"], ...folders, cwd];
  const folder = named.find((each) => each !== undefined && isAbsolute(each) && existsSync(each)) ?? cwd;
  const root = projectRoot(folder);
  const read = await readConfig({ cwd: root, env, ...(store === undefined ? {} : { flags: { store } }) });
  if (read.ok) {
    const { config, untrusted } = read.value;
    const names = untrusted.map(({ key }) => key.name);
    // Nobody knows where records go before the settings that say so are trusted.
    const destination = names.some(decidesDestination) ? undefined : destinationName(config, root);
    return { place: hookPlace(root, env, destination), env, config, untrusted: names };
  }
  const place = hookPlace(root, env);
  const [problem] = read.error;
  logFault(place, now, problem?.code ?? "config_invalid", problem?.message ?? "the configuration is invalid");
  return { place, env };
}

/** Answers one event. Faults of ours are logged and answered with nothing; `left` tells how long the agent still waits. */
export async function handleRequest(request: HookRequest, left: () => number): Promise<HookResult> {
  const { text, protocol, cwd, env, store } = request;
  const now = (): Date => new Date(request.heardAt);
  const event = readEvent(text, protocol);
  const setUp = await setUpHook({
    cwd,
    env,
    folders: event?.folders ?? [],
    now: now(),
    ...defined({ store }),
  });
  const { place } = setUp;
  const fault = (code: string, error: unknown): void => {
    const known = error instanceof ExternalError ? error.code : code;
    logFault(place, now(), known, reasonOf(error));
  };
  if (event === undefined) {
    fault("event_unreadable", "expected one JSON object with hook_event_name on standard input");
    return { answer: "", place, waiting: false };
  }
  const parts = partsOf({ request, event, setUp, left, fault });
  let answer = "";
  try {
    answer = renderAnswer(event, await answerEvent(event, parts));
  } catch (error) {
    fault("hook_failed", error);
    answer = renderAnswer(event, {});
  } finally {
    await parts.close().catch((error: unknown) => fault("hook_failed", error));
  }
  const waiting =
    place.destination !== undefined &&
    [place.spool, place.unsettled].some((folder) => entryNames(folder).length > 0);
  return { answer, place, waiting };
}

interface PartsQuestion {
  readonly request: HookRequest;
  readonly event: HookEvent;
  readonly setUp: HookSetUp;
  readonly left: () => number;
  readonly fault: (code: string, error: unknown) => void;
}

function partsOf({ request, event, setUp, left, fault }: PartsQuestion): HookParts & {
  /** Ends what was opened for the answer. */
  readonly close: () => Promise<void>;
} {
  const { place, config } = setUp;
  const now = (): Date => new Date(request.heardAt);
  const spool = createSpool(place.spool);
  const put = (entry: SpoolEntry): void => {
    try {
      makeSpool(place);
      // Entries are delivered in the order of their times, and what failed has to be there before it is fixed.
      const dropped = spool.put(entry, request.heardAt + (entry.kind === "fixed" ? 1 : 0));
      if (dropped > 0)
        fault(
          "spool_full",
          `the queue was full, so the ${dropped} oldest entries were dropped; run \`emend hook --status\``,
        );
    } catch (error) {
      fault("spool_failed", error);
    }
  };
  const agent = request.agent?.trim() || config?.agent || event.protocol;
  let known: Promise<Knowledge> | undefined;
  return {
    place,
    agent,
    eventId: request.id,
    untrusted: setUp.untrusted ?? [],
    now,
    hear: (record) => put({ schema: 1, id: record.event_id, kind: "feedback", record }),
    settle: (events, command) => {
      const record = {
        agent,
        events,
        command: command.slice(0, 200).toWellFormed(),
        at: now().toISOString(),
      };
      put({ schema: 1, id: `fixed:${request.id}`, kind: "fixed", record });
    },
    person: () => personName(place.root, request.env),
    fault,
    knowledge: () =>
      (known ??= loadKnowledge({
        setUp,
        now,
        left,
        fault,
        put: (record, id) => put({ schema: 1, id, kind: "injection", record }),
      })),
    close: async () => (await known)?.close(),
  };
}

interface KnowledgeQuestion {
  readonly setUp: HookSetUp;
  readonly now: () => Date;
  readonly left: () => number;
  readonly fault: (code: string, error: unknown) => void;
  readonly put: (record: unknown, id: string) => void;
}

const NOTHING: Knowledge = {
  rules: () => Promise.resolve([]),
  mistakes: () => Promise.resolve([]),
  reminders: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

async function loadKnowledge({ setUp, now, left, fault, put }: KnowledgeQuestion): Promise<Knowledge> {
  const { place, config, env } = setUp;
  if (config === undefined) return NOTHING;
  const { reminders } = config;
  const { url, token } = config.server;
  if (url !== undefined) {
    const { serverKnowledge } = await import("./server-knowledge.ts");
    return serverKnowledge({
      url,
      token,
      reminders,
      folder: place.memory,
      prepare: () => makeHome(place),
      now: () => now().getTime(),
      left,
      onFault: (error) => fault("server_away", error),
    });
  }
  const { storeKnowledge } = await import("./store-knowledge.ts");
  const { projectPacks } = await import("./project-packs.ts");
  return storeKnowledge({
    root: place.root,
    env,
    config,
    own: () => ownNames(place.root, env),
    packs: () => projectPacks({ root: place.root, names: config.gates.packs, fault }),
    now,
    onInjection: (injection) =>
      put(injection, `injection:${injection.run}:${injection.agent}:${injection.time}`),
  });
}

/** What a coding agent wrote on standard input; nothing where it is no event. */
function readEvent(text: string, protocol?: HookProtocol): HookEvent | undefined {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(given) || typeof given["hook_event_name"] !== "string") return undefined;
  return (protocol ?? protocolOf(given)) === "cursor" ? readCursorEvent(given) : readClaudeEvent(given);
}

/** An event of Claude Code. */
export function readClaudeEvent(given: JsonObject): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(given, name));
  const name = text("hook_event_name") ?? "";
  const common = {
    protocol: "claude-code",
    name,
    session: boundedId(text("session_id") ?? ""),
    folders: [text("cwd")].filter((folder) => folder !== undefined),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(given, "tool_input");
  switch (name) {
    case "SessionStart":
      return { ...common, kind: "session_start" };
    case "UserPromptSubmit":
      return { ...common, kind: "prompt", prompt: text("prompt") ?? "", ...transcriptOf(given) };
    case "PreToolUse": {
      const path = editedPath(input);
      return EDITS.has(tool) && path !== undefined
        ? { ...common, kind: "before_edit", path }
        : { ...common, kind: "other" };
    }
    case "PostToolUse":
    case "PostToolUseFailure": {
      // Who stops a call judges nothing.
      const response = fieldOf(given, "tool_response");
      if (fieldOf(given, "is_interrupt") === true || fieldOf(response, "interrupted") === true) {
        return { ...common, kind: "other" };
      }
      const { text: output, exitCode } = toolOutput(fieldOf(given, "error"), response);
      const command = textOf(fieldOf(input, "command"));
      const callId = text("tool_use_id");
      return {
        ...common,
        kind: "after_tool",
        tool,
        output,
        failed: name === "PostToolUseFailure",
        ...defined({ command, exitCode, callId }),
      };
    }
    case "Stop":
      return { ...common, kind: "stop", again: fieldOf(given, "stop_hook_active") === true };
    default:
      return { ...common, kind: "other" };
  }
}
