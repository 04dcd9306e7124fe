import { lstatSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder for state that belongs to this user and to no repository: `$XDG_STATE_HOME/emend`, by default
 * `~/.local/state/emend`.
 */
export function userStateFolder(env: Environment): string {
  const given = env["XDG_STATE_HOME"];
  // The XDG specification says to ignore relative paths; a relative one would resolve inside the repository.
  if (given !== undefined && isAbsolute(given)) return join(given, "emend");
  const home = env["HOME"];
  const base = home !== undefined && isAbsolute(home) ? home : homedir();
  return join(base, ".local", "state", "emend");
}

/** Creates a folder with mode 0700, parents included. Returns false if it is a link, someone else's, or open to others. */
export function ensurePrivateFolder(folder: string): boolean {
  makeFolder(folder);
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory()) return false;
  return uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    makeFolder(folder);
  }
}
