import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** The real path of a file in a repository, or why there is none. */
export type RealPath =
  | { readonly state: "inside"; readonly path: string }
  | { readonly state: "outside" | "missing" };

/** Resolves links. `.git` counts as outside, because it may contain the user's credentials. */
export function realPathWithin(repository: string, path: string): RealPath {
  let real: string;
  let root: string;
  try {
    root = realpathSync(repository);
    real = realpathSync(path);
  } catch {
    return { state: isBelow(repository, path) ? "missing" : "outside" };
  }
  return isBelow(root, real) ? { state: "inside", path: real } : { state: "outside" };
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  if (way === "" || way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return false;
  return !way.split(sep).some((name) => name.toLowerCase() === ".git");
}
