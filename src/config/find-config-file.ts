import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const CONFIG_FILE = "emend.yaml";

/** The nearest emend.yaml from a folder up to its repository's root; outside a repository only the folder counts. */
export function findConfigFile(folder: string): string | undefined {
  const start = resolve(folder);
  let nearest: string | undefined;
  for (let at = start; ; at = dirname(at)) {
    const file = join(at, CONFIG_FILE);
    if (nearest === undefined && existsSync(file)) nearest = file;
    if (existsSync(join(at, ".git"))) return nearest;
    // Without a repository a parent may belong to anybody, as that of a temporary folder does.
    if (dirname(at) === at) return nearest === join(start, CONFIG_FILE) ? nearest : undefined;
  }
}
