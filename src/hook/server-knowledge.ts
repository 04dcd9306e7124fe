import type { AgentModel } from "../core/feedback/agent-model.ts";
import { defined } from "../core/defined.ts";
import { join } from "node:path";
import { fieldOf, listOf, oneOf, textOf, textsOf } from "../core/json/json.ts";
import { hash64 } from "../core/hash.ts";
import { REMINDER_PLACES, type ReminderSource } from "../core/reminder/reminder.ts";
import { RULE_TYPES } from "../core/rule/rule.ts";
import { ExternalError } from "../ports/errors.ts";
import type { ServerAddress } from "./destinations.ts";
import { makePrivateFolder, readSmallFile, writeAtomically } from "./hook-files.ts";
import type { Knowledge, KnownMistake, KnownReminder, HookRule } from "./knowledge.ts";

const CACHE_MS = 24 * 3_600_000;
const MAX_BYTES = 1024 * 1024;
const MAX_ITEMS = 200;
const MAX_CHECKS = 2_000;
/** Every edit needs the checks, so for so long an answer is used again. */
const FRESH_MS = 60_000;

interface ServerKnowledgeOptions extends ServerAddress {
  readonly reminders: ReminderSource;
  /** Where answers are readCache. */
  readonly folder: string;
  /** Creates the parent of that folder. */
  readonly prepare: () => void;
  readonly now: () => number;
  /** Milliseconds left for a request. */
  readonly left: () => number;
  /** Called once with the reason why a readCache answer is used. */
  readonly onFault: (error: unknown) => void;
}

/** Asks the server. If it cannot be reached, its last answer of the past day is used. */
export function serverKnowledge(options: ServerKnowledgeOptions): Knowledge {
  const { url, token, reminders, folder, prepare, now, left, onFault } = options;
  let isReported = false;
  // The requests of one event fail for the same reason.
  const reportOnce = (error: unknown): void => {
    if (!isReported) onFault(error);
    isReported = true;
  };
  const base = `${url.replace(/\/+$/, "")}/api/v1/`;
  const ask = async (
    what: string,
    query: URLSearchParams,
    freshMs = 0,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<unknown> => {
    const address = `${base}${what}?${query.toString()}`;
    // A server that is away answers every session alike.
    query.delete("run");
    query.delete("task");
    const cache = join(folder, `answer-${hash64(`${what} ${query.toString()}`)}.json`);
    const fresh = freshMs === 0 ? undefined : readCache(cache, now(), hash64(base), freshMs);
    if (fresh !== undefined) return fresh;
    try {
      const text = await load(address, { token, headers }, left());
      const answer: unknown = JSON.parse(text);
      writeCache({ folder, prepare }, cache, JSON.stringify({ at: now(), address: hash64(base), answer }));
      return answer;
    } catch (error) {
      reportOnce(error);
      return readCache(cache, now(), hash64(base));
    }
  };
  const list = async <T>(
    agent: string,
    what: "rules" | "mistakes" | "reminders",
    query: URLSearchParams,
    read: (value: unknown) => readonly T[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<readonly T[]> =>
    listOf(fieldOf(await ask(`agents/${encodeURIComponent(agent)}/${what}`, query, 0, headers), what))
      .slice(0, MAX_ITEMS)
      .flatMap(read);
  return {
    rules: ({ agent, run, task, files, ...model }) => {
      const query = pathQuery(files);
      if (run !== undefined) query.set("run", run);
      if (task !== undefined) query.set("task", task);
      return list(agent, "rules", query, readRule, modelHeaders(model));
    },
    mistakes: ({ agent, files }) => list(agent, "mistakes", pathQuery(files), readMistake),
    reminders: async ({ agent, files, about }) => {
      if (reminders === "off") return [];
      const query = pathQuery(files);
      query.set("source", reminders);
      if (about !== "") query.set("about", about);
      return list(agent, "reminders", query, readReminder);
    },
    checks: async ({ agent }) => {
      const query = new URLSearchParams({ agent });
      const { parseActiveCheck } = await import("../core/check/active-check.ts");
      const found = listOf(fieldOf(await ask("running-checks", query, FRESH_MS), "checks"));
      return found.slice(0, MAX_CHECKS).flatMap((check) => parseActiveCheck(check) ?? []);
    },
    close: () => Promise.resolve(),
  };
}

const pathQuery = (files: readonly string[]): URLSearchParams =>
  new URLSearchParams(files.map((file): [string, string] => ["path", file]));

/** Older servers ignore the headers, but would refuse fields that they do not know. */
const modelHeaders = ({ model, agent_version }: AgentModel): Readonly<Record<string, string>> =>
  defined({ "emend-agent-model": headerText(model), "emend-agent-version": headerText(agent_version) });

/** A header cannot contain other characters. */
const headerText = (text: string | undefined): string | undefined => text?.replaceAll(/[^\x20-\x7E]/g, "?");

interface LoadOptions {
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

async function load(address: string, { token, headers }: LoadOptions, left: number): Promise<string> {
  const answer = await fetch(address, {
    redirect: "error",
    headers: {
      accept: "application/json",
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(Math.max(1, Math.trunc(left))),
  }).catch((cause: unknown) => {
    throw new ExternalError("server_away", "the server did not answer in time; using its last answer", cause);
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    // Older servers have no reminders and no checks.
    if (answer.status === 404 && /\/(?:reminders|running-checks)\?/.test(address)) return "{}";
    const refused = answer.status === 401 || answer.status === 403;
    const hint = refused ? "check server.url and server.token; " : "";
    throw new ExternalError(
      refused ? "server_refused" : "server_failed",
      `the server answered ${answer.status}; ${hint}using its last answer`,
    );
  }
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new ExternalError("server_failed", "the server's answer is too large");
  }
  return text;
}

function writeCache(
  { folder, prepare }: Pick<ServerKnowledgeOptions, "folder" | "prepare">,
  file: string,
  text: string,
): void {
  try {
    prepare();
    makePrivateFolder(folder);
    writeAtomically(file, text);
  } catch {
    // Without the cache only the next answer suffers.
  }
}

function readCache(file: string, now: number, address: string, maxAge = CACHE_MS): unknown {
  try {
    const kept: unknown = JSON.parse(readSmallFile(file, 2 * MAX_BYTES) ?? "null");
    const at = fieldOf(kept, "at");
    const fresh = typeof at === "number" && now - at <= maxAge && at <= now + maxAge;
    return fresh && fieldOf(kept, "address") === address ? fieldOf(kept, "answer") : undefined;
  } catch {
    return undefined;
  }
}

function readRule(value: unknown): readonly HookRule[] {
  const text = textOf(fieldOf(value, "text"));
  const type = oneOf(fieldOf(value, "type"), RULE_TYPES) ?? "guideline";
  const version = fieldOf(value, "version");
  if (text === undefined) return [];
  return [
    {
      rule_id: textOf(fieldOf(value, "rule_id")) ?? "",
      version: Number.isSafeInteger(version) ? (version as number) : 0,
      type,
      text,
      paths: textsOf(fieldOf(value, "paths")),
    },
  ];
}

function readMistake(value: unknown): readonly KnownMistake[] {
  const words = textOf(fieldOf(fieldOf(value, "example"), "words"));
  if (words === undefined) return [];
  const count = fieldOf(value, "count");
  const remedy = fieldOf(value, "remedy");
  const fix = textOf(fieldOf(remedy, "text"));
  return [
    {
      feedback_id: textOf(fieldOf(fieldOf(value, "example"), "feedback_id")) ?? "",
      words,
      count: typeof count === "number" && Number.isSafeInteger(count) ? count : 1,
      here: oneOf(fieldOf(value, "here"), ["same_file", "same_folder", "same_extension"]) ?? "near it",
      last: textOf(fieldOf(value, "last_time"))?.replaceAll(/[^0-9T:.Z-]/g, "") ?? "",
      ...(fix === undefined
        ? {}
        : { remedy: { from: oneOf(fieldOf(remedy, "from"), ["rule", "fix", "gate"]) ?? "fix", text: fix } }),
    },
  ];
}

function readReminder(value: unknown): readonly KnownReminder[] {
  const words = textOf(fieldOf(value, "words"));
  if (words === undefined) return [];
  const path = textOf(fieldOf(value, "path"));
  return [
    {
      feedback_id: textOf(fieldOf(value, "feedback_id")) ?? "",
      words,
      by: textOf(fieldOf(value, "by")) ?? "",
      said_at: textOf(fieldOf(value, "said_at")) ?? "",
      here: oneOf(fieldOf(value, "here"), REMINDER_PLACES) ?? "elsewhere",
      ...defined({ path }),
    },
  ];
}
