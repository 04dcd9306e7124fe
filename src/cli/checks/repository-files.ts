import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FileToCheck } from "../../app/check/check-files.ts";
import type { CliIo } from "../cli-io.ts";
import { driversOf } from "../open/drivers-of.ts";

/** The texts at or below these paths, or all of the repository's. What is no text is left out. */
export async function* repositoryFiles(io: CliIo, paths: readonly string[]): AsyncGenerator<FileToCheck> {
  const files = await (await driversOf(io)).openSourceFiles();
  for (const path of await files.list(paths.length === 0 ? [files.root] : paths)) {
    const file = files.read(path);
    if ("text" in file) yield { path: file.path, text: file.text };
  }
}

/** Whether the current folder is in a repository. Elsewhere, a folder may be as large as a home directory. */
export async function isInRepository(io: CliIo): Promise<boolean> {
  const { root } = await (await driversOf(io)).openSourceFiles();
  return existsSync(join(root, ".git"));
}
