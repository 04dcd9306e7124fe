import { lstatSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { ExternalError } from "../../ports/errors.ts";
import { findTracked, repositoriesAbove } from "../git/find-tracked.ts";

/** A file or folder that Emend would trust may belong to someone else. */
export class ForeignPlaceError extends ExternalError<
  "tracked_by_git" | "tracking_unknown" | "owned_by_another" | "behind_a_link" | "not_a_regular_file"
> {
  override readonly name = "ForeignPlaceError";
}

export interface OwnPlace {
  readonly path: string;
  /** Suffixes of files that are read and written along with it. */
  readonly beside?: readonly string[];
  /** What it is to the user. */
  readonly what: "store" | "ledger" | "cache" | "demo";
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** User ids whose files are trusted besides one's own. Only the environment can set this, never a repository. */
const TRUSTED_OWNERS = "EMEND_TRUSTED_OWNERS";

/**
 * Refuses a location that a repository or another user may have filled: one that git tracks, that another user owns,
 * or that is reached through a link inside a repository. A missing file passes if its folder does.
 */
export function mustBeOwn(location: OwnPlace): void {
  const all = ["", ...(location.beside ?? [])].map((end) => `${location.path}${end}`);
  for (const path of all) {
    assertUnlinked(location, path);
    const stats = readStats(path);
    if (stats === undefined) continue;
    if (!stats.isFile() && !stats.isDirectory()) {
      throw new ForeignPlaceError(
        "not_a_regular_file",
        `${path} is a pipe or a device, but Emend's ${location.what} must be a regular file. Move it away, or choose another path with ${variableOf(location)}`,
      );
    }
    assertOwned(location, path, stats, false);
  }
  const folder = readStats(dirname(location.path));
  if (folder !== undefined) assertOwned(location, dirname(location.path), folder, true);
  assertUntracked(location, all);
}

export function isOwn(location: OwnPlace): boolean {
  try {
    mustBeOwn(location);
    return true;
  } catch (error) {
    if (error instanceof ForeignPlaceError) return false;
    throw error;
  }
}

function assertUnlinked(location: OwnPlace, path: string): void {
  // Outside a repository the user's path may lead through links, but the file itself must not be one.
  const outermost = repositoriesAbove(path).at(-1) ?? dirname(path);
  for (let at = path; at !== outermost && dirname(at) !== at; at = dirname(at)) {
    if (readStats(at)?.isSymbolicLink() !== true) continue;
    throw new ForeignPlaceError(
      "behind_a_link",
      `${at} is a symbolic link, which Emend does not follow to its ${location.what}. Remove the link, or set the real path with ${variableOf(location)}`,
    );
  }
}

/** Root can write anywhere, so a folder owned by root is not suspicious. */
function assertOwned(location: OwnPlace, at: string, { uid }: Stats, allowRoot: boolean): void {
  const { what, env } = location;
  const own = process.getuid?.();
  if (own === undefined || uid === own || (allowRoot && uid === 0)) return;
  const trusted = [env[TRUSTED_OWNERS] ?? "", own === 0 ? (env["SUDO_UID"] ?? "") : ""]
    .join(",")
    .split(",")
    .map((word) => word.trim());
  if (trusted.includes(String(uid))) return;
  throw new ForeignPlaceError(
    "owned_by_another",
    `${at} belongs to user ${uid}, but you are user ${own}. Emend does not open another user's ${what}. If you trust that user, as in a container with your own files mounted, set ${TRUSTED_OWNERS}=${uid} in your environment; otherwise choose another path with ${variableOf(location)}`,
  );
}

function assertUntracked(location: OwnPlace, all: readonly string[]): void {
  const { path, what } = location;
  const tracking = findTracked(all.map(resolveFolders));
  if (tracking.state === "untracked") return;
  if (tracking.state === "unknown") {
    throw new ForeignPlaceError(
      "tracking_unknown",
      `${tracking.index} cannot be read, so Emend cannot tell whether git tracks ${path}. Repair the repository, or choose a ${what} outside it with ${variableOf(location)}`,
    );
  }
  const name = relative(tracking.root, resolveFolders(path)).split(sep).join("/");
  throw new ForeignPlaceError(
    "tracked_by_git",
    `${path} is tracked by git in ${tracking.root}, so it may have come from somebody else. Emend does not open a ${what} that git tracks. If it is yours, run: git -C ${tracking.root} rm -r --cached ${name}; if not, delete it`,
  );
}

const variableOf = ({ what }: OwnPlace): string => (what === "ledger" ? "EMEND_LEDGER" : "EMEND_STORE");

function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Resolves links in the folders that exist. */
function resolveFolders(path: string): string {
  try {
    return join(realpathSync.native(dirname(path)), basename(path));
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(resolveFolders(folder), basename(path));
  }
}
