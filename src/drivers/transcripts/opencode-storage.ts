import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ReadTranscript, TranscriptFile } from "../../ports/transcripts.ts";
import { objectText, readOpenCode, type StoredMessage } from "./opencode-document.ts";
import { readHead } from "./regular-file.ts";
import { MAX_LINE_BYTES } from "./split-lines.ts";

const SESSION = /[/\\]storage[/\\]session[/\\][^/\\]+[/\\]ses_[^/\\]+\.json$/;

/** `storage/session/<project>/<session>.json`: the messages and their parts are in other folders. */
export const isStoredSession = (path: string): boolean => SESSION.test(path);

/** The files of a session, counted and weighed together. */
export async function storedSession(path: string): Promise<TranscriptFile> {
  let files = 0n;
  let size = 0n;
  let latest = 0n;
  const count = async (file: string): Promise<void> => {
    const found = await stat(file, { bigint: true });
    files += 1n;
    size += found.size;
    if (found.mtimeNs > latest) latest = found.mtimeNs;
  };
  await count(path);
  for (const message of await messagesOf(path)) {
    await count(message);
    for (const part of await partsOf(message)) await count(part);
  }
  return { path, size: Number(size), version: `${size}-${files}-${latest}` };
}

export async function readStoredSession(path: string): Promise<ReadTranscript> {
  return readOpenCode(path, await textOf(path), storedMessages(path));
}

async function* storedMessages(path: string): AsyncGenerator<StoredMessage> {
  for (const message of await messagesOf(path)) {
    const info = await textOf(message);
    const parts: (string | undefined)[] = [];
    for (const part of await partsOf(message)) parts.push(await textOf(part));
    yield { info, parts };
  }
}

const messagesOf = (session: string): Promise<readonly string[]> =>
  jsonIn(join(storageOf(session), "message", basename(session, ".json")));

const partsOf = (message: string): Promise<readonly string[]> =>
  jsonIn(join(dirname(dirname(dirname(message))), "part", basename(message, ".json")));

const storageOf = (session: string): string => dirname(dirname(dirname(session)));

/** Ids begin with a time, so that their order is the order of the conversation. */
async function jsonIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => join(folder, name));
}

async function textOf(path: string): Promise<string | undefined> {
  return objectText(await readHead(path, MAX_LINE_BYTES).catch(() => undefined));
}
