import { lstatSync, mkdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder for state of this user that belongs to no repository: `$XDG_STATE_HOME/emend`, by default
 * `~/.local/state/emend`.
 */
export function userStateFolder(env: Environment): string {
  const configured = env["XDG_STATE_HOME"];
  // The XDG specification says to ignore relative paths; a relative one would resolve inside the repository.
  if (configured !== undefined && isAbsolute(configured)) return join(configured, "emend");
  const home = env["HOME"];
  const base = home !== undefined && isAbsolute(home) ? home : homedir();
  return join(base, ".local", "state", "emend");
}

/**
 * The user's settings for all folders: `$XDG_CONFIG_HOME/emend/emend.yaml`, by default `~/.config/emend/emend.yaml`.
 * Undefined if the environment names no home.
 */
export function userConfigFile(env: Environment): string | undefined {
  const configured = env["XDG_CONFIG_HOME"];
  if (configured !== undefined && isAbsolute(configured)) return join(configured, "emend", "emend.yaml");
  const home = env["HOME"];
  return home !== undefined && isAbsolute(home) ? join(home, ".config", "emend", "emend.yaml") : undefined;
}

/** Creates a folder with mode 0700, parents included. Returns false if it is a link, someone else's, or open to others. */
export function ensurePrivateFolder(folder: string): boolean {
  makeFolder(folder);
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory()) return false;
  return uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
}

/** Whether these files and folders are this user's or root's, and no one else can write them. */
export function isOwnedSafely(...paths: readonly string[]): boolean {
  const uid = process.getuid?.();
  if (uid === undefined) return true;
  return paths.every((path) => {
    const { uid: owner, mode } = statSync(path);
    return (owner === uid || owner === 0) && (mode & 0o022) === 0;
  });
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
