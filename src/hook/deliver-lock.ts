import { closeSync, lstatSync, openSync, renameSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder, readSmallFile, tryRemoveFile } from "./hook-files.ts";

const STALE_AFTER_MS = 60_000;

export interface DeliverLock {
  /** Keeps the lock from going stale. */
  refresh(): void;
  release(): void;
}

const fileOf = (folder: string): string => join(folder, "deliver.lock");

/** Whether a process seems to be delivering, without taking the lock. */
export function isDelivering(folder: string, now: number): boolean {
  const file = fileOf(folder);
  try {
    if (now - lstatSync(file).mtimeMs > STALE_AFTER_MS) return false;
  } catch {
    return false;
  }
  const pid = Number(readSmallFile(file, 100));
  return Number.isSafeInteger(pid) && pid > 0 && isAlive(pid);
}

/**
 * Takes the lock, or returns undefined if another process holds it. It only saves work: an entry that two processes deliver
 * is recorded once.
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
        refresh: () => touch(file),
        release: () => {
          if (readSmallFile(file, 100) === String(process.pid)) tryRemoveFile(file);
        },
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    if (isDelivering(folder, now)) return undefined;
    const old = `${file}.${process.pid}.tmp`;
    try {
      // Of several processes that find the lock stale, one succeeds.
      renameSync(file, old);
      tryRemoveFile(old);
    } catch {
      // Another process took it.
    }
  }
  return undefined;
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // Another process took over the stale lock.
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
