import type { ChildProcess } from "node:child_process";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createGit, type Git } from "./git-process.ts";
import { LedgerError } from "./ledger-error.ts";

export interface LedgerRepository {
  readonly git: Git;
  readonly folder: string;
  /** Absolute path of git's own folder. */
  readonly gitFolder: string;
  readonly hash: "sha1" | "sha256";
}

export interface LedgerLocation {
  readonly folder: string;
  readonly command?: string | undefined;
}

/** The same repository, with a callback for every process started on it. */
export const withProcessListener = (
  { folder, gitFolder, hash }: LedgerRepository,
  { command }: LedgerLocation,
  onStart: (child: ChildProcess) => void,
): LedgerRepository => ({
  folder,
  gitFolder,
  hash,
  git: createGit({ folder, gitFolder, command, onStart }),
});

/**
 * The repository in a folder, or undefined if there is none yet. Never a repository that merely contains the folder.
 */
export async function findRepository(location: LedgerLocation): Promise<LedgerRepository | undefined> {
  const found = await filesIn(location.folder);
  if (found === undefined || found.length === 0) return undefined;
  const git = createGit({ ...location, gitFolder: join(location.folder, ".git") });
  const asked = found.includes(".git")
    ? await git.run(["rev-parse", "--absolute-git-dir", "--show-object-format"], { answers: [128] })
    : undefined;
  if (asked?.code === 0) {
    const [gitFolder = "", format] = asked.stdout.toString("utf8").split("\n");
    const { folder } = location;
    return {
      git: createGit({ ...location, gitFolder }),
      folder,
      gitFolder,
      hash: format === "sha256" ? "sha256" : "sha1",
    };
  }
  // An earlier `git init` was interrupted.
  if (found.length === 1 && found[0] === ".git") return undefined;
  throw new LedgerError(
    "ledger_not_a_repository",
    `${location.folder} contains files but is not a git repository; choose an empty folder or a ledger with --ledger`,
    asked?.stderr,
  );
}

/** Opens the repository, creating it if needed. */
export async function openLedgerRepository(location: LedgerLocation): Promise<LedgerRepository> {
  const found = await findRepository(location);
  if (found !== undefined) return found;
  try {
    await mkdir(location.folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unreachable(location.folder, cause);
  }
  await createGit({ ...location, gitFolder: join(location.folder, ".git") }).run([
    "init",
    "--quiet",
    "--template=",
    // Only the owner can read what git writes, whatever the umask.
    "--shared=0600",
    "--initial-branch=main",
  ]);
  const made = await findRepository(location);
  if (made !== undefined) return made;
  throw new LedgerError("git_failed", `git did not create a repository in ${location.folder}`);
}

async function filesIn(folder: string): Promise<readonly string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    const isFile = await stat(folder).then(
      (found) => !found.isDirectory(),
      () => false,
    );
    if (!isFile) throw unreachable(folder, cause);
    throw new LedgerError(
      "ledger_not_a_repository",
      `${folder} is a file; choose a folder for the ledger with --ledger`,
      cause,
    );
  }
}

const unreachable = (folder: string, cause: unknown): LedgerError =>
  new LedgerError(
    "ledger_unreachable",
    `the folder ${folder} cannot be used (${(cause as Error).message}); check the path and its permissions`,
    cause,
  );

/** The checked-out branch, and its newest commit if there is one. */
export async function readBranch({ git, folder }: LedgerRepository): Promise<{ ref: string; tip?: string }> {
  const head = await git.run(["symbolic-ref", "--quiet", "HEAD"], { answers: [1] });
  const ref = head.stdout.toString("utf8").trim();
  if (head.code !== 0 || !ref.startsWith("refs/heads/")) {
    throw new LedgerError(
      "ledger_detached",
      `${folder} has no branch checked out; run git switch main in it and try again`,
    );
  }
  const tip = await findCommit(git, ref);
  return tip === undefined ? { ref } : { ref, tip };
}

export async function findCommit(git: Git, ref: string): Promise<string | undefined> {
  const asked = await git.run(["rev-parse", "--quiet", "--verify", `${ref}^{commit}`], { answers: [1, 128] });
  return asked.code === 0 ? asked.stdout.toString("utf8").trim() : undefined;
}
