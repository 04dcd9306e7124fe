import { readAgentModel } from "../core/feedback/agent-model.ts";
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
import { type FileEdit, readEdit } from "./file-edit.ts";
import { logFault } from "./hook-log.ts";
import type { HookContext } from "./hook-context.ts";
import { type HookPaths, hookPaths, makeHome, makeSpool, projectRoot } from "./hook-paths.ts";
import type { Knowledge } from "./knowledge.ts";
import { ownNames, personName } from "./person-name.ts";
import { renderAnswer } from "./render-answer.ts";
import { createSpool, entryNames, type SpoolEntry } from "./spool.ts";
import { isJsonObject, type JsonObject, fieldOf, textOf } from "../core/json/json.ts";
import { readCursorEvent } from "./read-cursor-event.ts";
import { boundedId } from "../core/text/bounded-text.ts";
import { toolOutput } from "./tool-output.ts";

const EDITS = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);

/** A cell of a notebook is no file of its own. */
const editOf = (tool: string, input: unknown, response?: unknown): { readonly edit?: FileEdit } =>
  tool === "NotebookEdit" ? {} : defined({ edit: readEdit(input, response) });

const editedPath = (input: unknown): string | undefined =>
  textOf(fieldOf(input, "file_path")) ?? textOf(fieldOf(input, "notebook_path"));

/** Cursor's event names start with a lowercase letter, and its events name a conversation. */
const protocolOf = (event: JsonObject): HookProtocol =>
  event["cursor_version"] !== undefined ||
  event["conversation_id"] !== undefined ||
  /^[a-z]/.test(String(event["hook_event_name"]))
    ? "cursor"
    : "claude-code";

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
  const event = parseEvent(text, protocol);
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
    answer = renderAnswer(event, await answerEvent(event, context));
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

function createContext({ request, event, setUp, left, reportFault }: ContextInput): HookContext & {
  readonly close: () => Promise<void>;
} {
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
  return {
    paths,
    agent,
    eventId: request.id,
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
      put({ schema: 1, id: `fixed:${request.id}`, kind: "fixed", record });
    },
    recordChecked: (record) => put({ schema: 1, id: `checked:${request.id}`, kind: "checked", record }),
    left,
    recordModel: (record) => put({ schema: 1, id: `model:${request.id}`, kind: "model", record }),
    recordCommit: (record) => put({ schema: 1, id: `commit:${request.id}`, kind: "commit", record }),
    person: () => personName(paths.root, request.env),
    reportFault,
    knowledge: () =>
      (known ??= loadKnowledge({
        setUp,
        now,
        left,
        reportFault,
        put: (record, id) => put({ schema: 1, id, kind: "injection", record }),
      })),
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

/** Parses an event; undefined if the text is not one. */
function parseEvent(text: string, protocol?: HookProtocol): HookEvent | undefined {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(event) || typeof event["hook_event_name"] !== "string") return undefined;
  return (protocol ?? protocolOf(event)) === "cursor" ? readCursorEvent(event) : readClaudeEvent(event);
}

export function readClaudeEvent(event: JsonObject): HookEvent {
  const text = (name: string): string | undefined => textOf(fieldOf(event, name));
  const name = text("hook_event_name") ?? "";
  const common = {
    protocol: "claude-code",
    name,
    session: boundedId(text("session_id") ?? ""),
    folders: [text("cwd")].filter((folder) => folder !== undefined),
    runsOn: readAgentModel({ model: text("model") ?? fieldOf(fieldOf(event, "llm_request"), "model") }),
    ...transcriptOf(event),
  } as const;
  const tool = text("tool_name") ?? "";
  const input = fieldOf(event, "tool_input");
  switch (name) {
    case "SessionStart":
      return { ...common, kind: "session_start" };
    case "SubagentStart":
      return { ...common, kind: "subagent_start" };
    case "PreCompact":
      return { ...common, kind: "compacting" };
    case "UserPromptSubmit":
      return { ...common, kind: "prompt", prompt: text("prompt") ?? "" };
    case "PreToolUse": {
      const path = editedPath(input);
      return EDITS.has(tool) && path !== undefined
        ? { ...common, kind: "before_edit", path, ...editOf(tool, input) }
        : { ...common, kind: "other" };
    }
    case "PostToolUse":
    case "PostToolUseFailure": {
      // An interrupted call says nothing about the work.
      const response = fieldOf(event, "tool_response");
      if (fieldOf(event, "is_interrupt") === true || fieldOf(response, "interrupted") === true) {
        return { ...common, kind: "other" };
      }
      const { text: output, exitCode } = toolOutput(fieldOf(event, "error"), response);
      const command = textOf(fieldOf(input, "command"));
      const callId = text("tool_use_id");
      const path = EDITS.has(tool) ? editedPath(input) : undefined;
      return {
        ...common,
        kind: "after_tool",
        tool,
        output,
        failed: name === "PostToolUseFailure",
        ...(path === undefined ? {} : { path, ...editOf(tool, input, response) }),
        ...defined({ command, exitCode, callId }),
      };
    }
    case "Stop":
      return { ...common, kind: "stop", again: fieldOf(event, "stop_hook_active") === true };
    default:
      return { ...common, kind: "other" };
  }
}
