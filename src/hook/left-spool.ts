import { join } from "node:path";
import { listFolder } from "./hook-files.ts";
import { entryNames } from "./spool.ts";

/** The folder in which earlier versions kept what waits. It came with the clone for all anybody knows. */
export const leftSpool = (root: string): string => join(root, ".emend", "spool");

/** How many entries an earlier version, or somebody else, left in the repository. Links are not followed. */
export const countLeft = (root: string): number =>
  listFolder(join(root, ".emend")).includes("spool") ? entryNames(leftSpool(root)).length : 0;
