import { hash64 } from "../core/hash.ts";
import { processWide } from "./process-environment.ts";

// An import would initialise the whole module, streams included, while the agent waits.
const files = process.getBuiltinModule("node:fs");
const system = process.getBuiltinModule("node:os");
const paths = process.getBuiltinModule("node:path");

/** The system's limit for a socket path, less room for the suffix of its draft. */
const MAX_PATH = 90;

/**
 * The socket of the attendant for this user, build and environment, in a folder that nobody else can enter. Undefined if
 * there is no such folder; every hook then answers by itself.
 */
export function attendantSocket(
  launcher: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const runtime = env["XDG_RUNTIME_DIR"];
  const base = runtime !== undefined && paths.isAbsolute(runtime) ? runtime : system.tmpdir();
  const folder = paths.join(base, `emend-${uid}`);
  try {
    if (!isPrivate(folder, uid)) return undefined;
    const { mtimeMs, size } = files.statSync(launcher);
    const name = hash64([launcher, mtimeMs, size, process.version, ...processWide(env)].join("\n"));
    const path = paths.join(folder, `${name}.sock`);
    return path.length > MAX_PATH ? undefined : path;
  } catch {
    return undefined;
  }
}

/** A starting attendant needs a moment, and one that cannot start must not be retried at every event. */
const RESTART_AFTER_MS = 5_000;

/** Whether to start an attendant now. A caller that gets true must start it. */
export function mayStartAttendant(socket: string): boolean {
  const mark = `${socket}.started`;
  try {
    if (Date.now() - files.statSync(mark).mtimeMs < RESTART_AFTER_MS) return false;
  } catch {
    // No attendant was started yet.
  }
  try {
    files.writeFileSync(mark, "", { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Whether only this user can access the folder, which is created if it is missing. */
function isPrivate(folder: string, uid: number): boolean {
  try {
    files.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = files.lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
