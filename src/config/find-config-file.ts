import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const CONFIG_FILE = "emend.yaml";

/** Settings that nobody named, and the folder that they speak for. */
export interface FoundConfigFile {
  readonly file: string;
  /** The root of the repository, or the file's own folder outside a repository. */
  readonly repository: string;
}

/** The nearest emend.yaml from a folder up to its repository's root; outside a repository only the folder counts. */
export function findConfigFile(folder: string): FoundConfigFile | undefined {
  const start = resolve(folder);
  let nearest: string | undefined;
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, CONFIG_FILE);
    if (nearest === undefined && existsSync(file)) nearest = file;
    if (existsSync(join(at, ".git"))) {
      return nearest === undefined ? undefined : { file: nearest, repository: at };
    }
    if (dirname(at) !== at) continue;
    // Without a repository a parent may belong to anybody, as that of a temporary folder does.
    const own = join(start, CONFIG_FILE);
    return nearest === own ? { file: own, repository: start } : undefined;
  }
}
