import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  lstat,
  realpath,
} from "node:fs/promises";
import { basename, dirname, join, isAbsolute, relative, sep } from "node:path";
import type { ProjectFile, ProjectFiles } from "../../ports/project-files.ts";
import { ExternalError } from "../../ports/errors.ts";

/** A project file could not be used. The message names it and says what to do. */
export class ProjectFileError extends ExternalError<
  | "path_outside"
  | "link_broken"
  | "not_a_file"
  | "not_text"
  | "file_too_large"
  | "file_changed"
  | "file_failed"
> {
  override readonly name = "ProjectFileError";
}

const isPlain = (path: string): boolean =>
  path !== "" &&
  !isAbsolute(path) &&
  !/[\\\0:]/.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

const isMissing = (cause: unknown): boolean => codeOf(cause) === "ENOENT";

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : undefined;

const outside = (path: string): ProjectFileError =>
  new ProjectFileError(
    "path_outside",
    `${path} is outside the repository or inside its .git folder; Emend only reads and writes files in the repository`,
  );

const failed = (path: string, cause: unknown): ProjectFileError =>
  new ProjectFileError(
    "file_failed",
    `${path} could not be used (${codeOf(cause) ?? "unknown error"}); check that it exists and that you can read and write it`,
    cause,
  );

const MAX_BYTES = 4 * 1024 * 1024;

/** The project in a local folder. */
export function createProjectFiles({ root: folder }: { readonly root: string }): ProjectFiles {
  const root = realpathSync(folder);
  const read = async (path: string): Promise<ProjectFile | undefined> => {
    const { place, exists } = await locateFile(root, path);
    return exists ? { text: await readText(place, path), place } : undefined;
  };
  const assertUnchanged = async (path: string, before: string | null): Promise<void> => {
    if (((await read(path))?.text ?? null) === before) return;
    throw new ProjectFileError(
      "file_changed",
      `${path} was changed by another program in the meantime; run this again`,
    );
  };
  return {
    kindOf: async (path) => {
      const { place, exists } = await locateFile(root, path);
      if (!exists) return undefined;
      return (await withPath(path, stat(place))).isDirectory() ? "folder" : "file";
    },
    read,
    list: async (path) => {
      const { place, exists } = await locateFile(root, path);
      if (!exists) return [];
      const entries = await withPath(path, readdir(place, { withFileTypes: true }));
      return entries
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
        .toSorted();
    },
    write: async (path, text, before, { executable = false } = {}) => {
      const { place, exists } = await locateFile(root, path);
      await withPath(
        path,
        replaceFile(place, { exists, executable }, text, () => assertUnchanged(path, before)),
      );
    },
    remove: async (path, before) => {
      const { place } = await locateFile(root, path);
      await assertUnchanged(path, before);
      await withPath(path, unlink(place));
      if (basename(dirname(place)).startsWith("emend-")) await rmdir(dirname(place)).catch(() => undefined);
    },
  };
}

async function readText(place: string, path: string): Promise<string> {
  const { size, isFile } = await withPath(
    path,
    stat(place).then((found) => ({ size: found.size, isFile: found.isFile() })),
  );
  if (!isFile) throw new ProjectFileError("not_a_file", `${path} is not a file; move it out of the way`);
  if (size > MAX_BYTES) {
    throw new ProjectFileError("file_too_large", `${path} has ${size} bytes; the limit is ${MAX_BYTES}`);
  }
  const bytes = await withPath(path, readFile(place));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ProjectFileError("not_text", `${path} is not UTF-8 text; save it as UTF-8`, cause);
  }
}

/**
 * Writes a temporary file beside the target and renames it, so that readers see the old or the new content. It must
 * be beside it because a rename cannot cross file systems.
 */
async function replaceFile(
  place: string,
  { exists, executable }: { readonly exists: boolean; readonly executable: boolean },
  text: string,
  check: () => Promise<void>,
): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  if (exists) await access(place, constants.W_OK);
  const draft = join(dirname(place), `.emend-${randomBytes(8).toString("hex")}.tmp`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
      if (exists) await file.chmod((await stat(place)).mode & 0o7777);
      else if (executable) await file.chmod(0o777 & ~process.umask());
      await file.sync();
    } finally {
      await file.close();
    }
    await check();
    await rename(draft, place);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

/** Rethrows file system errors with the path as the user knows it. */
async function withPath<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof ProjectFileError) throw cause;
    throw isMissing(cause)
      ? new ProjectFileError("file_changed", `${path} was deleted in the meantime; run this again`, cause)
      : failed(path, cause);
  }
}

interface LocatedFile {
  /** The real path, with all links resolved. */
  readonly place: string;
  readonly exists: boolean;
}

/** Resolves a path of the project to its real path, and refuses to leave the root. */
async function locateFile(root: string, path: string): Promise<LocatedFile> {
  if (!isPlain(path)) throw outside(path);
  const located = await resolvePath(join(root, path), path);
  const inside = relative(root, located.place);
  if (inside === "" || isAbsolute(inside) || inside === ".." || inside.startsWith(`..${sep}`))
    throw outside(path);
  if (inside.split(sep)[0]?.toLowerCase() === ".git") throw outside(path);
  return located;
}

/** Resolves a missing file through its nearest existing folder. */
async function resolvePath(full: string, path: string): Promise<LocatedFile> {
  try {
    return { place: await realpath(full), exists: true };
  } catch (cause) {
    if (!isMissing(cause)) throw failed(path, cause);
    if (await isLink(full)) {
      throw new ProjectFileError(
        "link_broken",
        `${path} contains a broken symbolic link; fix or remove it`,
        cause,
      );
    }
    const folder = await resolvePath(dirname(full), path);
    return { place: join(folder.place, basename(full)), exists: false };
  }
}

async function isLink(full: string): Promise<boolean> {
  try {
    return (await lstat(full)).isSymbolicLink();
  } catch {
    return false;
  }
}
