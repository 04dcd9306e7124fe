import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { isServer } from "../../compose/store-place.ts";
import { ExternalError } from "../../ports/errors.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";
import type { StatusFacts } from "../status/status-report.ts";
import { formatLargeCount } from "../terminal/plain-text.ts";
import { type DoctorCheck, passed } from "./doctor-check.ts";

const MIB = 1024 * 1024;
const LITTLE_MIB = 500;
const TOO_LITTLE_MIB = 50;

/** Opens the store, takes its write lock, verifies the audit log, and looks at the disk under it. */
export async function checkStore(
  { place, survey, storeProblem }: StatusFacts,
  io: CliIo,
): Promise<readonly DoctorCheck[]> {
  if (storeProblem !== undefined || place === null) return [];
  const disk = isServer(place) ? [] : await checkDisk(place);
  if (survey === undefined) return [passed("store", `${place}: nothing recorded yet`), ...disk];
  if (survey.schema > survey.present) return disk;
  if (survey.schema < survey.present) {
    return [
      passed("store", `${survey.place}: schema ${survey.schema}; the next command that opens it migrates it`),
      ...disk,
    ];
  }
  try {
    const found = await (await (await driversOf(io)).openUpkeep()).examine(place);
    const size = `${(found.bytes / MIB).toFixed(1)} MiB`;
    const records = formatLargeCount(survey.work?.records ?? 0, "record");
    return [
      found.unwritable === undefined
        ? passed("store", `${survey.place}: ${records}, ${size}, can be written`)
        : { check: "store", state: "problem", ...toProblem(found.unwritable) },
      auditCheck(found),
      ...disk,
    ];
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return [{ check: "store", state: "problem", ...toProblem(error) }, ...disk];
  }
}

type Examination = Awaited<
  ReturnType<Awaited<ReturnType<Awaited<ReturnType<typeof driversOf>>["openUpkeep"]>>["examine"]>
>;

function auditCheck({ audit, audit_entries: entries }: Examination): DoctorCheck {
  const count = formatLargeCount(entries, "entry", "entries");
  if (audit === undefined) {
    return passed("audit log", `${count}, too many to verify here; run emend audit verify`);
  }
  if (audit.ok) return passed("audit log", `${count}, intact`);
  return {
    check: "audit log",
    state: "problem",
    code: "audit_broken",
    message: `the audit log is broken: ${audit.message}`,
    mend: "see emend audit verify; restore a backup, or find out who changed the store",
  };
}

/** Messages of the store say what is wrong and, after a semicolon, what to do. */
function toProblem({
  code,
  message,
}: {
  readonly code: string;
  readonly message: string;
}): Pick<DoctorCheck, "code" | "message" | "mend"> {
  const [saw = message, ...mend] = message.split("; ");
  return { code, message: saw, mend: mend.join("; ") || "emend store status" };
}

async function checkDisk(place: string): Promise<readonly DoctorCheck[]> {
  let folder = dirname(place);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  const found = await statfs(folder).catch(() => undefined);
  if (found === undefined || found.blocks === 0) return [];
  const free = Math.floor((found.bavail * found.bsize) / MIB);
  if (free >= LITTLE_MIB)
    return [passed("disk", `${formatLargeCount(free, "MiB", "MiB")} free for the store`)];
  return [
    {
      check: "disk",
      state: free < TOO_LITTLE_MIB ? "problem" : "warning",
      code: "disk_nearly_full",
      message: `only ${free} MiB are free in ${folder}`,
      mend: "free some space, or move the store to another disk with the setting `store`",
    },
  ];
}
