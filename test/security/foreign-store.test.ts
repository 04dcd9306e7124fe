import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ForeignPlaceError } from "../../src/drivers/files/own-place.ts";
import { mustBeOwnStore } from "../../src/drivers/files/own-store.ts";
import { runCli } from "../run-cli.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-foreign-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: readonly string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=M", "-c", "user.email=m@example.org", ...args], {
    encoding: "utf8",
    stdio: "pipe",
  });
const put = (name: string): void => {
  mkdirSync(join(folder, name, ".."), { recursive: true });
  writeFileSync(join(folder, name), "");
};
/** Many entries before and after, so that a wrong step through the index is seen. */
const putMany = (): void => {
  for (let n = 0; n < 300; n += 1) put(`.e${"x".repeat(n % 37)}/file-${n}.txt`);
  for (let n = 0; n < 50; n += 1) put(`src/file-${n}.ts`);
};

/** The code that a store is refused with; undefined if it is opened. */
function refusal(file = ".emend/emend.db", env: Record<string, string> = {}): string | undefined {
  try {
    mustBeOwnStore(join(folder, file), env);
    return undefined;
  } catch (error) {
    if (error instanceof ForeignPlaceError) return error.code;
    throw error;
  }
}

describe("15.2 a store that git tracks is found out without asking git", () => {
  it.each<{ why: string; make: () => unknown; init?: readonly string[] }>([
    { why: "added against the ignore file", make: () => git("add", "--force", ".emend") },
    { why: "announced with intent to add", make: () => git("add", "--force", "--intent-to-add", ".emend") },
    {
      why: "its write-ahead log alone",
      make: () => (put(".emend/emend.db-wal"), git("add", "-f", ".emend/emend.db-wal")),
    },
    {
      why: "hidden by assume-unchanged",
      make: () => (git("add", "-f", ".emend"), git("update-index", "--assume-unchanged", ".emend/emend.db")),
    },
    {
      why: "hidden by skip-worktree",
      make: () => (git("add", "-f", ".emend"), git("update-index", "--skip-worktree", ".emend/emend.db")),
    },
    { why: "in other letters", make: () => (put(".EMEND/Emend.DB"), git("add", "-f", ".EMEND")) },
    {
      why: "in an index of version 4",
      make: () => (git("add", "-f", "."), git("update-index", "--index-version", "4")),
    },
    {
      why: "in a split index",
      make: () => (git("add", "-f", "."), git("update-index", "--split-index"), git("add", "-f", "src")),
    },
    {
      why: "in a repository of SHA-256",
      init: ["--object-format=sha256"],
      make: () => git("add", "-f", "."),
    },
    {
      why: "as a submodule that was never fetched",
      make: () => git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},.emend`),
    },
  ])("15.2 $why", ({ make, init = [] }) => {
    git("init", "--quiet", ...init);
    writeFileSync(join(folder, ".gitignore"), ".emend/\n");
    putMany();
    put(".emend/emend.db");
    git("add", "src");
    expect(refusal()).toBeUndefined();
    make();
    expect(refusal()).toBe("tracked_by_git");
  });

  it("15.2 a store of one's own is opened: ignored, not ignored, in a new repository, in a submodule one works on", () => {
    git("init", "--quiet");
    put(".emend/emend.db");
    expect(refusal()).toBeUndefined();
    putMany();
    git("add", "src", ".exx");
    expect(refusal()).toBeUndefined();
    git("init", "--quiet", "libs/part");
    put("libs/part/.emend/emend.db");
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},libs/part`);
    expect(refusal("libs/part/.emend/emend.db")).toBeUndefined();
  });

  it.each<{ why: string; make: () => void }>([
    {
      why: "an index that is damaged",
      make: () => writeFileSync(join(folder, ".git/index"), "DIRC no index"),
    },
    {
      why: "a .git file that leads nowhere",
      make: () => {
        rmSync(join(folder, ".git"), { recursive: true });
        writeFileSync(join(folder, ".git"), "gitdir: /nowhere\n");
      },
    },
  ])("15.2 $why: nobody can tell, so it is refused", ({ make }) => {
    git("init", "--quiet");
    put(".emend/emend.db");
    make();
    expect(refusal()).toBe("tracking_unknown");
  });
});

describe("15.2 a store behind a link, or that is no file", () => {
  it.each<{ why: string; make: () => void; code: string }>([
    {
      why: "the file is a link",
      make: () => (
        mkdirSync(join(folder, ".emend")),
        symlinkSync("/etc/hostname", join(folder, ".emend/emend.db"))
      ),
      code: "behind_a_link",
    },
    {
      why: "the file is a link to a place that is not there",
      make: () => (
        mkdirSync(join(folder, ".emend")),
        symlinkSync("/tmp/none-at-all", join(folder, ".emend/emend.db"))
      ),
      code: "behind_a_link",
    },
    {
      why: "its write-ahead log is a link",
      make: () => (put(".emend/emend.db"), symlinkSync("/etc/hostname", join(folder, ".emend/emend.db-wal"))),
      code: "behind_a_link",
    },
    {
      why: "its folder is a link",
      make: () => (mkdirSync(join(folder, "elsewhere")), symlinkSync("elsewhere", join(folder, ".emend"))),
      code: "behind_a_link",
    },
    {
      why: "it is a pipe",
      make: () => {
        mkdirSync(join(folder, ".emend"));
        execFileSync("mkfifo", [join(folder, ".emend/emend.db")]);
      },
      code: "not_a_regular_file",
    },
  ])("15.2 $why", ({ make, code }) => {
    git("init", "--quiet");
    make();
    expect(refusal()).toBe(code);
  });
});

describe("15.2 a store of another user", () => {
  /** As root, a file that is given away; as anybody else, a file of root's. */
  const foreign = (): { readonly file: string; readonly owner: number } => {
    if (process.getuid?.() !== 0) return { file: "/etc/hostname", owner: 0 };
    put(".emend/emend.db");
    chownSync(join(folder, ".emend/emend.db"), 12_345, 12_345);
    return { file: join(folder, ".emend/emend.db"), owner: 12_345 };
  };

  it("15.2 is refused, and the refusal names the variable of the user's own environment that allows it", async () => {
    const { file, owner } = foreign();
    const ask = (env: Record<string, string>) =>
      runCli(["rules", "list", "--store", file], { cwd: folder, env: { HOME: folder, ...env } });
    const { code, stderr } = await ask({});
    expect(code).toBe(3);
    expect(stderr).toContain(`belongs to user ${owner}`);
    expect(stderr).toContain(`EMEND_TRUSTED_OWNERS=${owner}`);
    expect(stderr).toContain("[owned_by_another]");
    expect((await ask({ EMEND_TRUSTED_OWNERS: `7, ${owner}` })).stderr).not.toContain("[owned_by_another]");
  });
});
