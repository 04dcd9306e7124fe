import { join, sep } from "node:path";
import { readSmall, removeFile } from "./hook-files.ts";
import { type HookPlace, makeSpool, PROJECTS } from "./hook-place.ts";
import { type Delivery, readSpoolEntry } from "./read-spool-entry.ts";
import { createSpool, entryNames } from "./spool.ts";

const MOST_ENTRY = 1024 * 1024;

/** One entry of a folder that somebody wants to take over, checked like a stranger's. */
export interface FoundEntry {
  readonly name: string;
  /** Nothing if it is no entry. */
  readonly delivery?: Delivery;
  readonly problem?: string;
}

/** What is in a spool's folder; neither the folder nor an entry may be a link. */
export const lookIntoSpool = (folder: string, now: Date): readonly FoundEntry[] =>
  entryNames(folder).map((name) => {
    const read = readSpoolEntry(readSmall(join(folder, name), MOST_ENTRY), now.toISOString());
    return read.ok ? { name, delivery: read.value } : { name, problem: read.error };
  });

/**
 * Puts entries into the spool of a project, whose next delivery records them. They leave the folder only if it is one of
 * Emend's own: nothing is deleted in a repository.
 */
export function takeEntries(place: HookPlace, folder: string, entries: readonly FoundEntry[]): number {
  const isOurs = folder.startsWith(join(place.state, PROJECTS) + sep);
  const spool = createSpool(place.spool);
  makeSpool(place);
  let taken = 0;
  for (const { name, delivery } of entries) {
    if (delivery === undefined) continue;
    spool.put({ schema: 1, ...delivery }, Number(name.slice(0, 13)));
    taken += 1;
    if (isOurs && folder !== place.spool) removeFile(join(folder, name));
  }
  return taken;
}
