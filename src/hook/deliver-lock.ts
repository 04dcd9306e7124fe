import { closeSync, lstatSync, openSync, renameSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, readSmall, removeFile } from "./hook-files.ts";

const STALE_AFTER_MS = 60_000;

export interface DeliverLock {
  /** Says that its holder is still at work. */
  keep(): void;
  release(): void;
}

const fileOf = (folder: string): string => join(folder, "deliver.lock");

/** Whether somebody delivers at this moment, as far as can be told without taking the lock. */
export function isDelivering(folder: string, now: number): boolean {
  const file = fileOf(folder);
  try {
    if (now - lstatSync(file).mtimeMs > STALE_AFTER_MS) return false;
  } catch {
    return false;
  }
  const pid = Number(readSmall(file, 100));
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

/**
 * Takes the lock, or answers nothing where another process has it. It spares work and is needed for nothing else: what
 * two deliver at once is recorded once.
 */
export function takeDeliverLock(folder: string, now: number): DeliverLock | undefined {
  makePrivateFolder(folder);
  const file = fileOf(folder);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const handle = openSync(file, "wx", 0o600);
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return {
        keep: () => touch(file),
        release: () => {
          if (readSmall(file, 100) === String(process.pid)) removeFile(file);
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isDelivering(folder, now)) return undefined;
    const old = `${file}.${process.pid}.tmp`;
    try {
      // One of several that find it stale gets it.
      renameSync(file, old);
      removeFile(old);
    } catch {
      // Another did.
    }
  }
  return undefined;
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Taken over by another; see above.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
