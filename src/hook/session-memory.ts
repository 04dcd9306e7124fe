import { join } from "node:path";
import { fieldOf, listOf, textOf, textsOf, isJsonObject } from "../core/json/json.ts";
import { hash64 } from "../core/hash.ts";
import { makePrivateFolder, readSmall, removeOld, writeWhole } from "./hook-files.ts";

/** A failure that was heard in a session. */
export interface HeardFailure {
  readonly key: string;
  readonly count: number;
  /** The event that it was last heard by, and when. */
  readonly event: string;
  readonly at: number;
  /** Whether the agent could be told. */
  readonly told: boolean;
}

/** A command whose last run failed. */
interface OpenFailure {
  readonly command: string;
  readonly what: string;
}

/** What a session's hook has said and heard; small, and forgotten after some days. */
export interface SessionMemory {
  readonly rulesTold: boolean;
  readonly files: readonly string[];
  /** Files that were edited in the last turn in which any was. */
  readonly touched: readonly string[];
  /** Whether the person has spoken since. */
  readonly turnOver: boolean;
  /** What the person asked for last, by the names of things. */
  readonly task: string;
  /** Corrections that were told in this session, by the id of the feedback. */
  readonly reminded: readonly string[];
  readonly failures: readonly HeardFailure[];
  readonly open: readonly OpenFailure[];
}

const MOST_BYTES = 256 * 1024;
const MOST_FILES = 500;
const MOST_TOUCHED = 50;
const MOST_REMINDED = 200;
const MOST_ID = 64;
const MOST_FAILURES = 200;
const MOST_OPEN = 50;
const MOST_TEXT = 300;
const FORGOTTEN_AFTER_MS = 7 * 24 * 3_600_000;

const NOTHING: SessionMemory = {
  rulesTold: false,
  files: [],
  touched: [],
  turnOver: false,
  task: "",
  reminded: [],
  failures: [],
  open: [],
};

const fileOf = (folder: string, session: string): string =>
  join(folder, `${hash64(session)}${hash64(`#${session}`)}.json`);

/** What is known of a session; nothing where its file is not there or not ours. */
export function readMemory(folder: string, session: string): SessionMemory {
  let given: unknown;
  try {
    given = JSON.parse(readSmall(fileOf(folder, session), MOST_BYTES) ?? "null");
  } catch {
    return NOTHING;
  }
  if (!isJsonObject(given)) return NOTHING;
  return bounded({
    rulesTold: given["rulesTold"] === true,
    files: textsOf(given["files"]),
    touched: textsOf(given["touched"]),
    turnOver: given["turnOver"] === true,
    task: textOf(given["task"]) ?? "",
    reminded: textsOf(given["reminded"]),
    failures: listOf(given["failures"]).flatMap(readFailure),
    open: listOf(given["open"]).flatMap(readOpen),
  });
}

/** Keeps it; where two calls of one session come at once, the later wins. */
export function writeMemory(folder: string, session: string, memory: SessionMemory): void {
  makePrivateFolder(folder);
  writeWhole(fileOf(folder, session), JSON.stringify(bounded(memory)));
}

/** Sessions, and answers that a server gave. */
const isOurs = (name: string): boolean => /^(?:[0-9a-f]{32}|answer-[0-9a-f]{16})\.json$/.test(name);

/** Deletes what was last written long ago, drafts of killed processes included. */
export function forgetOldSessions(folder: string, now: number): void {
  removeOld(folder, isOurs, now - FORGOTTEN_AFTER_MS);
}

const cut = (text: string): string => text.slice(0, MOST_TEXT).toWellFormed();

function bounded({ files, touched, task, reminded, failures, open, ...rest }: SessionMemory): SessionMemory {
  return {
    ...rest,
    files: files.slice(-MOST_FILES).map(cut),
    touched: touched.slice(-MOST_TOUCHED).map(cut),
    task: cut(task),
    reminded: reminded.slice(-MOST_REMINDED).map((id) => id.slice(0, MOST_ID)),
    failures: failures.slice(-MOST_FAILURES),
    open: open.slice(-MOST_OPEN).map(({ command, what }) => ({ command: cut(command), what: cut(what) })),
  };
}

function readFailure(value: unknown): readonly HeardFailure[] {
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
