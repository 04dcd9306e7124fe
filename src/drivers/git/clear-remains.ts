import { readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "./process-start.ts";

const OLD_MS = 600_000;

/**
 * Removes what a killed writer left: locks of git that nobody holds any more, marks on half-made packs, and git's
 * notes of its crash. Only what is no older than that writer can be of it.
 */
export async function clearRemains(gitFolder: string, since: number): Promise<void> {
  const refs = join(gitFolder, "refs");
  const packs = join(gitFolder, "objects", "pack");
  const found = [
    ...(await namesIn(gitFolder)).map((name) => join(gitFolder, name)),
    ...(await namesIn(refs, true)).map((name) => join(refs, name)),
    ...(await namesIn(packs)).filter((name) => name.endsWith(".keep")).map((name) => join(packs, name)),
  ];
  for (const path of found) {
    if (!(await isRemain(path))) continue;
    const age = await stat(path).catch(() => undefined);
    if (age === undefined) continue;
    // A writer that waits for its turn has a note of its own, which is never old.
    const isOurs = path.includes("emend.lock.")
      ? Date.now() - age.mtimeMs > OLD_MS
      : // File systems keep times more coarsely than the clock does.
        age.mtimeMs >= since - 2_000;
    if (isOurs) await rm(path, { force: true });
  }
}

async function isRemain(path: string): Promise<boolean> {
  if (path.endsWith(".keep"))
    return (await readFile(path, "latin1").catch(() => "")).startsWith("fast-import");
  if (path.endsWith("gc.pid")) return isGone(await readFile(path, "latin1").catch(() => ""));
  if (path.endsWith("emend.lock")) return false;
  return /\.lock$|fast_import_crash_\d+$|emend-file-\d+$|emend\.lock\.[^/\\]+$/.test(path);
}

/** Git takes a process that has ended and was not fetched by its parent for one at work. */
function isGone(owner: string): boolean {
  const [pid, host] = owner.trim().split(" ", 2);
  return host === hostname() && !isAlive(Number(pid), "");
}

const namesIn = (folder: string, recursive = false): Promise<readonly string[]> =>
  readdir(folder, { recursive, encoding: "utf8" }).catch(() => []);
