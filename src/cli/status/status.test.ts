import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../../test/run-cli.ts";
import { hash64 } from "../../core/hash.ts";
import { openDatabase } from "../../drivers/sql/sqlite/better-sqlite.ts";
import type { StatusReport } from "./status-report.ts";

let folder = "";
let env: Record<string, string> = {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-status-"));
  mkdirSync(join(folder, "work", ".git"), { recursive: true });
  // Port 9 answers nobody.
  env = { USER: "ana", HOME: folder, EMEND_SERVER_PORT: "9" };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCli(args, { cwd: join(folder, "work"), env });
const write = (path: string, text: string): void => {
  mkdirSync(join(folder, "work", path, ".."), { recursive: true });
  writeFileSync(join(folder, "work", path), text);
};
const status = async (): Promise<StatusReport & { readonly code: number }> => {
  const { stdout, code } = await run("status", "--json");
  return { ...(JSON.parse(stdout) as StatusReport), code };
};
/** Every file with its content and time, but for the two that SQLite puts beside a store while somebody reads it. */
const everything = (): unknown =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path, statSync(path).mtimeMs, hash64(readFileSync(path, "latin1"))];
    });
const said = (n: number) => ({
  id: `s${n}`,
  agent: n % 2 === 0 ? "rio" : "kim",
  comment: `Close handle ${n}.`,
  author: { id: "mara", trust: "person" },
  time: `2026-11-1${n}T10:00:00Z`,
});
const record = async (): Promise<void> => {
  write("said.jsonl", [0, 1, 2].map((n) => JSON.stringify(said(n))).join("\n"));
  await run("import", "said.jsonl");
};

describe("emend status", () => {
  it("17.6 works without a store, says how to start, and makes nothing", async () => {
    const before = everything();
    const { stdout, code, stderr } = await run("status");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Nothing recorded yet; start with emend init, or emend import FILE\n");
    expect(everything()).toEqual(before);
  });

  it("17.6 shows what is set up, what was recorded and what is waiting, and writes nothing", async () => {
    await record();
    write(
      ".claude/settings.json",
      JSON.stringify({
        hooks: { Stop: [{ hooks: [{ type: "command", command: "emend hook claude-code" }] }] },
      }),
    );
    write(".mcp.json", JSON.stringify({ mcpServers: { emend: { command: "emend", args: ["mcp"] } } }));
    write(".cursor/hooks.json", JSON.stringify({ hooks: { stop: [{ command: "lint --all" }] } }));
    const before = everything();
    const found = await status();
    expect(found).toMatchObject({
      code: 0,
      set_up: {
        trust: "nothing_to_trust",
        hooks: ["claude-code"],
        mcp: ["claude-code"],
        store: { records: 3 },
      },
      runs: {
        worker: false,
        server: { answers: false },
        last_heard: "2026-11-12T10:00:00.000Z",
        agents: [
          { agent: "rio", last_heard: "2026-11-12T10:00:00.000Z" },
          { agent: "kim", last_heard: "2026-11-11T10:00:00.000Z" },
        ],
      },
      waits: [{ what: "records to evaluate", count: 3, command: "emend rules propose" }],
      wrong: [],
      start: null,
    });
    expect(everything()).toEqual(before);
    await run("rules", "propose", "--text", "Close every handle.", "--as", "mara");
    expect((await status()).waits).toContainEqual({
      what: "rules to approve",
      count: 1,
      command: "emend rules list --status proposed",
    });
  });

  it.each([
    {
      why: "settings that wait for trust",
      file: "emend.yaml",
      text: "server:\n  url: http://127.0.0.1:9\n",
      code: "not_trusted",
      mend: "emend trust",
    },
    {
      why: "settings that are none",
      file: "emend.yaml",
      text: "storr: x.db\n",
      code: "unknown_key",
      mend: "correct the settings, then run emend config",
    },
    {
      why: "hooks that nobody can read",
      file: ".claude/settings.json",
      text: "{ hooks",
      code: "hooks_unreadable",
      mend: "fix .claude/settings.json, then run emend init",
    },
    {
      why: "a file that is no store",
      file: ".emend/emend.db",
      text: "no database at all, but long enough to be looked at as one\n".repeat(20),
      code: "store_corrupt",
      mend: "move it away and restore a copy, or rebuild it from the ledger (file is not a database)",
    },
  ])("17.6 names $why, with what mends it, and ends with 1", async ({ file, text, code, mend }) => {
    write(file, text);
    const found = await status();
    expect(found.wrong).toMatchObject([{ code, mend }]);
    expect(found.code).toBe(1);
    expect((await run("status")).stdout).toContain(`[${code}]\n    fix: ${mend}\n`);
  });

  it("17.6 names dead letters, and a server of hooks that does not answer", async () => {
    await record();
    const database = openDatabase(join(folder, "work", ".emend", "emend.db"));
    database
      .prepare(
        "insert into event_dead (group_name, position, body, reason, attempts, died_at) values ('emend-learn', 1, '{}', 'x', 3, '2026-11-12T10:00:00.000Z')",
      )
      .run([]);
    database.close();
    env["EMEND_SERVER_URL"] = "http://127.0.0.1:9";
    const { wrong, waits } = await status();
    expect(wrong.map(({ code, mend }) => [code, mend])).toEqual([
      ["dead_letters", "emend events dead list"],
      ["server_unreachable", "start it with emend serve, or correct server.url"],
    ]);
    expect(waits).toContainEqual({ what: "dead letters", count: 1, command: "emend events dead list" });
  });

  it("17.6 sees a server that runs", async () => {
    const server = createServer((_request, response) => response.end(JSON.stringify({ status: "alive" })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    env["EMEND_SERVER_URL"] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await status()).runs.server?.answers).toBe(true);
    await new Promise((resolve) => server.close(resolve));
  });

  it("17.6 leaves a store of an older schema as it is", async () => {
    await record();
    const file = join(folder, "work", ".emend", "emend.db");
    const database = openDatabase(file);
    database.prepare("update store_state set value = 3 where name = 'schema_version'").run([]);
    database.close();
    cpSync(file, `${file}.copy`);
    const found = await status();
    expect([found.code, found.set_up.store.schema, found.set_up.store.records]).toEqual([0, 3, null]);
    expect((await run("status")).stdout).toContain("schema 3; the next command that opens it");
    expect(readFileSync(file).equals(readFileSync(`${file}.copy`))).toBe(true);
  });
});
