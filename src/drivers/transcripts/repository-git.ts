import { existsSync } from "node:fs";
import { join } from "node:path";
import { createGit, type Git } from "../git/git-process.ts";

/** A partial clone fetches what it lacks. Nothing is allowed to leave the machine, so every transport is refused. */
const OFFLINE = ["-c", "protocol.allow=never"];

/** Git on a repository's own data, or undefined if the folder is not a repository. */
export function openRepository(root: string): Git | undefined {
  const gitFolder = join(root, ".git");
  if (!existsSync(gitFolder)) return undefined;
  const git = createGit({ folder: root, gitFolder });
  return {
    folder: git.folder,
    start: (args) => git.start([...OFFLINE, ...args]),
    run: (args, options) => git.run([...OFFLINE, ...args], options),
    ask: (...args) => git.ask(...OFFLINE, ...args),
  };
}
