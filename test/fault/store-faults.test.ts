import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../src/drivers/sql/sqlite/better-sqlite.ts";
import { startPostgres, type PostgresServer } from "../postgres-server.ts";
import { runCli, type CliRun } from "../run-cli.ts";

const COMMAND = resolve("src/cli/bin.ts");
/** Permissions do not hold for root, who therefore gives up what is above them. */
const HELD_BY_PERMISSIONS =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

const folders: string[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-faults-"));
  // Another user has to get in, where a test runs the command as one.
  chmodSync(folder, 0o755);
  folders.push(folder);
});
afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true, force: true })));

const lineOf = (n: number): string =>
  `${JSON.stringify({ id: `f-${n}`, agent: "rio", outcome: "rejected", tags: ["naming"], comment: `remark ${n}` })}\n`;

/** A file of so many lines in the test's folder. */
function lines(count: number, name = "in.jsonl"): string {
  writeFileSync(join(folder, name), Array.from({ length: count }, (_, n) => lineOf(n)).join(""));
  return name;
}

const emend = (args: readonly string[], now?: string): Promise<CliRun> =>
  runCli(args, { cwd: folder, ...(now === undefined ? {} : { now }) });

/** Starts the command as a process of its own, behind whatever a shell sets first. */
function start(args: readonly string[], { before = "", prefix = [] as readonly string[] } = {}) {
  const command = [...prefix, process.execPath, COMMAND, ...args];
  const child = spawn("sh", ["-c", `${before}exec "$@"`, "sh", ...command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr }));
  return { child, ended };
}

/** The command failed over the world, and told why in one line with a code, and no trace of its insides. */
function expectTold(run: { code: number | null; stderr: string }, code: string | RegExp): void {
  expect(run).toMatchObject({ code: 3 });
  expect(run.stderr).toMatch(/^emend: .{20,}/);
  expect(run.stderr).toMatch(typeof code === "string" ? new RegExp(`\\[${code}\\]`) : code);
  expect(run.stderr).not.toMatch(/internal_error|\n\s+at /);
}

/** So many records are there, each once, and the roll-ups count the same. */
function expectKept(count: number, file = join(folder, "s.db")): void {
  const database = openDatabase(file, { readonly: true });
  const [records] = database.prepare("select count(*) as n, count(distinct id) as ids from feedback").all([]);
  const [counts] = database.prepare("select sum(rejected) as n from agent_hour").all([]);
  const [tags] = database.prepare("select sum(rejections) as n from tag_hour").all([]);
  const sound = database.pragma("integrity_check", { simple: true });
  database.close();
  expect({ records, counts, tags, sound }).toEqual({
    records: { n: count, ids: count },
    counts: { n: count },
    tags: { n: count },
    sound: "ok",
  });
}

/** The same import once the fault is gone. */
async function expectCompletes(args: readonly string[], count: number): Promise<void> {
  const again = await emend(args);
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expectKept(count);
  expect((await emend([...args, "--restart"])).stdout).toMatch(
    new RegExp(`known +${count.toLocaleString("en-US")}\n`),
  );
}

describe("emend import, where the store cannot be used", () => {
  it("a folder that may not be written", async () => {
    const args = ["import", lines(30), "--store", "closed/s.db"];
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o555);
    expectTold(
      await start(args, { prefix: HELD_BY_PERMISSIONS }).ended,
      /\[store_(?:read_only|unreachable)\]/,
    );
    chmodSync(join(folder, "closed"), 0o777);
    expect(await start(args, { prefix: HELD_BY_PERMISSIONS }).ended).toMatchObject({ code: 0, stderr: "" });
    expectKept(30, join(folder, "closed/s.db"));
  });

  it("a store that may only be read", async () => {
    mkdirSync(join(folder, "shown"));
    await emend(["import", lines(10, "first.jsonl"), "--store", "shown/s.db"]);
    chmodSync(join(folder, "shown/s.db"), 0o444);
    chmodSync(join(folder, "shown"), 0o555);
    const args = ["import", lines(30), "--store", "shown/s.db"];
    expectTold(
      await start(args, { prefix: HELD_BY_PERMISSIONS }).ended,
      /\[store_(?:read_only|unreachable)\]/,
    );
    chmodSync(join(folder, "shown"), 0o755);
    chmodSync(join(folder, "shown/s.db"), 0o644);
    expect(await emend(args)).toMatchObject({ code: 0, stderr: "" });
    expectKept(30, join(folder, "shown/s.db"));
  });

  it.each([
    ["a place where nothing can be made", "/sys/emend/s.db"],
    ["a place where nothing can be made, and making a folder would never end", "/proc/emend/s.db"],
    ["a path below a file", "in.jsonl/s.db"],
    ["a folder", "."],
  ])("%s", async (_why, store) => {
    const run = await emend(["import", lines(3), "--store", store]);
    expectTold(run, /\[store_(?:unreachable|read_only|failed)\]/);
    expect(run.stdout).toBe("");
  });

  it("a file that is something else", async () => {
    const notes = "these are notes and no store\n".repeat(200);
    writeFileSync(join(folder, "s.db"), notes);
    const args = ["import", lines(30), "--store", "s.db"];
    expectTold(await emend(args), "store_corrupt");
    expect(readFileSync(join(folder, "s.db"), "utf8")).toBe(notes);
    rmSync(join(folder, "s.db"));
    await expectCompletes(args, 30);
  });

  it("a store whose pages are damaged, and then a copy of it from before", async () => {
    expect(await emend(["import", lines(400, "first.jsonl"), "--store", "s.db"])).toMatchObject({ code: 0 });
    const sound = readFileSync(join(folder, "s.db"));
    const damaged = Buffer.from(sound);
    damaged.fill(0x5a, 3 * 4096);
    writeFileSync(join(folder, "s.db"), damaged);
    const args = ["import", lines(700), "--store", "s.db"];
    expectTold(await emend(args), "store_corrupt");
    for (const part of ["-wal", "-shm"]) rmSync(join(folder, `s.db${part}`), { force: true });
    writeFileSync(join(folder, "s.db"), sound);
    await expectCompletes(args, 700);
  });

  it("a store of a newer Emend, which stays as it was", async () => {
    expect(await emend(["import", lines(10, "first.jsonl"), "--store", "s.db"])).toMatchObject({ code: 0 });
    const setVersion = (version: string): void => {
      const database = openDatabase(join(folder, "s.db"));
      database.exec(`update store_state set value = ${version} where name = 'schema_version'`);
      database.close();
    };
    setVersion("value + 1000");
    const args = ["import", lines(30), "--store", "s.db"];
    expectTold(await emend(args), "store_too_new");
    setVersion("value - 1000");
    expectKept(10);
    await expectCompletes(args, 30);
  });
});

describe("emend import, where the address is wrong", () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(() => server?.stop());

  it.each([
    ["a server that is not there", "postgres://emend:topsecret@127.0.0.1:1/emend", "store_unreachable"],
    ["another kind of database", "mysql://emend:topsecret@127.0.0.1/emend", "store_unsupported"],
    ["a driver's own spelling", "postgresql+psycopg://emend:topsecret@127.0.0.1/e", "store_unsupported"],
    ["a file written as an address", "file:///tmp/topsecret.db", "store_unsupported"],
  ])("%s: the password stays untold and nothing is made", async (_why, store, code) => {
    const run = await emend(["import", lines(3), "--store", store]);
    expectTold(run, code);
    expect(run.stderr + run.stdout).not.toContain("topsecret");
    expect(
      ["mysql:", "postgresql+psycopg:", "file:"].filter((name) => existsSync(join(folder, name))),
    ).toEqual([]);
  });

  it("a database or a password that the server does not know, and then the right one", async () => {
    const url = await server!.urlOf("faults");
    const args = ["import", lines(40), "--store"];
    expectTold(await emend([...args, url.replace(/faults$/, "missing")]), "store_unreachable");
    const refused = await emend([...args, url.replace("emend:emend", "emend:topsecret")]);
    expectTold(refused, "store_unreachable");
    expect(refused.stderr).not.toContain("topsecret");
    expect((await emend([...args, url])).stdout).toMatch(/new +40\n/);
    expect((await emend([...args, url])).stdout).toMatch(/known +40\n/);
  });
});

describe("emend import, where the world changes under it", () => {
  it("goes on after Ctrl-C, with nothing lost and nothing doubled", async () => {
    const count = 15_000;
    const args = ["import", lines(count), "--store", "s.db", "--no-progress"];
    const { child, ended } = start(args);
    const until = Date.now() + 30_000;
    // The place is remembered with the first batch, long before the last.
    while (!existsSync(join(folder, "s.db.import.json")) && Date.now() < until) await setTimeout(2);
    child.kill("SIGINT");
    const stopped = await ended;
    expectTold(stopped, "interrupted");
    const kept = Number(/new +([\d,]+)/.exec(stopped.stdout)?.[1]?.replaceAll(",", ""));
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(count);
    expectKept(kept);
    const again = await emend(args);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain(`in.jsonl continued at line ${kept + 1}, where the last import stopped`);
    expectKept(count);
  });

  it("takes everything once after kill -9", async () => {
    const count = 8_000;
    const args = ["import", lines(count), "--store", "s.db", "--no-progress"];
    const { child, ended } = start(args);
    const until = Date.now() + 30_000;
    while (!existsSync(join(folder, "s.db.import.json")) && Date.now() < until) await setTimeout(2);
    child.kill("SIGKILL");
    await ended;
    expect((await emend(args)).code).toBe(0);
    expectKept(count);
  });

  it("stops where no more can be written, and goes on once there is room", async () => {
    const args = ["import", lines(5_000), "--store", "s.db", "--no-progress"];
    // No file may grow over 4 MiB, or 8 where a shell counts in kibibytes.
    const full = await start(args, { before: "ulimit -f 8192; " }).ended;
    expectTold(full, /\[(?:disk_full|store_failed)\]/);
    const kept = Number(/new +([\d,]+)/.exec(full.stdout)?.[1]?.replaceAll(",", ""));
    expect(kept).toBeGreaterThan(0);
    await expectCompletes(args, 5_000);
  });

  it("takes the same lines once when the clock goes back, and new ones as new", async () => {
    const args = ["import", "in.jsonl", "--store", "s.db"];
    lines(50);
    expect((await emend(args, "2026-11-15T12:00:00Z")).stdout).toMatch(/new +50\n/);
    lines(60);
    const back = await emend(args, "2026-11-15T02:00:00Z");
    expect(back).toMatchObject({ code: 0, stderr: "" });
    expect(back.stdout).toMatch(/new +10\nknown +50\n/);
    expectKept(60);
    expect((await emend(args, "2020-01-01T00:00:00Z")).stdout).toContain("has not changed");
    const patterns = await emend(["patterns", "--json", "--store", "s.db"], "2026-11-15T12:30:00Z");
    expect(JSON.parse(patterns.stdout)).toMatchObject({ agents: [{ agent: "rio", rejected: 60 }] });
  });

  it("says which file it could not read any more, and takes it when it is back", async () => {
    const args = ["import", lines(10), "more.jsonl", "--store", "s.db"];
    expectTold(await emend(args), "file_unreadable");
    lines(20, "later.jsonl");
    renameSync(join(folder, "later.jsonl"), join(folder, "more.jsonl"));
    expect(await emend(args)).toMatchObject({ code: 0, stderr: "" });
    expectKept(20);
  });
});
