import { defined } from "../core/defined.ts";
import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ensurePrivateFolder, userStateFolder } from "../config/user-folder.ts";
import { ExternalError } from "../ports/errors.ts";
import type { Environment } from "./handle-request.ts";
import { makePrivateFolder, writeAtomically } from "./hook-files.ts";

/** Where the hook stores a project's data: in the user's state folder, never in the repository. */
export interface HookPaths {
  /** The project; paths in records are relative to it. */
  readonly root: string;
  /** The user's state folder of Emend. */
  readonly state: string;
  /** This project's folder in it. */
  readonly home: string;
  /** The queue for the current destination. */
  readonly spool: string;
  /** The queue while the destination is unknown: the settings could not be read or were not trusted. */
  readonly unsettled: string;
  /** The address or file that the spool is delivered to, if it is known. */
  readonly destination?: string;
  readonly memory: string;
  readonly log: string;
}

export const PROJECTS = "projects";
export const PROJECT_FILE = "project.json";
export const DESTINATION_FILE = "destination.json";
const SPOOL = "spool-";
const UNSETTLED = `${SPOOL}unsettled`;
export const isSpoolFolder = (name: string): boolean =>
  name === UNSETTLED || /^spool-[0-9a-f]{16}$/.test(name);

/** The project of a folder: the nearest one, going up, with settings, a store or a repository. */
export function projectRoot(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (["emend.yaml", ".emend", ".git"].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return start;
  }
}

/** Each project has a folder named after its real path, with one spool per destination. */
export function hookPaths(root: string, env: Environment, destination?: string): HookPaths {
  const state = userStateFolder(env);
  const real = realPath(root);
  const name = basename(real)
    .replaceAll(/[^A-Za-z0-9._-]/g, "_")
    .slice(0, 40);
  const home = join(state, PROJECTS, `${name}-${hash("sha256", real, "hex").slice(0, 32)}`);
  const unsettled = join(home, UNSETTLED);
  const key = destination === undefined ? undefined : hash("sha256", destination, "hex").slice(0, 16);
  return {
    root,
    state,
    home,
    spool: key === undefined ? unsettled : join(home, `${SPOOL}${key}`),
    unsettled,
    ...defined({ destination }),
    memory: join(home, "hook"),
    log: join(home, "hook.log"),
  };
}

/** Why nothing can be stored: other users could read or write the state folder. */
export const stateProblem = ({ state }: Pick<HookPaths, "state">): string | undefined =>
  ensurePrivateFolder(state)
    ? undefined
    : `${state} is a symbolic link, belongs to another user, or is accessible to others. Move it away, or run chmod 700 ${state}`;

/** Creates the project's folder and records which project it is for. */
export function makeHome({ root, state, home }: HookPaths): void {
  const problem = stateProblem({ state });
  if (problem !== undefined) throw new ExternalError("state_folder_unsafe", problem);
  if (!existsSync(join(home, PROJECT_FILE))) {
    makePrivateFolder(home);
    writeAtomically(join(home, PROJECT_FILE), JSON.stringify({ schema: 1, root: realPath(root) }));
  }
}

/** Creates the spool and records its destination. */
export function makeSpool(paths: HookPaths): void {
  const { spool, destination } = paths;
  makeHome(paths);
  if (destination === undefined || existsSync(join(spool, DESTINATION_FILE))) return;
  makePrivateFolder(spool);
  writeAtomically(join(spool, DESTINATION_FILE), JSON.stringify({ schema: 1, destination }));
}

function realPath(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
