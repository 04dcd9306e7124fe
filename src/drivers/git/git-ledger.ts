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
import { clearRemains } from "./clear-remains.ts";
import { importCommits } from "./import-commits.ts";
import { lockLedger } from "./ledger-lock.ts";
import {
  branchOf,
  findRepository,
  openRepository,
  watched,
  type LedgerPlace,
  type LedgerRepository,
} from "./ledger-repository.ts";
import { listTree, type TreeEntry } from "./list-tree.ts";
import { pushLedger } from "./push-ledger.ts";
import { readBlobs } from "./read-blobs.ts";
import { readYaml } from "./read-yaml.ts";
import { refreshFolder } from "./refresh-folder.ts";
import { ANEW_REF, repairHistory, replaceHistory } from "./replace-history.ts";

const LOCK_WAIT_MS = 10_000;

export interface GitLedgerOptions extends LedgerPlace {
  /** The time of commits that hold no record. */
  readonly now?: () => Date;
  /** How long to wait for another writer. */
  readonly lockWaitMs?: number;
}

/** The ledger as a git repository with a working tree; made by the first write. */
export function createGitLedger(options: GitLedgerOptions): Ledger {
  const { now = () => new Date(), lockWaitMs = LOCK_WAIT_MS } = options;
  return {
    holdings: async () => {
      const repository = await findRepository(options);
      return repository === undefined
        ? holdingsOf([], "sha1")
        : holdingsOf(await filesOf(repository), repository.hash);
    },
    write: (plan) => locked(options, lockWaitMs, (repository) => writeOn(repository, plan, now)),
    replaceAll: (plan) => locked(options, lockWaitMs, (repository) => writeAnew(repository, plan, now)),
    read: (wanted) => readFiles(options, wanted),
    push: async () => {
      const repository = await findRepository(options);
      return repository === undefined ? "nothing_to_push" : pushLedger(repository);
    },
  };
}

async function locked<Answer>(
  place: LedgerPlace,
  waitMs: number,
  work: (repository: LedgerRepository) => Promise<Answer>,
): Promise<Answer> {
  const found = await openRepository(place);
  const lock = await lockLedger(found.gitFolder, found.folder, waitMs);
  try {
    if (lock.brokenSince !== undefined) await clearRemains(found.gitFolder, lock.brokenSince);
    const repository = watched(found, place, lock.include);
    await repairHistory(repository);
    return await work(repository);
  } finally {
    await lock.release();
  }
}

async function writeOn(
  repository: LedgerRepository,
  plan: LedgerPlan,
  now: () => Date,
): Promise<LedgerWritten> {
  const { git, hash } = repository;
  const { ref, tip } = await branchOf(repository);
  // What people committed is shown already; what a killed writer committed may not be.
  const before = tip === undefined ? [] : await refreshFolder(repository, tip);
  const batches = plan(holdingsOf(await filesOf(repository), hash));
  const commits = await importCommits(git, batches, { ref, tip, now });
  const after = await branchOf(repository);
  const edited = after.tip === undefined ? [] : await refreshFolder(repository, after.tip);
  if (commits > 0) await git.run(["gc", "--auto", "--quiet"]);
  return { commits, edited: [...new Set([...before, ...edited])] };
}

async function writeAnew(
  repository: LedgerRepository,
  plan: LedgerPlan,
  now: () => Date,
): Promise<LedgerReplaced> {
  const { git, hash } = repository;
  const kept = (await filesOf(repository)).filter(({ path }) => !isWrittenPath(path));
  const commits = await importCommits(git, plan(holdingsOf(kept, hash)), { ref: ANEW_REF, kept, now });
  return { commits, ...(await replaceHistory(repository)) };
}

async function filesOf(repository: LedgerRepository): Promise<readonly TreeEntry[]> {
  const { tip } = await branchOf(repository);
  const files: TreeEntry[] = [];
  if (tip !== undefined) for await (const file of listTree(repository.git, tip)) files.push(file);
  return files;
}

const holdingsOf = (files: readonly TreeEntry[], hash: LedgerRepository["hash"]): LedgerHoldings => ({
  fingerprints: new Map(files.map(({ path, blob }) => [path, blob])),
  fingerprintOf: (text) => blobId(hash, text),
});

async function* readFiles(
  place: LedgerPlace,
  { wants, maxBytes }: LedgerWanted,
): AsyncGenerator<LedgerReading> {
  const repository = await findRepository(place);
  if (repository === undefined) return;
  const wanted = (await filesOf(repository)).filter(({ path }) => wants(path));
  for await (const { asked, content } of readBlobs(repository.git, wanted, maxBytes)) {
    const { path } = asked;
    const text = content === undefined ? undefined : decode(content);
    const read = text === undefined ? undefined : readYaml(text);
    if (read?.ok === true) yield { state: "document", path, value: read.value };
    else {
      const large = `larger than any that Emend reads (${maxBytes.toLocaleString("en-US")} bytes)`;
      const reason = read?.error ?? (content === undefined ? large : "not text in UTF-8");
      yield { state: "unreadable", path, reason };
    }
  }
}

function decode(content: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(content);
  } catch {
    return undefined;
  }
}
