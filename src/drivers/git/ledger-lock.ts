import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { renameSync, writeFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { isAlive, readStartTime } from "./process-start.ts";
import { LedgerError } from "./ledger-error.ts";

const POLL_MS = 50;
const RENEW_MS = 10_000;
/** A writer on another machine cannot be checked. If it has not renewed its lock for this long, it is gone. */
const LEASE_MS = 120_000;

const OWNER = z.object({
  token: z.string(),
  host: z.string(),
  /** The writer and its git processes. All must be gone before another may write. */
  processes: z.array(z.object({ pid: z.int(), start: z.string() })),
  since: z.number(),
});
type Owner = z.infer<typeof OWNER>;

export interface LedgerLock {
  /** When the previous writer started, if it was interrupted. */
  readonly brokenSince: number | undefined;
  /** Adds a child process that must also be gone before another may write. */
  readonly include: (child: ChildProcess) => void;
  release(): Promise<void>;
}

/** Lets one writer at a time into a repository. A killed writer is detected by its process id. */
export async function lockLedger(gitFolder: string, folder: string, waitMs: number): Promise<LedgerLock> {
  const path = join(gitFolder, "emend.lock");
  const self: Owner = {
    token: randomUUID(),
    host: hostname(),
    processes: [{ pid: process.pid, start: readStartTime(process.pid) }],
    since: Date.now(),
  };
  const own = `${path}.${self.token}`;
  await writeFile(own, JSON.stringify(self));
  let brokenSince: number | undefined;
  try {
    const deadline = performance.now() + waitMs;
    while (!(await tryLock(own, path))) {
      const broken = await breakStale(path, own);
      if (broken !== undefined) {
        brokenSince = Math.min(broken, brokenSince ?? broken);
      } else if (performance.now() >= deadline) {
        throw new LedgerError(
          "ledger_locked",
          `another process has been writing to ${folder} for more than ${Math.round(waitMs / 1_000)} seconds; wait for it and run this again (if there is none, remove ${path})`,
        );
      } else {
        await delay(POLL_MS);
      }
    }
  } finally {
    await rm(own, { force: true });
  }
  const renewal = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, RENEW_MS).unref();
  return {
    brokenSince,
    include: (child) => {
      if (child.pid === undefined) return;
      const included = { pid: child.pid, start: readStartTime(child.pid) };
      self.processes.push(included);
      child.once("close", () => self.processes.splice(self.processes.indexOf(included), 1));
      // Written synchronously, because the child is already running.
      writeFileSync(own, JSON.stringify(self));
      renameSync(own, path);
    },
    release: async () => {
      clearInterval(renewal);
      await rm(path, { force: true });
    },
  };
}

/** Creating a link is atomic, so nobody reads half a lock. */
async function tryLock(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw new LedgerError("ledger_unreachable", `${path} cannot be written; check its permissions`, cause);
  }
}

/** Removes a dead writer's lock and returns when that writer started. */
async function breakStale(path: string, own: string): Promise<number | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const owner = readOwner(text);
  if (await isHeld(owner, path)) return undefined;
  const staleCopy = `${own}.stale`;
  try {
    await rename(path, staleCopy);
  } catch {
    return undefined;
  }
  // If another process broke the same lock and took its own in between, puts that one back.
  const moved = await readFile(staleCopy, "utf8").catch(() => text);
  if (moved !== text) await link(staleCopy, path).catch(() => undefined);
  await rm(staleCopy, { force: true });
  return moved === text ? (owner?.since ?? 0) : undefined;
}

async function isHeld(owner: Owner | undefined, path: string): Promise<boolean> {
  if (owner?.host === hostname()) {
    for (const { pid, start } of owner.processes) if (isAlive(pid, start)) return true;
    return false;
  }
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  return age < LEASE_MS;
}

function readOwner(text: string): Owner | undefined {
  try {
    return OWNER.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
