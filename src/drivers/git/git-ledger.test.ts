import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { LedgerBatch } from "../../core/ledger/ledger-file.ts";
import { renderRecord } from "../../core/ledger/render-record.ts";
import type { LedgerReading } from "../../ports/ledger.ts";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { createGitLedger, type GitLedgerOptions } from "./git-ledger.ts";
import { LedgerError } from "./ledger-error.ts";

const root = mkdtempSync(join(tmpdir(), "emend-ledger-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let number = 0;
const place = (): string => join(root, `ledger-${(number += 1)}`);

/** A person's own git in the ledger. */
const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();

const batch = (files: Readonly<Record<string, string>>, removed: readonly string[] = []): LedgerBatch => ({
  message: "Record something\n",
  time: "2026-03-01T00:00:00.000Z",
  files: Object.entries(files).map(([path, text]) => ({ path, text })),
  removed,
});

async function* batches(...all: readonly LedgerBatch[]): AsyncGenerator<LedgerBatch> {
  yield* all;
}

const ledgerIn = (folder: string, options: Partial<GitLedgerOptions> = {}) =>
  createGitLedger({ folder, now: () => new Date("2026-03-02T00:00:00Z"), lockWaitMs: 100, ...options });

const put = (folder: string, files: Readonly<Record<string, string>>, removed: readonly string[] = []) =>
  ledgerIn(folder).write(() => batches(batch(files, removed)));

const shown = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

const RECORDS = { wants: (path: string) => path.includes("/fb_"), maxBytes: 2 * 1024 * 1024 };

async function failure(work: Promise<unknown>): Promise<LedgerError> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof LedgerError)) throw new Error("expected a LedgerError", { cause: error });
  return error;
}

describe("writing", () => {
  it("makes a repository that people can read, with commits in order", async () => {
    const folder = place();
    const written = await ledgerIn(folder).write(() =>
      batches(batch({ "decisions/a/x.yaml": "one\n" }), batch({ "decisions/a/y.yaml": "ü\0\n" })),
    );
    expect(written).toEqual({ commits: 2, edited: [] });
    expect(shown(folder, "decisions/a/y.yaml")).toBe("ü\0\n");
    expect(git(folder, "status", "--porcelain")).toBe("");
    expect(git(folder, "log", "--format=%an <%ae> %cI %s")).toBe(
      Array.from(
        { length: 2 },
        () => "Emend <emend@localhost> 2026-03-01T00:00:00+00:00 Record something",
      ).join("\n"),
    );
    expect(readdirSync(join(folder, ".git")).filter((name) => name.includes("lock"))).toEqual([]);
  });

  it("tells what it holds by fingerprints that are those of the texts", async () => {
    const folder = place();
    expect((await ledgerIn(folder).holdings()).fingerprints.size).toBe(0);
    await put(folder, { "feedback/jsonl/a.yaml": "text 👩\n" });
    const { fingerprints, fingerprintOf } = await ledgerIn(folder).holdings();
    expect([...fingerprints]).toEqual([["feedback/jsonl/a.yaml", fingerprintOf("text 👩\n")]]);
  });

  it("works in a repository of the other hash", async () => {
    const folder = place();
    execFileSync("git", ["init", "--quiet", "--object-format=sha256", "--initial-branch=main", folder]);
    await put(folder, { "decisions/a/x.yaml": "one\n" });
    const { fingerprints, fingerprintOf } = await ledgerIn(folder).holdings();
    expect(fingerprints.get("decisions/a/x.yaml")).toBe(fingerprintOf("one\n"));
    expect(shown(folder, "decisions/a/x.yaml")).toBe("one\n");
  });

  it("commits nothing where there is nothing to write", async () => {
    const folder = place();
    await put(folder, { a: "1" });
    expect(await ledgerIn(folder).write(() => batches())).toEqual({ commits: 0, edited: [] });
    expect(git(folder, "rev-list", "--count", "HEAD")).toBe("1");
  });

  it("takes away what is to be removed, with folders that are then empty", async () => {
    const folder = place();
    await put(folder, { "decisions/a/x.yaml": "1", "decisions/b/y.yaml": "2" });
    await put(folder, {}, ["decisions/a/x.yaml"]);
    expect(readdirSync(join(folder, "decisions"))).toEqual(["b"]);
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  it("keeps the commits before a plan that fails, and shows them with the next write", async () => {
    const folder = place();
    await put(folder, { a: "1" });
    const failing = async function* (): AsyncGenerator<LedgerBatch> {
      yield batch({ b: "2" });
      throw new RangeError("the store is gone");
    };
    await expect(ledgerIn(folder).write(failing)).rejects.toThrow("the store is gone");
    expect(git(folder, "ls-tree", "--name-only", "HEAD")).toBe("a");
    await put(folder, { c: "3" });
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  it("is not led astray by the caller's settings, hooks or repository", async () => {
    const outer = place();
    execFileSync("git", ["init", "--quiet", outer]);
    const folder = join(outer, "ledger");
    const settings = join(outer, "settings");
    const hooks = join(outer, "hooks");
    mkdirSync(hooks);
    const trace = join(outer, "hook-ran");
    for (const hook of ["post-index-change", "reference-transaction", "pre-push", "post-checkout"]) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch '${trace}'\n`, { mode: 0o755 });
    }
    writeFileSync(
      settings,
      `[core]\n\tautocrlf = true\n\thooksPath = ${hooks}\n[commit]\n\tgpgSign = true\n[user]\n\tuseConfigOnly = true\n`,
    );
    const before = { ...process.env };
    Object.assign(process.env, {
      GIT_DIR: join(outer, ".git"),
      GIT_WORK_TREE: outer,
      GIT_INDEX_FILE: join(outer, "index"),
      GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z",
      GIT_CONFIG_GLOBAL: settings,
    });
    try {
      await put(folder, { a: "1\r\n" });
    } finally {
      for (const name of [
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_INDEX_FILE",
        "GIT_AUTHOR_DATE",
        "GIT_CONFIG_GLOBAL",
      ]) {
        if (before[name] === undefined) delete process.env[name];
      }
    }
    expect(shown(folder, "a")).toBe("1\r\n");
    expect(existsSync(trace)).toBe(false);
    expect(existsSync(join(outer, "index"))).toBe(false);
    expect(git(folder, "log", "--format=%aI")).toBe("2026-03-01T00:00:00+00:00");
  });
});

describe("people in the ledger", () => {
  it("builds on what they committed", async () => {
    const folder = place();
    await put(folder, { "decisions/a/x.yaml": "1" });
    writeFileSync(join(folder, "decisions/a/x.yaml"), "theirs");
    writeFileSync(join(folder, "größe\nund.md"), "notes");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "-m", "Notes");
    expect(await put(folder, { "decisions/a/x.yaml": "2" })).toEqual({ commits: 1, edited: [] });
    expect(git(folder, "log", "--format=%s").split("\n")).toEqual([
      "Record something",
      "Notes",
      "Record something",
    ]);
    expect(shown(folder, "decisions/a/x.yaml")).toBe("2");
    expect(shown(folder, "größe\nund.md")).toBe("notes");
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  it("leaves what they edited, added, removed or staged, and says which", async () => {
    const folder = place();
    await put(folder, { "d/edited": "1", "d/staged": "1", "d/removed": "1", "d/plain": "1" });
    writeFileSync(join(folder, "d/edited"), "mine");
    writeFileSync(join(folder, "d/staged"), "mine");
    git(folder, "add", "d/staged");
    rmSync(join(folder, "d/removed"));
    writeFileSync(join(folder, "d/new"), "mine");
    writeFileSync(join(folder, "own.txt"), "mine");
    const written = await put(folder, {
      "d/edited": "2",
      "d/staged": "2",
      "d/removed": "2",
      "d/plain": "2",
      "d/new": "2",
    });
    expect(written.edited.toSorted()).toEqual(["d/edited", "d/new", "d/removed", "d/staged"]);
    for (const name of ["d/edited", "d/staged", "d/new", "own.txt"]) expect(shown(folder, name)).toBe("mine");
    expect(existsSync(join(folder, "d/removed"))).toBe(false);
    expect(shown(folder, "d/plain")).toBe("2");
    expect(git(folder, "show", "HEAD:d/edited")).toBe("2");
    expect(git(folder, "show", ":d/staged")).toBe("mine");
  });

  it("never writes through a link that leads out of the ledger", async () => {
    const folder = place();
    const outside = place();
    mkdirSync(outside);
    await put(folder, { a: "1" });
    symlinkSync(outside, join(folder, "decisions"));
    const { edited } = await put(folder, { "decisions/g/x.yaml": "1" });
    expect(edited).toEqual(["decisions/g/x.yaml"]);
    expect(readdirSync(outside)).toEqual([]);
  });

  it("shows everything in a fresh clone without touching it", async () => {
    const folder = place();
    await put(folder, { "decisions/a/x.yaml": "1" });
    const clone = place();
    execFileSync("git", ["clone", "--quiet", folder, clone]);
    expect(await put(clone, { "decisions/a/y.yaml": "1" })).toEqual({ commits: 1, edited: [] });
    expect(git(clone, "status", "--porcelain")).toBe("");
  });
});

describe("starting anew", () => {
  it("leaves no old version anywhere, and keeps people's files", async () => {
    const folder = place();
    const record = (n: number) => `decisions/g/${makeFeedback(n).id}.yaml`;
    await put(folder, { [record(1)]: "the secret words\n", "corrections/t/correction.diff": "secret" });
    await put(folder, { [record(1)]: "erased\n" });
    writeFileSync(join(folder, "näme.md"), "notes");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "-m", "Notes");
    const secret = git(folder, "rev-parse", `HEAD~2:${record(1)}`);
    git(folder, "tag", "mine", "HEAD~2");
    const plan = () => batches(batch({ [record(1)]: "erased\n" }));
    expect((await ledgerIn(folder).replaceAll(plan)).keptBy).toEqual(["refs/tags/mine"]);
    expect(git(folder, "cat-file", "-t", secret)).toBe("blob");
    git(folder, "tag", "-d", "mine");
    expect(await ledgerIn(folder).replaceAll(plan)).toEqual({ commits: 2, edited: [], keptBy: [] });
    expect(() => git(folder, "cat-file", "-t", secret)).toThrow(/could not get|Not a valid object/);
    expect(git(folder, "log", "--format=%s").split("\n")).toEqual([
      "Record something",
      "Start the ledger anew",
    ]);
    expect(shown(folder, "näme.md")).toBe("notes");
    expect(existsSync(join(folder, "corrections"))).toBe(false);
    expect(git(folder, "status", "--porcelain")).toBe("");
    expect(git(folder, "fsck", "--full", "--strict")).toBe("");
  });
});

describe("reading", () => {
  it("gives what every file asked for holds, and says of each why it cannot be read", async () => {
    const folder = place();
    const path = (n: number): string => `decisions/g/${makeFeedback(n).id}.yaml`;
    await put(folder, {
      [path(1)]: renderRecord(makeFeedback(1)),
      [path(3)]: "id: [",
      [path(4)]: `# ${"x".repeat(3_000_000)}\n${renderRecord(makeFeedback(4))}`,
      "decisions/g/notes.yaml": "anything",
      "README.md": "readme",
    });
    writeFileSync(join(folder, path(5)), Buffer.from([0xff, 0xfe, 0xff]));
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "-m", "bytes");
    const readings: LedgerReading[] = [];
    for await (const reading of ledgerIn(folder).read(RECORDS)) readings.push(reading);
    expect(readings.filter(({ state }) => state === "document")).toEqual([
      { state: "document", path: path(1), value: makeFeedback(1) },
    ]);
    const reasons = readings.flatMap((reading) => (reading.state === "unreadable" ? [reading.reason] : []));
    for (const part of ["Flow sequence", "larger than", "not text in UTF-8"]) {
      expect(reasons.filter((reason) => reason.startsWith(part))).toHaveLength(1);
    }
    expect(reasons).toHaveLength(3);
  });

  it("gives nothing where there is no ledger", async () => {
    const first = await ledgerIn(place()).read(RECORDS)[Symbol.asyncIterator]().next();
    expect(first.done).toBe(true);
  });
});

describe("pushing", () => {
  const remote = (): string => {
    const folder = place();
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", folder]);
    return folder;
  };

  it("sends the branch, and says where there is nothing to send it to", async () => {
    const folder = place();
    expect(await ledgerIn(folder).push()).toBe("nothing_to_push");
    await put(folder, { a: "1" });
    expect(await ledgerIn(folder).push()).toBe("no_remote");
    const origin = remote();
    git(folder, "remote", "add", "origin", origin);
    expect(await ledgerIn(folder).push()).toBe("pushed");
    expect(git(origin, "rev-parse", "main")).toBe(git(folder, "rev-parse", "HEAD"));
  });

  it("replaces the remote's history after a new start, unless somebody added to it", async () => {
    const [folder, origin, other] = [place(), remote(), place()];
    await put(folder, { a: "1" });
    git(folder, "remote", "add", "origin", origin);
    await ledgerIn(folder).push();
    await ledgerIn(folder).replaceAll(() => batches());
    expect(await ledgerIn(folder).push()).toBe("pushed");
    expect(git(origin, "rev-parse", "main")).toBe(git(folder, "rev-parse", "HEAD"));

    execFileSync("git", ["clone", "--quiet", origin, other]);
    await put(other, { b: "1" });
    await ledgerIn(other).push();
    await ledgerIn(folder).replaceAll(() => batches());
    expect(await failure(ledgerIn(folder).push())).toMatchObject({ code: "ledger_push_refused" });
    expect(git(origin, "rev-parse", "main")).toBe(git(other, "rev-parse", "HEAD"));
  });

  it("says when the remote refuses, without its password, and keeps what is written", async () => {
    const [folder, origin, other] = [place(), remote(), place()];
    await put(folder, { a: "1" });
    git(folder, "remote", "add", "origin", origin);
    await ledgerIn(folder).push();
    execFileSync("git", ["clone", "--quiet", origin, other]);
    await put(other, { b: "1" });
    await ledgerIn(other).push();
    await put(folder, { c: "1" });
    const error = await failure(ledgerIn(folder).push());
    expect(error).toMatchObject({ code: "ledger_push_refused" });
    expect(error.message).toMatch(/rejected.*nothing is lost/);
    git(folder, "remote", "set-url", "origin", "https://ada:password@127.0.0.1:1/x.git");
    expect((await failure(ledgerIn(folder).push())).message).not.toContain("password");
    expect(git(folder, "show", "HEAD:c")).toBe("1");
  });
});

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
