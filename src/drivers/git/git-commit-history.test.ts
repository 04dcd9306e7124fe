import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.ts";
import { makeHostileRepository } from "../../../test/security/hostile-repository.ts";
import type { PastCommit } from "../../core/correction/past-commit.ts";
import type { CommitQuery, ReadHistory } from "../../ports/commit-history.ts";
import { createCommitHistory, type CommitHistoryOptions } from "./git-commit-history.ts";
import { GitError } from "./git-error.ts";

let folder = "";
let root = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-history-"));
  root = join(folder, "shop");
  mkdirSync(root);
  git("init", "--quiet", "--initial-branch=main");
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const ENV = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const AUTHOR = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];

function git(...args: readonly string[]): string {
  return execFileSync("git", [...AUTHOR, ...args], { cwd: root, encoding: "utf8", env: ENV, stdio: "pipe" });
}

function commit(says: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git("add", "--all", ".");
  git("commit", "--quiet", "--allow-empty", "-m", says);
}

const read = (query: Partial<CommitQuery> = {}, options: CommitHistoryOptions = {}): Promise<ReadHistory> =>
  createCommitHistory(options).read({ root, ...query });

const subjects = ({ commits }: ReadHistory): readonly string[] =>
  commits.map(({ message }) => message.split("\n", 1)[0]!);

const files = ({ files: all }: PastCommit): readonly unknown[] =>
  all.map(({ path, status, hunks, leftOut }) => [
    path,
    status,
    leftOut ?? hunks.map(({ newStart, removed, added }) => [newStart, removed, added]),
  ]);

describe("the commits of a repository", () => {
  it("are read with people, trailers and the lines of each hunk", async () => {
    commit("Add a shop", { "src/shop.ts": "one\ntwo\nthree\nfour\nfive\n", "name with spaces ü.txt": "x\n" });
    commit(
      "Open it\n\nBecause it was closed.\n\nFixes: 0123456789ab\nCo-Authored-By: Claude <noreply@anthropic.com>",
      { "src/shop.ts": "one\n2\nthree\nfour\nfive\nsix\n--- a/x\n+++ b/x\ndiff --git a/x b/x\n" },
    );
    const history = await read();
    expect(history).toMatchObject({ isShallow: false });
    expect(history.stopped).toBeUndefined();
    const [newest, first] = history.commits;
    expect(newest).toMatchObject({
      sha: git("rev-parse", "HEAD").trim(),
      parents: [first!.sha],
      author: { name: "Ada", id: first!.author.id },
      message: "Open it\n\nBecause it was closed.",
      coAuthors: [{ name: "Claude", agent: "claude-code" }],
      trailers: [{ key: "fixes", value: "0123456789ab" }],
    });
    expect(files(newest!)).toEqual([
      [
        "src/shop.ts",
        "modified",
        [
          [2, ["two"], ["2"]],
          [6, [], ["six", "--- a/x", "+++ b/x", "diff --git a/x b/x"]],
        ],
      ],
    ]);
    expect(files(first!)).toEqual([
      ["name with spaces ü.txt", "added", [[1, [], ["x"]]]],
      ["src/shop.ts", "added", [[1, [], ["one", "two", "three", "four", "five"]]]],
    ]);
    expect(JSON.stringify(history)).not.toContain("ada@example.com");
  });

  it("know renames, deletions, modes and odd names", async () => {
    commit("One", {
      "a.ts": "first line\nsecond line\nthird line\n",
      "gone.ts": "gone\n",
      'q"\ttab\nline.ts': "odd\n",
    });
    git("mv", "a.ts", "b.ts");
    rmSync(join(root, "gone.ts"));
    git("update-index", "--chmod=+x", "b.ts");
    commit("Two", { "b.ts": "first line\nsecond line\n3rd line\n" });
    const [two, one] = (await read()).commits;
    expect(two!.files).toMatchObject([
      {
        path: "b.ts",
        previousPath: "a.ts",
        status: "renamed",
        hunks: [{ removed: ["third line"], added: ["3rd line"] }],
      },
      { path: "gone.ts", status: "deleted" },
    ]);
    expect(one!.files.map(({ path }) => path)).toContain('q"\ttab\nline.ts');
  });

  it("leave out binary, locked, vendored, generated and huge files, and count them", async () => {
    const big = Array.from({ length: 3_000 }, (_, at) => `line ${at}\n`).join("");
    commit("One", {
      "a.ts": "kept\n",
      "pixel.png": Buffer.from([0, 1, 2]),
      "package-lock.json": "{}\n",
      "vendor/lib.js": "x\n",
      "dist/app.js": "x\n",
      "big.ts": big,
      "long.js": `x${"y".repeat(5 * 1024 * 1024)}\n`,
      "wide.js": `x${"y".repeat(500_000)}\n`,
    });
    const history = await read();
    expect(history.leftOut).toEqual({ binary: 2, lock: 1, vendored: 1, generated: 1, huge: 1 });
    const [{ files: all } = { files: [] }] = history.commits;
    expect(all.filter(({ hunks }) => hunks.length > 0).map(({ path }) => path)).toEqual(["a.ts", "wide.js"]);
    expect(all.find(({ path }) => path === "wide.js")!.hunks[0]!.added[0]).toHaveLength(1_000);
    expect(all.find(({ path }) => path === "big.ts")).toMatchObject({ added: 3_000, leftOut: "huge" });
  });

  it("are read as far as asked for", async () => {
    for (let at = 0; at < 5; at += 1) {
      const date = `2026-01-0${at + 1}T10:00:00Z`;
      const env = { ...ENV, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      execFileSync("git", [...AUTHOR, "commit", "--quiet", "--allow-empty", "-m", `Number ${at}`], {
        cwd: root,
        env,
      });
    }
    expect(await read({ most: 2 })).toMatchObject({
      stopped: "most",
      commits: [{ time: "2026-01-05T10:00:00.000Z" }, {}],
    });
    const since = await read({ since: "2026-01-04T09:00:00Z" });
    expect([subjects(since), since.stopped]).toEqual([["Number 4", "Number 3"], undefined]);
    await expect(read({ since: "yesterday-ish" })).rejects.toMatchObject({ code: "unknown_range" });
    const steps: unknown[] = [];
    await read({ onProgress: (step) => steps.push(step) });
    expect(steps.at(-1)).toEqual({ commits: 5, of: 5 });
  });

  it("stop when they are too large, or take too long", async () => {
    for (let at = 0; at < 4; at += 1) commit(`Number ${at}`, { "a.ts": "line\n".repeat(100 + at) });
    expect((await read({}, { maxSize: 1 })).stopped).toBe("size");
    const slow = join(folder, "slow-git");
    writeFileSync(slow, `#!/bin/sh\ncase "$*" in *--patch*) exec sleep 60;; esac\nexec git "$@"\n`, {
      mode: 0o755,
    });
    expect((await read({}, { command: slow, timeoutMs: 300 })).stopped).toBe("time");
  });

  it("keep merges without their files", async () => {
    commit("One", { "a.ts": "a\n" });
    git("switch", "--quiet", "-c", "topic");
    commit("Two", { "b.ts": "b\n" });
    git("switch", "--quiet", "main");
    commit("Three", { "c.ts": "c\n" });
    git("merge", "--quiet", "--no-ff", "-m", "Merge", "topic");
    const merge = (await read()).commits.find(({ parents }) => parents.length === 2);
    expect(merge).toMatchObject({ message: "Merge", files: [] });
  });

  it("may be in any encoding", async () => {
    commit("One", {
      "a.txt": Buffer.from("caf\u00E9\nna\u00EFve\n", "latin1"),
      "b.txt": Buffer.from([0xff, 0xc3, 0x0a]),
    });
    writeFileSync(join(root, "message"), Buffer.from("Gr\u00FC\u00DFe", "latin1"));
    git("-c", "i18n.commitEncoding=ISO-8859-1", "commit", "--quiet", "--allow-empty", "--file=message");
    const history = await read();
    expect(subjects(history)).toEqual(["Gr\u00FC\u00DFe", "One"]);
    expect(history.commits[1]!.files[0]!.hunks[0]!.added).toEqual(["caf\uFFFD", "na\uFFFDve"]);
  });
});

describe("repositories of any kind", () => {
  it("may be empty, bare, shallow, or a linked work tree", async () => {
    expect(await read()).toMatchObject({ commits: [], isShallow: false });
    commit("One", { "a.ts": "a\n" });
    commit("Two", { "a.ts": "b\n" });
    git("clone", "--quiet", "--bare", root, join(folder, "bare"));
    git("clone", "--quiet", "--depth=1", `file://${root}`, join(folder, "shallow"));
    git("worktree", "add", "--quiet", "-b", "other", join(folder, "tree"));
    expect(subjects(await read({ root: join(folder, "bare") }))).toEqual(["Two", "One"]);
    expect(subjects(await read({ root: join(folder, "tree") }))).toEqual(["Two", "One"]);
    const shallow = await read({ root: join(folder, "shallow") });
    expect([subjects(shallow), shallow.isShallow]).toEqual([["Two"], true]);
  });

  it("may be damaged: what can be read is returned", async () => {
    commit("One", { "a.ts": "a\n" });
    const blob = git("rev-parse", "HEAD:a.ts").trim();
    commit("Two", { "a.ts": "b\n" });
    commit("Three", { "b.ts": "c\n" });
    rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
    const history = await read();
    expect([subjects(history), history.stopped]).toEqual([["Three"], "damaged"]);
    for (const name of readdirSync(join(root, ".git/objects"))) {
      if (name.length !== 2) continue;
      for (const file of readdirSync(join(root, ".git/objects", name))) {
        rmSync(join(root, ".git/objects", name, file), { force: true });
        writeFileSync(join(root, ".git/objects", name, file), "");
        truncateSync(join(root, ".git/objects", name, file), 0);
      }
    }
    await expect(read()).rejects.toBeInstanceOf(GitError);
  });

  it("are named in the error if they are none", async () => {
    await expect(read({ root: folder })).rejects.toMatchObject({ code: "not_a_repository" });
    await expect(read({ root: join(folder, "nowhere") })).rejects.toMatchObject({ code: "not_a_repository" });
    await expect(read({}, { command: join(folder, "no-git") })).rejects.toMatchObject({
      code: "git_not_found",
    });
  });

  it("run nothing and reach nothing outside, however hostile", async () => {
    const { clone, outside, git: safeGit } = await makeHostileRepository(join(folder, "hostile"));
    const settings = {
      "log.showSignature": "true",
      "gpg.program": join(outside.path, "ran"),
      "diff.orderFile": join(outside.path, "notes.txt"),
      "mailmap.file": join(outside.path, "notes.txt"),
      "core.attributesFile": join(outside.path, "notes.txt"),
      "diff.renames": "copies",
      "diff.noprefix": "true",
      "diff.context": "9",
      "diff.submodule": "log",
      "log.mailmap": "true",
      "log.follow": "true",
      "log.date": "format:evil",
      "format.pretty": "evil",
      "color.ui": "always",
      "core.quotePath": "true",
      "alias.log": "!false",
      "pager.log": "true",
    };
    for (const [key, value] of Object.entries(settings)) safeGit("config", key, value);
    const branch = safeGit("symbolic-ref", "HEAD").trim();
    const mailmap = "Evil <evil@evil.example> Mallory <mallory@evil.example>\n";
    const changed = "export const a = 2;\n";
    // It knows no filters and no index.
    execFileSync("git", ["-C", clone, "-c", "core.hooksPath=/dev/null", "fast-import", "--quiet"], {
      env: ENV,
      input: [
        `commit ${branch}\ncommitter Mallory <mallory@evil.example> 1900000000 +0000\ndata 6\nsecond\nfrom ${branch}^0\n`,
        `M 100644 inline src/a.ts\ndata ${changed.length}\n${changed}\n`,
        `M 100644 inline .mailmap\ndata ${mailmap.length}\n${mailmap}\n`,
      ].join(""),
    });
    safeGit("replace", "HEAD", "HEAD~1");
    // Making it may have run filters.
    const [ran, changes] = [outside.ran(), outside.changes()];
    const history = await read({ root: clone });
    expect([outside.ran(), outside.changes()]).toEqual([ran, changes]);
    expect(subjects(history)).toEqual(["second", "hello"]);
    expect(history.commits[0]).toMatchObject({ author: { name: "Mallory" } });
    expect(files(history.commits[0]!)).toContainEqual([
      "src/a.ts",
      "modified",
      [[1, ["export const a = 1;"], ["export const a = 2;"]]],
    ]);
  });

  it("take at most twice the time that git itself takes for its patches, for 5,000 commits", async () => {
    const input = function* (): Generator<string> {
      for (let at = 0; at < 5_000; at += 1) {
        const text = Array.from(
          { length: 40 },
          (_, line) => `line ${(line * 7 + (line === at % 40 ? at : 0)) % 9_999} of it\n`,
        ).join("");
        yield `commit refs/heads/main\ncommitter Ada <ada@example.com> ${1_700_000_000 + at} +0000\ndata 9\nNumber ${at % 10}\n`;
        yield `M 100644 inline src/file-${at % 60}.ts\ndata ${text.length}\n${text}\n`;
      }
    };
    execFileSync("git", ["fast-import", "--quiet"], { cwd: root, env: ENV, input: [...input()].join("") });
    const seconds = (args: string): number => {
      const { stderr } = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time git ${args} > /dev/null`], {
        cwd: root,
        env: { ...ENV, LC_ALL: "C" },
        encoding: "utf8",
      });
      return stderr
        .trim()
        .split(/\s+/)
        .reduce((sum, part) => sum + Number(part), 0);
    };
    const own = seconds("log -p");
    const before = cpuMs();
    const history = await read();
    const parsing = (cpuMs() - before) / 1_000;
    expect(history.commits).toHaveLength(5_000);
    // Git's part is that of `git log -p` itself, with less context to print.
    expect(parsing / own).toBeLessThan(2);
  });
});
