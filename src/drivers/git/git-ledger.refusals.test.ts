import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { batch, batches, failure, git, ledgerIn, ledgerPlaces, put } from "../../../test/git-ledger.ts";
import type { LedgerBatch } from "../../core/ledger/ledger-file.ts";
import type { GitLedgerOptions } from "./git-ledger.ts";
import type { LedgerError } from "./ledger-error.ts";

const place = ledgerPlaces();

describe("a ledger that cannot be used says why", () => {
  it.each<{
    why: string;
    code: LedgerError["code"];
    make: (folder: string) => void;
    options?: Partial<GitLedgerOptions>;
  }>([
    {
      why: "a folder with files that is no repository",
      code: "ledger_not_a_repository",
      make: (folder) => {
        mkdirSync(folder);
        writeFileSync(join(folder, "notes"), "");
      },
    },
    { why: "a file", code: "ledger_not_a_repository", make: (folder) => writeFileSync(folder, "") },
    {
      why: "no git",
      code: "git_not_found",
      make: () => undefined,
      options: { command: "git-that-is-not-there" },
    },
    {
      why: "no branch",
      code: "ledger_detached",
      make: (folder) => {
        execFileSync("git", ["init", "--quiet", folder]);
        git(folder, "commit", "--quiet", "--allow-empty", "-m", "x");
        git(folder, "checkout", "--quiet", "--detach");
      },
    },
    {
      why: "a damaged object",
      code: "ledger_corrupt",
      make: (folder) => {
        execFileSync("git", ["init", "--quiet", folder]);
        writeFileSync(join(folder, "a"), "a");
        git(folder, "add", "a");
        git(folder, "commit", "--quiet", "-m", "x");
        const tree = git(folder, "rev-parse", "HEAD^{tree}");
        rmSync(join(folder, ".git/objects", tree.slice(0, 2), tree.slice(2)));
      },
    },
    {
      why: "a git command at work",
      code: "ledger_locked",
      make: (folder) => {
        execFileSync("git", ["init", "--quiet", "--initial-branch=main", folder]);
        writeFileSync(join(folder, ".git/index.lock"), "");
      },
    },
    {
      why: "a writer on another machine",
      code: "ledger_locked",
      make: (folder) => {
        execFileSync("git", ["init", "--quiet", folder]);
        const owner = { token: "t", host: "elsewhere", processes: [{ pid: 1, start: "" }], since: 0 };
        writeFileSync(join(folder, ".git/emend.lock"), JSON.stringify(owner));
      },
    },
  ])("$why", async ({ code, make, options }) => {
    const folder = place();
    make(folder);
    const error = await failure(ledgerIn(folder, options).write(() => batches(batch({ b: "2" }))));
    expect(error).toMatchObject({ code });
    expect(error.message.length).toBeGreaterThan(30);
  });

  it("when another writer is at work, and goes on once it is not", async () => {
    const folder = place();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    let isInside = (): void => undefined;
    const inside = new Promise<void>((resolve) => (isInside = resolve));
    const first = ledgerIn(folder).write(async function* () {
      isInside();
      await gate;
      yield batch({ a: "1" });
    });
    await inside;
    expect(await failure(put(folder, { b: "1" }))).toMatchObject({ code: "ledger_locked" });
    const second = ledgerIn(folder, { lockWaitMs: 30_000 }).write(() => batches(batch({ b: "1" })));
    open();
    await Promise.all([first, second]);
    expect(git(folder, "rev-list", "--count", "HEAD")).toBe("2");
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  it("when somebody commits meanwhile, and writes on top the next time", async () => {
    const folder = place();
    await put(folder, { a: "1" });
    const meanwhile = async function* (): AsyncGenerator<LedgerBatch> {
      yield batch({ b: "2" });
      git(folder, "commit", "--quiet", "--allow-empty", "-m", "Meanwhile");
    };
    expect(await failure(ledgerIn(folder).write(meanwhile))).toMatchObject({ code: "ledger_changed" });
    await put(folder, { b: "2" });
    expect(git(folder, "log", "--format=%s").split("\n")).toEqual([
      "Record something",
      "Meanwhile",
      "Record something",
    ]);
  });

  it("takes over from a writer that is gone, with the locks it left", async () => {
    const folder = place();
    await put(folder, { a: "1" });
    const owner = {
      token: "t",
      host: (await import("node:os")).hostname(),
      processes: [{ pid: 2 ** 22 + 1, start: "1" }],
      since: Date.now() - 5_000,
    };
    writeFileSync(join(folder, ".git/emend.lock"), JSON.stringify(owner));
    for (const lock of ["index.lock", "refs/heads/main.lock"]) writeFileSync(join(folder, ".git", lock), "");
    expect(await put(folder, { b: "2" })).toEqual({ commits: 1, edited: [] });
    expect(git(folder, "status", "--porcelain")).toBe("");
  });
});
