import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFeedback } from "../../../test/contract/make-feedback.ts";
import { batch, batches, git, ledgerIn, ledgerPlaces, put } from "../../../test/git-ledger.ts";
import type { LedgerBatch } from "../../core/ledger/ledger-file.ts";
import { renderRecord } from "../../core/ledger/ledger-documents.ts";
import type { LedgerReading } from "../../ports/ledger.ts";

const place = ledgerPlaces();
const shown = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

const RECORDS = { wants: (path: string) => path.includes("/fb_"), maxBytes: 2 * 1024 * 1024 };

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
