import { realpath } from "node:fs/promises";
import { isAbsolute, normalize, relative, resolve, sep } from "node:path";
import { openRepository } from "./repository-git.ts";

/** The folders whose conversations are about a repository: its root, its worktrees and all below them. */
export interface RepositoryScope {
  readonly root: string;
  /** The root as given and without links, and the worktrees. */
  readonly folders: readonly string[];
  readonly holds: (folder: string | undefined) => boolean;
}

export async function scopeOf(root: string, platform: NodeJS.Platform): Promise<RepositoryScope> {
  const given = resolve(root);
  const real = await realpath(given).catch(() => given);
  const folders = [...new Set([given, real, ...(await worktreesOf(given))])];
  // Agents write the same folder with different cases there.
  const fold = (path: string): string =>
    platform === "win32" || platform === "darwin" ? normalize(path).toLowerCase() : normalize(path);
  const folded = folders.map(fold);
  return {
    root: given,
    folders,
    holds: (folder) =>
      folder !== undefined && isAbsolute(folder) && folded.some((one) => isInside(one, fold(folder))),
  };
}

/** Whether a path is the folder itself or below it. Compares texts only. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest === "" || (rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest));
}

async function worktreesOf(root: string): Promise<readonly string[]> {
  const git = openRepository(root);
  if (git === undefined) return [];
  try {
    const listed = await git.ask("worktree", "list", "--porcelain");
    return [...listed.matchAll(/^worktree (.+)$/gm)].map(([, path]) => normalize(path!));
  } catch {
    return [];
  }
}
