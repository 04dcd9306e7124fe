import { hash64 } from "../core/hash.ts";
import { processWide } from "./process-environment.ts";

// An import would make every part of the module, streams included, and the agent waits for it.
const files = process.getBuiltinModule("node:fs");
const system = process.getBuiltinModule("node:os");
const paths = process.getBuiltinModule("node:path");

/** The system's limit for such a path, less room for the name it has before it is ready. */
const LONGEST = 90;

/**
 * Where the attendant of this user, this very build and this environment listens: a folder that nobody else can enter.
 * Nothing where there is no such place; then every hook answers for itself.
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
    return path.length > LONGEST ? undefined : path;
  } catch {
    return undefined;
  }
}

/** One that has just been started needs a moment, and one that cannot start must not be started at every event. */
const START_PAUSE_MS = 5_000;

/** Whether it is time to start an attendant; who asks and hears yes starts it. */
export function mayStartAttendant(socket: string): boolean {
  const mark = `${socket}.started`;
  try {
    if (Date.now() - files.statSync(mark).mtimeMs < START_PAUSE_MS) return false;
  } catch {
    // None was started yet.
  }
  try {
    files.writeFileSync(mark, "", { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Whether it is a folder of ours alone; one that is not there is made. */
function isPrivate(folder: string, uid: number): boolean {
  try {
    files.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const found = files.lstatSync(folder);
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0;
}
