import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../src/drivers/sql/sqlite/open-sqlite-store.ts";
import { runCli } from "../run-cli.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-private-"));
  chmodSync(folder, 0o755);
  spawnSync("git", ["init", "--quiet", folder]);
  writeFileSync(join(folder, "decisions.jsonl"), `${JSON.stringify(DECISION)}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const DECISION = {
  event_id: "e1",
  agent: "rio",
  decision: "rejected",
  comment: "There is no test for this.",
  reviewer: "ana",
  timestamp: "2026-11-14T12:00:00Z",
};

const run = (...args: readonly string[]) =>
  runCli(args, { cwd: folder, env: { HOME: join(folder, "home") } });
const modeOf = (name: string): string => (statSync(join(folder, name)).mode & 0o777).toString(8);

/** Everything below a folder that others may read or write, with its mode. */
const openToOthers = (name: string): readonly string[] =>
  readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
    .map((path) => join(name, path))
    .filter((path) => (statSync(join(folder, path)).mode & 0o077) !== 0)
    .map((path) => `${path} ${modeOf(path)}`);

describe.runIf(process.platform !== "win32")("files that hold people's words", () => {
  it("15.6 a new store is its owner's alone, with what SQLite keeps beside it", async () => {
    const file = join(folder, ".emend/emend.db");
    const store = await openSqliteStore({ file });
    await store.feedback.list({ limit: 1 });
    expect(
      readdirSync(join(folder, ".emend"))
        .filter((name) => name.startsWith("emend.db"))
        .toSorted(),
    ).toEqual(["emend.db", "emend.db-shm", "emend.db-wal"]);
    expect(openToOthers(".emend").filter((name) => name.includes("emend.db"))).toEqual([]);
    expect(modeOf(".emend")).toBe("700");
    await store.close();
  });

  it("15.6 a store from before is closed to others when it is opened", async () => {
    await (await openSqliteStore({ file: join(folder, ".emend/emend.db") })).close();
    chmodSync(join(folder, ".emend"), 0o755);
    chmodSync(join(folder, ".emend/emend.db"), 0o644);
    writeFileSync(join(folder, ".emend/emend.db-wal"), "", { mode: 0o644 });
    await (await openSqliteStore({ file: join(folder, ".emend/emend.db") })).close();
    expect([modeOf(".emend"), modeOf(".emend/emend.db")]).toEqual(["700", "600"]);
  });

  it("15.6 a folder that is not Emend's keeps its mode", async () => {
    await run("import", "decisions.jsonl", "--store", "team.db");
    expect([modeOf("."), modeOf("team.db")]).toEqual(["755", "600"]);
  });

  it("15.6 the ledger, a backup and a copy are closed to others", async () => {
    await run("import", "decisions.jsonl");
    expect((await run("ledger", "write")).code).toBe(0);
    expect((await run("store", "backup", "backup.db")).code).toBe(0);
    expect((await run("store", "copy", "--to", "copy.db")).code).toBe(0);
    expect(modeOf(".emend/ledger")).toBe("700");
    expect(openToOthers(".emend/ledger")).toEqual([]);
    expect([modeOf("backup.db"), modeOf("copy.db")]).toEqual(["600", "600"]);
  });
});

describe("emend init --undo", () => {
  it("15.6 leaves a store that git passes over", async () => {
    await run("init", "--for", "codex", "--yes");
    await run("import", "decisions.jsonl");
    await run("init", "--undo", "--yes");
    expect(existsSync(join(folder, ".emend/emend.db"))).toBe(true);
    const { stdout } = spawnSync("git", ["status", "--porcelain", "--untracked-files=all"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stdout).not.toContain(".emend");
  });
});
