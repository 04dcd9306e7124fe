import { existsSync } from "node:fs";
import { join } from "node:path";
import { fieldOf, textOf } from "../core/json/json.ts";
import { isDelivering } from "./deliver-lock.ts";
import { listFolder, readSmallFile } from "./hook-files.ts";
import { lastFault } from "./hook-log.ts";
import { DESTINATION_FILE, type HookPaths, isSpoolFolder, PROJECT_FILE, PROJECTS } from "./hook-paths.ts";
import { ASIDE, entryNames } from "./spool.ts";
import { failureFile } from "./start-delivery.ts";

/** The state of one spool. */
export interface SpoolStatus {
  /** The project's folder. */
  readonly project: string;
  /** Null if the settings could not be read. */
  readonly destination: string | null;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly aside: number;
  readonly delivering: boolean;
  /** Why entries are still queued; null if none are. */
  readonly why: string | null;
  readonly last_fault: string | null;
  /** The folder that the entries are in. */
  readonly spool: string;
}

const MAX_BYTES = 64 * 1024;
const HOME = /^[A-Za-z0-9._-]{0,40}-[0-9a-f]{32}$/;

/** Every spool of this user's projects. */
export function allSpools(state: string): readonly SpoolStatus[] {
  const folder = join(state, PROJECTS);
  return listFolder(folder)
    .filter((name) => HOME.test(name))
    .toSorted()
    .flatMap((name) => {
      const home = join(folder, name);
      const project = readField(join(home, PROJECT_FILE), "root") ?? home;
      return listFolder(home)
        .filter(isSpoolFolder)
        .map((spool) => spoolStatus(project, join(home, spool), join(home, "hook.log")));
    });
}

/** The spool of one project, even if it does not exist yet. */
export const projectStatus = ({ root, spool, destination, log }: HookPaths): SpoolStatus => ({
  ...spoolStatus(root, spool, log),
  destination: destination ?? null,
});

function spoolStatus(project: string, spool: string, log: string): SpoolStatus {
  const names = entryNames(spool);
  const [oldest] = names;
  const delivering = isDelivering(spool, Date.now());
  return {
    project,
    destination: readField(join(spool, DESTINATION_FILE), "destination") ?? null,
    waiting: names.length,
    oldest: oldest === undefined ? null : new Date(Number(oldest.slice(0, 13))).toISOString(),
    aside: listFolder(join(spool, ASIDE)).length,
    delivering,
    why: names.length === 0 ? null : whyWaiting(project, spool, delivering),
    last_fault: lastFault(log) ?? null,
    spool,
  };
}

function whyWaiting(project: string, spool: string, delivering: boolean): string {
  if (delivering) return "a delivery is in progress";
  if (!existsSync(project))
    return "the project's folder is gone; in its new location, run `emend hook --take` with the queue's folder";
  const mark = failureFile(spool);
  const [time, code, message] = ["time", "code", "message"].map((field) => readField(mark, field));
  if (message !== undefined)
    return `${message} [${code ?? "delivery_failed"}], last tried at ${time ?? "an unknown time"}`;
  if (spool.endsWith("unsettled"))
    return "the settings could not be read or were not trusted when it was recorded; see `emend config` and `emend trust`";
  return "not tried yet; the next event delivers it, or run `emend hook --deliver`";
}

function readField(file: string, field: string): string | undefined {
  try {
    return textOf(fieldOf(JSON.parse(readSmallFile(file, MAX_BYTES) ?? "null"), field));
  } catch {
    return undefined;
  }
}
