import { realpathSync } from "node:fs";
import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Deed } from "../trace-process.ts";

/** Where a command may act. */
export interface Ground {
  /** The cloned repository. */
  readonly repository: string;
  /** Folders of the user's own that belong to Emend: state, cache, sockets. */
  readonly own: readonly string[];
  /** Files of the user that git reads by itself. */
  readonly gitSettings: readonly string[];
}

const PROJECT = realpathSync(fileURLToPath(new URL("../..", import.meta.url)));

/** What every program on this machine reads to start, and where programs lie. */
const SYSTEM = [
  "/usr",
  "/lib",
  "/lib64",
  "/bin",
  "/sbin",
  "/proc",
  "/sys",
  "/dev",
  "/etc/ld.so.cache",
  "/etc/ld.so.preload",
  "/etc/ssl",
  "/etc/gitconfig",
  "/etc/passwd",
  "/etc/group",
  "/etc/nsswitch.conf",
  "/etc/localtime",
  "/etc/host.conf",
  "/etc/hosts",
  "/etc/resolv.conf",
  "/etc/gai.conf",
  "/etc/services",
  "/etc/locale.alias",
  "/etc/os-release",
];
const DEVICES = /^\/dev\/(?:null|tty|pts\/.*|urandom|random|shm\/.*)$|^\/proc\/self\//;

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep);

/** Deeds that nobody asked for, each as a line to read. */
export function forbiddenDeeds(deeds: readonly Deed[], ground: Ground): readonly string[] {
  const { repository, own, gitSettings } = ground;
  const program = dirname(dirname(realpathSync(process.execPath)));
  const mayRead = [repository, ...own, ...gitSettings, ...SYSTEM, PROJECT, program];
  const parentsOfRepository = (path: string): boolean => isIn(repository, path);
  const isFine = ({ kind, what }: Deed): boolean => {
    if (kind === "connect")
      return own.some((folder) => isIn(what, folder)) || what.startsWith("/var/run/nscd");
    // A program of the repository runs only if the repository got it to run.
    if (kind === "run") return [...SYSTEM, PROJECT, program].some((folder) => isIn(what, folder));
    if (kind === "write")
      return DEVICES.test(what) || [repository, ...own].some((folder) => isIn(what, folder));
    return mayRead.some((folder) => isIn(what, folder)) || parentsOfRepository(what);
  };
  return [...new Set(deeds.filter((deed) => !isFine(deed)).map(({ kind, what }) => `${kind} ${what}`))];
}
