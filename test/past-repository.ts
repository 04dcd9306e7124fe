import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { PastRepository } from "../src/ports/commit-history.ts";
import { createCommitHistory } from "../src/drivers/git/git-commit-history.ts";

const ENV = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

export interface WrittenRepository extends PastRepository {
  readonly git: (...args: readonly string[]) => string;
  /** Writes these files and commits everything; answers the commit's hash. */
  readonly commit: (says: string, files: Readonly<Record<string, string>>) => string;
  readonly remove: () => void;
}

/** An empty repository in a folder of its own, whose past a test writes. */
export function writeRepository(): WrittenRepository {
  const root = mkdtempSync(join(tmpdir(), "emend-past-"));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...AUTHOR, ...args], { cwd: root, encoding: "utf8", env: ENV }).trim();
  git("init", "--quiet", "--initial-branch=main");
  return {
    root,
    history: createCommitHistory(),
    git,
    commit: (says, files) => {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      git("add", "--all");
      git("commit", "--quiet", "-m", says);
      return git("rev-parse", "HEAD");
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
  };
}
