import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { ProjectFileError } from "./project-file-error.ts";

export interface LocatedFile {
  /** Where it lies once every link is followed. */
  readonly place: string;
  readonly isThere: boolean;
}

/** Follows a path of the project to where it lies, and refuses to leave the root. */
export async function locateFile(root: string, path: string): Promise<LocatedFile> {
  if (!isPlain(path)) throw outside(path);
  const located = await follow(join(root, path), path);
  const inside = relative(root, located.place);
  if (inside === "" || isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`))
    throw outside(path);
  if (inside.split(sep)[0]?.toLowerCase() === ".git") throw outside(path);
  return located;
}

const isPlain = (path: string): boolean =>
  path !== "" &&
  !isAbsolute(path) &&
  !/[\\\0:]/.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

/** What is not there lies where its folder does, and so on upwards. */
async function follow(full: string, path: string): Promise<LocatedFile> {
  try {
    return { place: await realpath(full), isThere: true };
  } catch (cause) {
    if (!isMissing(cause)) throw failed(path, cause);
    if (await isLink(full)) {
      throw new ProjectFileError(
        "link_broken",
        `${path} goes through a link that leads nowhere; mend or remove the link`,
        cause,
      );
    }
    const folder = await follow(dirname(full), path);
    return { place: join(folder.place, basename(full)), isThere: false };
  }
}

async function isLink(full: string): Promise<boolean> {
  try {
    return (await lstat(full)).isSymbolicLink();
  } catch {
    return false;
  }
}

export const isMissing = (cause: unknown): boolean => codeOf(cause) === "ENOENT";

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;

const outside = (path: string): ProjectFileError =>
  new ProjectFileError(
    "path_outside",
    `${path} leads out of the repository or into its .git folder; only files inside it are read and written`,
  );

export const failed = (path: string, cause: unknown): ProjectFileError =>
  new ProjectFileError(
    "file_failed",
    `${path} could not be used (${codeOf(cause) ?? "unknown error"}); check that it is there and that you may read and write it`,
    cause,
  );
