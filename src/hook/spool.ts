import { existsSync, lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../core/hash.ts";
import {
  listFolder,
  makePrivateFolder,
  readSmallFile,
  tryRemoveFile,
  removeOldFiles,
  writeAtomically,
} from "./hook-files.ts";

/** A queued entry. Its id is created with it, so that it is recorded once even if it is delivered twice. */
export interface SpoolEntry {
  readonly schema: 1;
  readonly id: string;
  readonly kind: "feedback" | "injection" | "fixed" | "model" | "commit" | "checked";
  readonly record: unknown;
}

export interface Spool {
  /** Queues an entry. Returns how many of the oldest were dropped to make room. */
  put(entry: SpoolEntry, receivedAt: number): number;
  /** The names of the queued entries, oldest first. */
  names(): readonly string[];
  read(name: string): string | undefined;
  remove(name: string): void;
  /** Moves an entry that cannot be delivered aside. Returns whether it still existed. */
  setAside(name: string): boolean;
  /** Deletes drafts of killed processes. */
  tidy(now: number): void;
}

interface SpoolLimits {
  readonly entries: number;
  readonly bytes: number;
}

const LIMITS: SpoolLimits = { entries: 10_000, bytes: 64 * 1024 * 1024 };
/** Feedback records are smaller than 256 Ki characters. */
const MAX_ENTRY = 1024 * 1024;
const NAME = /^\d{13}-[0-9a-f]{32}\.json$/;
const OLD_LOCK = /^deliver\.lock\.\d{1,10}\.tmp$/;
const DRAFT_AGE_MS = 3_600_000;
/** The subfolder for entries that cannot be delivered. */
export const ASIDE = "bad";

/** The names of the entries in a folder, oldest first. */
export const entryNames = (folder: string): readonly string[] =>
  listFolder(folder)
    .filter((name) => NAME.test(name))
    .toSorted();

/** A queue of files, each written atomically and flushed to disk. */
export function createSpool(folder: string, limits: SpoolLimits = LIMITS): Spool {
  const names = (): readonly string[] => entryNames(folder);
  const remove = (name: string): void => tryRemoveFile(join(folder, name));
  const aside = join(folder, ASIDE);
  return {
    put: (entry, receivedAt) => {
      const stamp = String(Math.min(Math.max(0, Math.trunc(receivedAt)), 9_999_999_999_999)).padStart(
        13,
        "0",
      );
      const name = `${stamp}-${hash64(entry.id)}${hash64(`#${entry.id}`)}.json`;
      makePrivateFolder(folder);
      if (existsSync(join(folder, name))) return 0;
      writeAtomically(join(folder, name), JSON.stringify(entry), { durable: true });
      const dropped = overflow(folder, names(), limits);
      dropped.forEach(remove);
      return dropped.length;
    },
    names,
    read: (name) => readSmallFile(join(folder, name), MAX_ENTRY),
    remove,
    setAside: (name) => {
      makePrivateFolder(aside);
      try {
        renameSync(join(folder, name), join(aside, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      }
      overflow(aside, entryNames(aside), limits).forEach((old) => tryRemoveFile(join(aside, old)));
      return true;
    },
    tidy: (now) => removeOldFiles(folder, (name) => OLD_LOCK.test(name), now - DRAFT_AGE_MS),
  };
}

/** The oldest entries beyond the limits of number and total size. */
function overflow(
  folder: string,
  names: readonly string[],
  { entries, bytes }: SpoolLimits,
): readonly string[] {
  let over = Math.max(0, names.length - entries);
  // This few cannot exceed the size, so their sizes need not be read.
  if (names.length * MAX_ENTRY <= bytes) return names.slice(0, over);
  const sizes = names.map((name) => sizeOf(join(folder, name)));
  let sum = sizes.slice(over).reduce((total, size) => total + size, 0);
  while (sum > bytes && over < names.length - 1) {
    sum -= sizes[over]!;
    over += 1;
  }
  return names.slice(0, over);
}

const sizeOf = (file: string): number => {
  try {
    return lstatSync(file).size;
  } catch {
    return 0;
  }
};
