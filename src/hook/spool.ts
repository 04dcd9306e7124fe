import { existsSync, lstatSync, renameSync } from "node:fs";
import { join } from "node:path";
import { hash64 } from "../core/hash.ts";
import { listFolder, makePrivateFolder, readSmall, removeFile, removeOld, writeWhole } from "./hook-files.ts";

/** Something heard that waits to be recorded. Its id is made when it is heard, so that it counts once however often it is delivered. */
export interface SpoolEntry {
  readonly schema: 1;
  readonly id: string;
  readonly kind: "feedback" | "injection" | "fixed";
  /** The record as the store or the server takes it. */
  readonly record: unknown;
}

export interface Spool {
  /** Keeps an entry; answers how many of the oldest had to give way. */
  put(entry: SpoolEntry, heardAt: number): number;
  /** The names of those that wait, the oldest first. */
  names(): readonly string[];
  read(name: string): string | undefined;
  remove(name: string): void;
  /** Puts aside what cannot be delivered; answers whether it was still there. */
  setAside(name: string): boolean;
  /** Deletes drafts that a killed process left. */
  tidy(now: number): void;
}

interface SpoolBounds {
  readonly entries: number;
  readonly bytes: number;
}

const BOUNDS: SpoolBounds = { entries: 10_000, bytes: 64 * 1024 * 1024 };
/** A record of Feedback stays below 256 Ki characters. */
const MOST_ENTRY = 1024 * 1024;
const NAME = /^\d{13}-[0-9a-f]{32}\.json$/;
const OLD_LOCK = /^deliver\.lock\.\d{1,10}\.tmp$/;
const DRAFT_AGE_MS = 3_600_000;
/** The folder in a spool for what cannot be delivered. */
export const ASIDE = "bad";

/** The entries in a folder, the oldest first; whatever else is there is not ours. */
export const entryNames = (folder: string): readonly string[] =>
  listFolder(folder)
    .filter((name) => NAME.test(name))
    .toSorted();

/** Entries as files: each is there whole or not at all, and survives the process that wrote it. */
export function createSpool(folder: string, bounds: SpoolBounds = BOUNDS): Spool {
  const names = (): readonly string[] => entryNames(folder);
  const remove = (name: string): void => removeFile(join(folder, name));
  const aside = join(folder, ASIDE);
  return {
    put: (entry, heardAt) => {
      const stamp = String(Math.min(Math.max(0, Math.trunc(heardAt)), 9_999_999_999_999)).padStart(13, "0");
      const name = `${stamp}-${hash64(entry.id)}${hash64(`#${entry.id}`)}.json`;
      makePrivateFolder(folder);
      if (existsSync(join(folder, name))) return 0;
      writeWhole(join(folder, name), JSON.stringify(entry), { durable: true });
      const dropped = overflow(folder, names(), bounds);
      dropped.forEach(remove);
      return dropped.length;
    },
    names,
    read: (name) => readSmall(join(folder, name), MOST_ENTRY),
    remove,
    setAside: (name) => {
      makePrivateFolder(aside);
      try {
        renameSync(join(folder, name), join(aside, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
        throw error;
      }
      overflow(aside, entryNames(aside), bounds).forEach((old) => removeFile(join(aside, old)));
      return true;
    },
    tidy: (now) => removeOld(folder, (name) => OLD_LOCK.test(name), now - DRAFT_AGE_MS),
  };
}

/** The oldest that are too many, or too large together. */
function overflow(
  folder: string,
  names: readonly string[],
  { entries, bytes }: SpoolBounds,
): readonly string[] {
  let over = Math.max(0, names.length - entries);
  // So few cannot be too large, and need not be looked at one by one.
  if (names.length * MOST_ENTRY <= bytes) return names.slice(0, over);
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
