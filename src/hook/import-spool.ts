import { join, sep } from "node:path";
import { readSmallFile, tryRemoveFile } from "./hook-files.ts";
import { type HookPaths, makeSpool, PROJECTS } from "./hook-paths.ts";
import { type SpooledDelivery, readSpoolEntry } from "./read-spool-entry.ts";
import { createSpool, entryNames } from "./spool.ts";

const MAX_ENTRY = 1024 * 1024;

/** An entry of another spool, validated like untrusted input. */
export interface FoundEntry {
  readonly name: string;
  /** Absent if it is not a valid entry. */
  readonly delivery?: SpooledDelivery;
  readonly problem?: string;
}

/** The entries in a spool folder. Links are ignored. */
export const readSpoolFolder = (folder: string, now: Date): readonly FoundEntry[] =>
  entryNames(folder).map((name) => {
    const read = readSpoolEntry(readSmallFile(join(folder, name), MAX_ENTRY), now.toISOString());
    return read.ok ? { name, delivery: read.value } : { name, problem: read.error };
  });

/**
 * Copies entries into a project's spool, whose next delivery records them. They are removed from the folder only if it is in
 * Emend's state folder: nothing is deleted in a repository.
 */
export function importEntries(paths: HookPaths, folder: string, entries: readonly FoundEntry[]): number {
  const isOurs = folder.startsWith(join(paths.state, PROJECTS) + sep);
  const spool = createSpool(paths.spool);
  makeSpool(paths);
  let imported = 0;
  for (const { name, delivery } of entries) {
    if (delivery === undefined) continue;
    spool.put({ schema: 1, ...delivery }, Number(name.slice(0, 13)));
    imported += 1;
    if (isOurs && folder !== paths.spool) tryRemoveFile(join(folder, name));
  }
  return imported;
}
