import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { makePrivateFolder, writeWhole } from "./hook-files.ts";

/** Where a project's hook keeps its things. */
export interface HookPlace {
  /** Paths in records are named from here. */
  readonly root: string;
  /** `.emend`, beside the store. */
  readonly home: string;
  readonly spool: string;
  readonly memory: string;
  readonly log: string;
}

const HOME = ".emend";

/** The project that a folder belongs to: the nearest one above with settings, a store or a repository. */
export function projectRoot(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (["emend.yaml", HOME, ".git"].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return start;
  }
}

/** The place beside a store that is a file; for a server's address, in the project. */
export function hookPlace(root: string, store?: string): HookPlace {
  const folder =
    store === undefined || /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(store)
      ? root
      : dirname(isAbsolute(store) ? store : resolve(root, store));
  const home = basename(folder) === HOME ? folder : join(folder, HOME);
  return {
    root,
    home,
    spool: join(home, "spool"),
    memory: join(home, "hook"),
    log: join(home, "hook.log"),
  };
}

/** Makes the home where it is not there yet; nothing in it belongs into a repository. */
export function makeHome({ home }: HookPlace): void {
  if (existsSync(home)) return;
  makePrivateFolder(home);
  writeWhole(join(home, ".gitignore"), "*\n");
}
