import { existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Files in memory on Linux. Containers often have next to nothing there. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** The fastest folder for files that need not outlive the tests. */
export function quickFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** The temporary folder of this run. Its name is short, because the paths of sockets may have about 100 characters. */
export const TEMPORARY_FOLDER = join(quickFolder(), `emend-${process.pid}`);

export function setup(): void {
  mkdirSync(TEMPORARY_FOLDER, { recursive: true });
}

/** Removes whatever tests left behind. */
export function teardown(): void {
  rmSync(TEMPORARY_FOLDER, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
