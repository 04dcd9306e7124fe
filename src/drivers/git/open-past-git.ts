import { existsSync } from "node:fs";
import { join } from "node:path";
import { GitError } from "./git-error.ts";
import { createGit, type Git } from "./git-process.ts";

/** Nothing is fetched for a partial clone, and a commit is what it was, whatever refs say that replaces it. */
const OFFLINE = ["-c", "protocol.allow=never", "--no-replace-objects"];

/** Git on a repository of which only the past is read: a work tree, a linked one, or a bare repository. */
export function openPastGit(root: string, { command }: { readonly command?: string }): Git {
  const own = join(root, ".git");
  const isBare = !existsSync(own) && existsSync(join(root, "HEAD")) && existsSync(join(root, "objects"));
  if (!isBare && !existsSync(own)) {
    throw new GitError("not_a_repository", `${root} is not a git repository; run this in one`);
  }
  const git = createGit({ folder: root, gitFolder: isBare ? root : own, command });
  return {
    folder: git.folder,
    start: (args) => git.start([...OFFLINE, ...args]),
    run: (args, runOptions) => git.run([...OFFLINE, ...args], runOptions),
    ask: (...args) => git.ask(...OFFLINE, ...args),
  };
}
