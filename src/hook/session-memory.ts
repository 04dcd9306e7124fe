import { type AgentModel, readAgentModel } from "../core/feedback/agent-model.ts";
import { CHECK_ID } from "../core/check/rule-check.ts";
import type { InjectedRule } from "../core/rule/injection.ts";
import { RULE_ID } from "../core/rule/rule.ts";
import { MAX_GIVEN } from "../core/why/commit-run.ts";
import { join } from "node:path";
import { fieldOf, listOf, textOf, textsOf, isJsonObject } from "../core/json/json.ts";
import { hash64 } from "../core/hash.ts";
import { makePrivateFolder, readSmallFile, removeOldFiles, writeAtomically } from "./hook-files.ts";

export interface SeenFailure {
  readonly key: string;
  readonly count: number;
  /** The hook event that last reported it. */
  readonly event: string;
  readonly at: number;
  /** Whether the agent was told. */
  readonly told: boolean;
}

/** A command whose last run failed. */
interface OpenFailure {
  readonly command: string;
  readonly what: string;
}

/** What the hook of a session has seen and told the agent. */
export interface SessionMemory {
  /** Ids of the rules for every file that the agent was given. */
  readonly rulesTold: readonly string[];
  readonly files: readonly string[];
  /** Files edited in the last turn that edited any. */
  readonly touched: readonly string[];
  /** Whether a prompt came since. */
  readonly turnOver: boolean;
  /** The names of things in the last prompt. */
  readonly task: string;
  /** Ids of the corrections that the agent was reminded of. */
  readonly reminded: readonly string[];
  readonly failures: readonly SeenFailure[];
  readonly open: readonly OpenFailure[];
  /** What the agent runs on, as far as it is recorded. */
  readonly runsOn: AgentModel;
  /** Rules that the agent was given for files, which its prompt may lack. */
  readonly given: readonly InjectedRule[];
  /** Whether the agent works on a prompt. */
  readonly working: boolean;
  /** The last prompt, and when it came. */
  readonly prompt: { readonly key: string; readonly at: number };
  /** Ids of the refused calls that are recorded. */
  readonly refusals: readonly string[];
  /** Whether the conversation was shortened, so that the agent has to be told again. */
  readonly compacted: boolean;
  /** Files that checks read since that was last reported, by the id of the check. */
  readonly checked: Readonly<Record<string, number>>;
}

const MAX_BYTES = 256 * 1024;
const MAX_FILES = 500;
const MAX_TOUCHED = 50;
const MAX_REMINDED = 200;
const MAX_ID = 64;
const MAX_FAILURES = 200;
const MAX_OPEN = 50;
const MAX_CHECKS = 200;
const MAX_REFUSALS = 200;
const MAX_TEXT = 300;
const RETENTION_MS = 7 * 24 * 3_600_000;

const EMPTY: SessionMemory = {
  rulesTold: [],
  files: [],
  touched: [],
  turnOver: false,
  task: "",
  reminded: [],
  failures: [],
  open: [],
  runsOn: {},
  given: [],
  working: false,
  prompt: { key: "", at: 0 },
  refusals: [],
  compacted: false,
  checked: {},
};

const fileOf = (folder: string, session: string): string =>
  join(folder, `${hash64(session)}${hash64(`#${session}`)}.json`);

export function readMemory(folder: string, session: string): SessionMemory {
  let stored: unknown;
  try {
    stored = JSON.parse(readSmallFile(fileOf(folder, session), MAX_BYTES) ?? "null");
  } catch {
    return EMPTY;
  }
  if (!isJsonObject(stored)) return EMPTY;
  return bounded({
    rulesTold: textsOf(stored["rulesTold"]),
    files: textsOf(stored["files"]),
    touched: textsOf(stored["touched"]),
    turnOver: stored["turnOver"] === true,
    task: textOf(stored["task"]) ?? "",
    reminded: textsOf(stored["reminded"]),
    failures: listOf(stored["failures"]).flatMap(readFailure),
    open: listOf(stored["open"]).flatMap(readOpen),
    runsOn: readAgentModel({
      model: fieldOf(stored["runsOn"], "model"),
      agent_version: fieldOf(stored["runsOn"], "agent_version"),
    }),
    given: listOf(stored["given"]).flatMap(readGiven),
    compacted: stored["compacted"] === true,
    working: stored["working"] === true,
    prompt: readPrompt(stored["prompt"]),
    refusals: textsOf(stored["refusals"]),
    checked: readCounts(stored["checked"]),
  });
}

/** If two hooks of one session write at once, the later one wins. */
export function writeMemory(folder: string, session: string, memory: SessionMemory): void {
  makePrivateFolder(folder);
  writeAtomically(fileOf(folder, session), JSON.stringify(bounded(memory)));
}

/** Session files, and cached answers of a server. */
const isOurs = (name: string): boolean => /^(?:[0-9a-f]{32}|answer-[0-9a-f]{16})\.json$/.test(name);

export function removeOldSessions(folder: string, now: number): void {
  removeOldFiles(folder, isOurs, now - RETENTION_MS);
}

const cut = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed();

function bounded(memory: SessionMemory): SessionMemory {
  const { rulesTold, files, touched, task, reminded, failures, open, given, checked, refusals, ...rest } =
    memory;
  return {
    ...rest,
    refusals: refusals.slice(-MAX_REFUSALS).map(cut),
    rulesTold: rulesTold.slice(-MAX_GIVEN).map((id) => id.slice(0, MAX_ID)),
    files: files.slice(-MAX_FILES).map(cut),
    touched: touched.slice(-MAX_TOUCHED).map(cut),
    task: cut(task),
    reminded: reminded.slice(-MAX_REMINDED).map((id) => id.slice(0, MAX_ID)),
    failures: failures.slice(-MAX_FAILURES),
    given: given.slice(-MAX_GIVEN),
    checked: Object.fromEntries(Object.entries(checked).slice(0, MAX_CHECKS)),
    open: open.slice(-MAX_OPEN).map(({ command, what }) => ({ command: cut(command), what: cut(what) })),
  };
}

function readCounts(value: unknown): Readonly<Record<string, number>> {
  if (!isJsonObject(value)) return {};
  const counts = Object.entries(value).filter(
    (entry): entry is [string, number] => CHECK_ID.test(entry[0]) && Number.isSafeInteger(entry[1]),
  );
  return Object.fromEntries(counts);
}

function readPrompt(value: unknown): SessionMemory["prompt"] {
  const at = fieldOf(value, "at");
  return { key: textOf(fieldOf(value, "key")) ?? "", at: typeof at === "number" ? at : 0 };
}

function readGiven(value: unknown): readonly InjectedRule[] {
  const rule_id = textOf(fieldOf(value, "rule_id"));
  const version = fieldOf(value, "version");
  return rule_id !== undefined && RULE_ID.test(rule_id) && Number.isSafeInteger(version)
    ? [{ rule_id, version: version as number }]
    : [];
}

function readFailure(value: unknown): readonly SeenFailure[] {
  const key = textOf(fieldOf(value, "key"));
  const count = fieldOf(value, "count");
  const at = fieldOf(value, "at");
  if (key === undefined || !Number.isSafeInteger(count) || typeof at !== "number") return [];
  const event = textOf(fieldOf(value, "event")) ?? "";
  return [
    { key: cut(key), count: count as number, event: cut(event), at, told: fieldOf(value, "told") === true },
  ];
}

function readOpen(value: unknown): readonly OpenFailure[] {
  const command = textOf(fieldOf(value, "command"));
  const what = textOf(fieldOf(value, "what"));
  return command === undefined || what === undefined ? [] : [{ command, what }];
}
