import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const CONFIG_FILE = "emend.yaml";

/** A settings file that was found rather than named, and the folder it applies to. */
export interface FoundConfigFile {
  readonly file: string;
  /** The repository's root, or the file's own folder outside a repository. */
  readonly repository: string;
}

/**
 * The nearest emend.yaml from a folder up to its repository's root. Outside a repository, only in the folder itself.
 */
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
    // Without a repository a parent folder may belong to anyone, such as that of a temporary folder.
    const own = join(start, CONFIG_FILE);
    return nearest === own ? { file: own, repository: start } : undefined;
  }
}
