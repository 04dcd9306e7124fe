import { existsSync } from "node:fs";
import { join } from "node:path";
import { fieldOf, textOf } from "../core/json/json.ts";
import { isDelivering } from "./deliver-lock.ts";
import { listFolder, readSmall } from "./hook-files.ts";
import { lastFault } from "./hook-log.ts";
import { DESTINATION_FILE, type HookPlace, isSpoolFolder, PROJECT_FILE, PROJECTS } from "./hook-place.ts";
import { ASIDE, entryNames } from "./spool.ts";
import { faultMark } from "./start-delivery.ts";

/** What waits in one spool: for whom, since when and why. */
export interface SpoolStatus {
  /** The project's folder. */
  readonly project: string;
  /** Where it is delivered; null if the settings could not be read. */
  readonly destination: string | null;
  readonly waiting: number;
  readonly oldest: string | null;
  readonly aside: number;
  readonly delivering: boolean;
  /** Why it still waits; null if nothing does. */
  readonly why: string | null;
  readonly last_fault: string | null;
  /** The folder that the entries are in. */
  readonly spool: string;
}

const MOST_BYTES = 64 * 1024;
const HOME = /^[A-Za-z0-9._-]{0,40}-[0-9a-f]{32}$/;

/** Every spool of this user, of whichever project. */
export function allSpools(state: string): readonly SpoolStatus[] {
  const folder = join(state, PROJECTS);
  return listFolder(folder)
    .filter((name) => HOME.test(name))
    .toSorted()
    .flatMap((name) => {
      const home = join(folder, name);
      const project = textIn(join(home, PROJECT_FILE), "root") ?? home;
      return listFolder(home)
        .filter(isSpoolFolder)
        .map((spool) => spoolStatus(project, join(home, spool), join(home, "hook.log")));
    });
}

/** The spool of one place, also before anything was heard. */
export const placeStatus = ({ root, spool, destination, log }: HookPlace): SpoolStatus => ({
  ...spoolStatus(root, spool, log),
  destination: destination ?? null,
});

function spoolStatus(project: string, spool: string, log: string): SpoolStatus {
  const names = entryNames(spool);
  const [oldest] = names;
  const delivering = isDelivering(spool, Date.now());
  return {
    project,
    destination: textIn(join(spool, DESTINATION_FILE), "destination") ?? null,
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
  const mark = faultMark(spool);
  const [time, code, message] = ["time", "code", "message"].map((field) => textIn(mark, field));
  if (message !== undefined)
    return `${message} [${code ?? "delivery_failed"}], last tried at ${time ?? "an unknown time"}`;
  if (spool.endsWith("unsettled"))
    return "the settings could not be read or were not trusted when it was recorded; see `emend config` and `emend trust`";
  return "not tried yet; the next event delivers it, or run `emend hook --deliver`";
}

function textIn(file: string, field: string): string | undefined {
  try {
    return textOf(fieldOf(JSON.parse(readSmall(file, MOST_BYTES) ?? "null"), field));
  } catch {
    return undefined;
  }
}
