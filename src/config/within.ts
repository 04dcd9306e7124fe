import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** The real path of a file of a repository, or why it does not count as one. */
export type RealPath =
  | { readonly state: "inside"; readonly path: string }
  | { readonly state: "outside" | "missing" };

/** Follows links. What is in `.git` is git's own and may hold the user's credentials, so it counts as outside. */
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
