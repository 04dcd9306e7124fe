import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { promisify } from "node:util";
import type { HeadTags } from "../../ports/audit-log.ts";
import { GitError } from "./git-error.ts";

const TIMEOUT_MS = 60_000;

/** Runs no programs named in the repository's settings, and never asks for a key. */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  "core.fsmonitor=false",
  "tag.gpgSign=false",
  "user.name=Emend",
  "user.email=emend@localhost",
].flatMap((setting) => ["-c", setting]);

/** Tags of the repository that a folder belongs to. */
export function createHeadTags({ cwd }: { readonly cwd: string }): HeadTags {
  const git = async (args: readonly string[]): Promise<string> => {
    try {
      const env = { ...process.env, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
      const options = { cwd, timeout: TIMEOUT_MS, windowsHide: true, env };
      return (await promisify(execFile)("git", [...SETTINGS, ...args], options)).stdout;
    } catch (error) {
      const { stderr = "", message } = error as { readonly stderr?: string; readonly message: string };
      const line = (stderr.trim() === "" ? message : stderr).split("\n")[0]!.slice(0, 300);
      throw new GitError("git_failed", `git could not create or read the tag: ${line}`, error);
    }
  };
  return {
    write: async (name, message) =>
      void (await git(["tag", "--annotate", "--message", message, "--", nameOf(name)])),
    read: async (name) => {
      const found = await git(["for-each-ref", "--format=%(contents)", `refs/tags/${nameOf(name)}`]);
      return found.trim() === "" ? undefined : found;
    },
  };
}

function nameOf(name: string): string {
  if (/^\w[\w./-]{0,199}$/.test(name)) return name;
  throw new GitError(
    "git_failed",
    `expected a tag's name such as emend-audit-42, got ${JSON.stringify(name.slice(0, 80))}`,
  );
}
