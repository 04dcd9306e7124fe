import { defined } from "../core/defined.ts";
import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ensurePrivateFolder, userStateFolder } from "../config/user-folder.ts";
import { ExternalError } from "../ports/errors.ts";
import type { Environment } from "./handle-request.ts";
import { makePrivateFolder, writeWhole } from "./hook-files.ts";

/** Where a project's hook keeps its things: with the user, never in the repository. */
export interface HookPlace {
  /** Paths in records are named from here. */
  readonly root: string;
  /** The user's folder for all of Emend. */
  readonly state: string;
  /** The folder of this project in it. */
  readonly home: string;
  /** What waits for this destination. */
  readonly spool: string;
  /** What was heard while nobody knew where it goes: the settings could not be read, or waited for trust. */
  readonly unsettled: string;
  /** The address or file that the spool is delivered to; nothing if nobody knows. */
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

/** The project that a folder belongs to: the nearest one above with settings, a store or a repository. */
export function projectRoot(folder: string): string {
  const start = resolve(folder);
  for (let at = start; ; at = dirname(at)) {
    if (["emend.yaml", ".emend", ".git"].some((name) => existsSync(join(at, name)))) return at;
    if (dirname(at) === at) return start;
  }
}

/** Each project has a folder of its own by its real path, and in it a spool for each destination. */
export function hookPlace(root: string, env: Environment, destination?: string): HookPlace {
  const state = userStateFolder(env);
  const real = realOf(root);
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

/** Why nothing can be kept: the user's folder may be read or filled by others. */
export const stateProblem = ({ state }: Pick<HookPlace, "state">): string | undefined =>
  ensurePrivateFolder(state)
    ? undefined
    : `${state} is a symbolic link, belongs to another user, or is accessible to others. Move it away, or run chmod 700 ${state}`;

/** Makes the project's folder, and writes down which project it is for. */
export function makeHome({ root, state, home }: HookPlace): void {
  const problem = stateProblem({ state });
  if (problem !== undefined) throw new ExternalError("state_folder_unsafe", problem);
  if (!existsSync(join(home, PROJECT_FILE))) {
    makePrivateFolder(home);
    writeWhole(join(home, PROJECT_FILE), JSON.stringify({ schema: 1, root: realOf(root) }));
  }
}

/** Makes the spool besides, and writes down where it is delivered. */
export function makeSpool(place: HookPlace): void {
  const { spool, destination } = place;
  makeHome(place);
  if (destination === undefined || existsSync(join(spool, DESTINATION_FILE))) return;
  makePrivateFolder(spool);
  writeWhole(join(spool, DESTINATION_FILE), JSON.stringify({ schema: 1, destination }));
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
