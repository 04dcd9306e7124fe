import { decodeUtf8 } from "../text/decode-utf8.ts";
import { isWrittenPath } from "../../core/ledger/ledger-path.ts";
import type {
  Ledger,
  LedgerHoldings,
  LedgerPlan,
  LedgerReading,
  LedgerReplaced,
  LedgerWanted,
  LedgerWritten,
} from "../../ports/ledger.ts";
import { blobId } from "./blob-id.ts";
import { lockLedger } from "./ledger-lock.ts";
import {
  readBranch,
  findRepository,
  openLedgerRepository,
  withProcessListener,
  type LedgerLocation,
  type LedgerRepository,
} from "./ledger-repository.ts";
import { listTree, type TreeEntry } from "./list-tree.ts";
import { pushLedger } from "./push-ledger.ts";
import { readBlobs } from "./read-blobs.ts";
import { readYaml } from "./read-yaml.ts";
import { refreshFolder } from "./refresh-folder.ts";
import { NEW_HISTORY_REF, repairHistory, replaceHistory } from "./replace-history.ts";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "./process-start.ts";
import type { LedgerBatch } from "../../core/ledger/ledger-file.ts";
import type { Git } from "./git-process.ts";

/** The branch is updated after this many files, so that a crash loses no more than these. */
const CHECKPOINT_FILES = 10_000;

const CHUNK = 262_144;

/** A path in git's quoting, so that no name can act as a command. */
const quoted = (path: string): string =>
  /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(path)
    ? path
    : `"${path.replace(/[^A-Za-z0-9_./ -]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`)}"`;

const OLD_MS = 600_000;

const namesIn = (folder: string, recursive = false): Promise<readonly string[]> =>
  readdir(folder, { recursive, encoding: "utf8" }).catch(() => []);

const LOCK_WAIT_MS = 10_000;

export interface GitLedgerOptions extends LedgerLocation {
  /** The time of commits without a record. */
  readonly now?: () => Date;
  /** How long to wait for another writer. */
  readonly lockWaitMs?: number;
}

/** The ledger as a git repository with a working tree, created by the first write. */
export function createGitLedger(options: GitLedgerOptions): Ledger {
  const { now = () => new Date(), lockWaitMs = LOCK_WAIT_MS } = options;
  return {
    holdings: async () => {
      const repository = await findRepository(options);
      return repository === undefined
        ? holdingsOf([], "sha1")
        : holdingsOf(await filesOf(repository), repository.hash);
    },
    write: (plan) => locked(options, lockWaitMs, (repository) => appendToLedger(repository, plan, now)),
    replaceAll: (plan) => locked(options, lockWaitMs, (repository) => rewriteLedger(repository, plan, now)),
    read: (wanted) => readFiles(options, wanted),
    push: async () => {
      const repository = await findRepository(options);
      return repository === undefined ? "nothing_to_push" : pushLedger(repository);
    },
  };
}

async function locked<Answer>(
  location: LedgerLocation,
  waitMs: number,
  work: (repository: LedgerRepository) => Promise<Answer>,
): Promise<Answer> {
  const found = await openLedgerRepository(location);
  const lock = await lockLedger(found.gitFolder, found.folder, waitMs);
  try {
    if (lock.brokenSince !== undefined) await removeLeftovers(found.gitFolder, lock.brokenSince);
    const repository = withProcessListener(found, location, lock.include);
    await repairHistory(repository);
    return await work(repository);
  } finally {
    await lock.release();
  }
}

async function appendToLedger(
  repository: LedgerRepository,
  plan: LedgerPlan,
  now: () => Date,
): Promise<LedgerWritten> {
  const { git, hash } = repository;
  const { ref, tip } = await readBranch(repository);
  // People's commits are already checked out, but those of a killed writer may not be.
  const before = tip === undefined ? [] : await refreshFolder(repository, tip);
  const batches = plan(holdingsOf(await filesOf(repository), hash));
  const commits = await importCommits(git, batches, { ref, tip, now });
  const after = await readBranch(repository);
  const edited = after.tip === undefined ? [] : await refreshFolder(repository, after.tip);
  if (commits > 0) await git.run(["gc", "--auto", "--quiet"]);
  return { commits, edited: [...new Set([...before, ...edited])] };
}

async function rewriteLedger(
  repository: LedgerRepository,
  plan: LedgerPlan,
  now: () => Date,
): Promise<LedgerReplaced> {
  const { git, hash } = repository;
  const kept = (await filesOf(repository)).filter(({ path }) => !isWrittenPath(path));
  const commits = await importCommits(git, plan(holdingsOf(kept, hash)), { ref: NEW_HISTORY_REF, kept, now });
  return { commits, ...(await replaceHistory(repository)) };
}

async function filesOf(repository: LedgerRepository): Promise<readonly TreeEntry[]> {
  const { tip } = await readBranch(repository);
  const files: TreeEntry[] = [];
  if (tip !== undefined) for await (const file of listTree(repository.git, tip)) files.push(file);
  return files;
}

const holdingsOf = (files: readonly TreeEntry[], hash: LedgerRepository["hash"]): LedgerHoldings => ({
  fingerprints: new Map(files.map(({ path, blob }) => [path, blob])),
  fingerprintOf: (text) => blobId(hash, text),
});

async function* readFiles(
  location: LedgerLocation,
  { wants, maxBytes }: LedgerWanted,
): AsyncGenerator<LedgerReading> {
  const repository = await findRepository(location);
  if (repository === undefined) return;
  const wanted = (await filesOf(repository)).filter(({ path }) => wants(path));
  for await (const { asked, content } of readBlobs(repository.git, wanted, { most: maxBytes })) {
    const { path } = asked;
    const text = content === undefined ? undefined : decodeUtf8(content);
    const read = text === undefined ? undefined : readYaml(text);
    if (read?.ok === true) yield { state: "document", path, value: read.value };
    else {
      const large = `larger than Emend's limit (${maxBytes.toLocaleString("en-US")} bytes)`;
      const reason = read?.error ?? (content === undefined ? large : "not text in UTF-8");
      yield { state: "unreadable", path, reason };
    }
  }
}

/**
 * Removes what a killed writer left behind: stale git locks, marks on unfinished packs and crash reports. Only
 * touches files no older than that writer.
 */
async function removeLeftovers(gitFolder: string, since: number): Promise<void> {
  const refs = join(gitFolder, "refs");
  const packs = join(gitFolder, "objects", "pack");
  const found = [
    ...(await namesIn(gitFolder)).map((name) => join(gitFolder, name)),
    ...(await namesIn(refs, true)).map((name) => join(refs, name)),
    ...(await namesIn(packs)).filter((name) => name.endsWith(".keep")).map((name) => join(packs, name)),
  ];
  for (const path of found) {
    if (!(await isLeftover(path))) continue;
    const age = await stat(path).catch(() => undefined);
    if (age === undefined) continue;
    // A waiting writer has a lock file of its own, which is never old.
    const isOurs = path.includes("emend.lock.")
      ? Date.now() - age.mtimeMs > OLD_MS
      : // File systems keep times more coarsely than the clock does.
        age.mtimeMs >= since - 2_000;
    if (isOurs) await rm(path, { force: true });
  }
}

async function isLeftover(path: string): Promise<boolean> {
  if (path.endsWith(".keep"))
    return (await readFile(path, "latin1").catch(() => "")).startsWith("fast-import");
  if (path.endsWith("gc.pid")) return isGone(await readFile(path, "latin1").catch(() => ""));
  if (path.endsWith("emend.lock")) return false;
  return /\.lock$|fast_import_crash_\d+$|emend-file-\d+$|emend\.lock\.[^/\\]+$/.test(path);
}

/** Git mistakes a zombie process for a running one. */
function isGone(owner: string): boolean {
  const [pid, host] = owner.trim().split(" ", 2);
  return host === hostname() && !isAlive(Number(pid), "");
}

interface ImportTarget {
  readonly ref: string;
  /** Parent of the first commit. Without one, a new history starts. */
  readonly tip?: string | undefined;
  /** Files that a new history starts with. */
  readonly kept?: readonly TreeEntry[];
  readonly now: () => Date;
}

/** Feeds commits to one `git fast-import` as fast as it accepts them, and returns how many there were. */
async function importCommits(
  git: Git,
  batches: AsyncIterable<LedgerBatch>,
  target: ImportTarget,
): Promise<number> {
  let importer: ReturnType<Git["start"]> | undefined;
  let commits = 0;
  let uncertain = 0;
  const write = async (parts: Iterable<string>): Promise<void> => {
    if (importer === undefined) {
      // Without the final `done`, it discards everything after the last checkpoint.
      importer = git.start(["fast-import", "--quiet", "--done", "--date-format=raw"]);
      importer.child.stdout.resume();
    }
    let chunk = "";
    for (const part of parts) {
      chunk += part;
      if (chunk.length < CHUNK) continue;
      await importer.write(chunk);
      chunk = "";
    }
    await importer.write(chunk);
  };
  try {
    if (target.kept !== undefined) {
      const batch = { message: "Start the ledger anew\n", files: [], removed: [] };
      await write(commitText(batch, { ...target, isFirst: true }));
      commits += 1;
    }
    for await (const batch of batches) {
      await write(commitText(batch, { ...target, isFirst: commits === 0 }));
      commits += 1;
      uncertain += batch.files.length + batch.removed.length;
      if (uncertain < CHECKPOINT_FILES) continue;
      await write(["checkpoint\n"]);
      uncertain = 0;
    }
    if (importer !== undefined) {
      await write(["done\n"]);
      await importer.finish();
    }
    return commits;
  } catch (error) {
    await importer?.abandon();
    throw error;
  }
}

function* commitText(
  { message, time, files, removed }: LedgerBatch,
  { ref, tip, kept, now, isFirst }: ImportTarget & { readonly isFirst: boolean },
): Generator<string> {
  const moment = time === undefined ? now().getTime() : Date.parse(time);
  // Git cannot represent times before 1970.
  const seconds = Math.max(0, Math.floor(moment / 1_000));
  yield `commit ${ref}\ncommitter Emend <emend@localhost> ${seconds} +0000\n`;
  yield `data ${Buffer.byteLength(message)}\n${message}\n`;
  if (isFirst && tip !== undefined) yield `from ${tip}\n`;
  if (isFirst) for (const { mode, blob, path } of kept ?? []) yield `M ${mode} ${blob} ${quoted(path)}\n`;
  for (const path of removed) yield `D ${quoted(path)}\n`;
  for (const { path, text } of files) {
    yield `M 100644 inline ${quoted(path)}\ndata ${Buffer.byteLength(text)}\n`;
    yield text;
    yield "\n";
  }
  yield "\n";
}
