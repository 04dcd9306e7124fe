import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Findings, Search } from "./findings.ts";
import { isInside } from "./repository-scope.ts";

export const AIDER_FILE = ".aider.chat.history.md";
export const SPECSTORY_FOLDER = join(".specstory", "history");

/** The path without links. Undefined if they lead out of the root. */
async function insideOf(root: string, path: string): Promise<string | undefined> {
  const real = await realpath(path);
  return isInside(await realpath(root), real) ? real : undefined;
}

/**
 * The root of the repository that a transcript is in, by its path. Such a transcript came with a clone, so that links in
 * it may lead anywhere.
 */
function rootOf(path: string): string | undefined {
  const folder = dirname(path);
  if (basename(path) === AIDER_FILE) return folder;
  return folder.endsWith(SPECSTORY_FOLDER) ? dirname(dirname(folder)) : undefined;
}

interface FileToRead {
  readonly file: string;
  readonly followLink: boolean;
}

/** The file to read for a path. Undefined if links lead out of the repository. */
export async function fileToRead(path: string): Promise<FileToRead | undefined> {
  const root = rootOf(path);
  if (root === undefined) return { file: path, followLink: true };
  const file = await insideOf(root, path);
  return file === undefined ? undefined : { file, followLink: false };
}

/** Reports a path whose links lead out of the root. True for a missing path, because `Findings` deals with those. */
export async function staysInside({ scope }: Search, found: Findings, path: string): Promise<boolean> {
  const isOutside = await insideOf(scope.root, path).then(
    (real) => real === undefined,
    () => false,
  );
  if (isOutside) found.trouble(path, "a link leads out of the repository");
  return !isOutside;
}
