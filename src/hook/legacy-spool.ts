import { join } from "node:path";
import { listFolder } from "./hook-files.ts";
import { entryNames } from "./spool.ts";

/** Where earlier versions queued entries. It may have come with the clone, so it is not trusted. */
export const legacySpool = (root: string): string => join(root, ".emend", "spool");

/** Links are not followed. */
export const countLegacyEntries = (root: string): number =>
  listFolder(join(root, ".emend")).includes("spool") ? entryNames(legacySpool(root)).length : 0;
