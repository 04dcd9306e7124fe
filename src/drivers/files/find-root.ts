import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The nearest folder upwards that is a git repository, or the folder itself if there is none. */
export function findRoot(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return start;
  }
}
