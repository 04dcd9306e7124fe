import { matchesGlob } from "../rule/glob.ts";

/** The files of a repository, by which claims about paths are checked. */
export interface ProjectTree {
  readonly files: readonly string[];
  /** Whether a file or a folder has this path. */
  readonly has: (path: string) => boolean;
  /** Whether the end of some path is this one: `ui/button.tsx` of `src/ui/button.tsx`. */
  readonly hasEnding: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** Paths whose last part is this. */
  readonly named: (name: string) => readonly string[];
  readonly matchesAny: (glob: string) => boolean;
}

export function createTree(files: readonly string[]): ProjectTree {
  const all = new Set(files);
  const folders = new Set<string>();
  for (const file of files) {
    for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
      const folder = file.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  const byName = new Map<string, string[]>();
  for (const path of [...files, ...folders]) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [path]);
    else same.push(path);
  }
  const named = (name: string): readonly string[] => byName.get(name) ?? [];
  return {
    files,
    has: (path) => path === "" || path === "." || all.has(path) || folders.has(path),
    isFolder: (path) => folders.has(path),
    hasEnding: (path) =>
      named(path.slice(path.lastIndexOf("/") + 1)).some((one) => one === path || one.endsWith(`/${path}`)),
    named,
    matchesAny: (glob) => files.some((file) => matchesGlob(glob, file)),
  };
}
