import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  bash,
  FAILING_TESTS,
  type HookSession,
  loadHook,
  spoolsOf,
  stateFile,
  startHookSession,
} from "../../test/hook-session.ts";
import { runHook } from "../cli/hook/run-hook.ts";
import { openDatabase } from "../drivers/sql/sqlite/better-sqlite.ts";
import { openSqliteStore } from "../drivers/sql/sqlite/open-sqlite-store.ts";
import { SOURCE_BIN } from "../../test/bin.ts";
import { trustSettings } from "../../test/trust-settings.ts";

let session: HookSession;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
});
afterEach(() => session.end());

const FAILED = bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` });
const START = { hook_event_name: "SessionStart", source: "startup" };
const edit = () => ({
  hook_event_name: "PreToolUse",
  tool_name: "Write",
  tool_input: { file_path: join(session.folder, "src/a.ts") },
});

const inHome = (name: string, content: string): void => {
  mkdirSync(join(session.folder, ".emend"), { recursive: true });
  writeFileSync(join(session.folder, ".emend", name), content);
};

describe("the hook never breaks the agent", () => {
  it.each<{ why: string; stdin: string }>([
    { why: "nothing", stdin: "" },
    { why: "no JSON", stdin: "{not json" },
    { why: "half of an event", stdin: JSON.stringify(FAILED).slice(0, 60) },
    { why: "a list", stdin: "[1, 2]" },
    { why: "no name", stdin: "{}" },
    { why: "a name that is none", stdin: '{"hook_event_name": 7}' },
    { why: "deep nesting", stdin: "[".repeat(200_000) },
    { why: "control characters", stdin: "\u0000\u0001\u001b[2J" },
    {
      why: "more than it reads",
      stdin: `{"hook_event_name":"PostToolUse","x":"${"x".repeat(33 * 1024 * 1024)}"}`,
    },
  ])("standard input with $why is logged in one line", async ({ stdin }) => {
    expect(await session.fire(stdin)).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(session.log()).toMatch(/^\S+Z event_unreadable [^\n]+\n$/);
  });

  it.each<{ why: string; event: () => object; before: () => unknown; log: RegExp; says?: string }>([
    {
      why: "settings that are no YAML",
      event: () => START,
      before: () => writeFileSync(join(session.folder, "emend.yaml"), "store: [\n"),
      log: / config_syntax /,
    },
    {
      why: "settings that are wrong still hear a failure",
      event: () => FAILED,
      before: () => writeFileSync(join(session.folder, "emend.yaml"), "stroe: x\n"),
      log: / unknown_key /,
      says: "test_sum",
    },
    {
      why: "a store that is something else",
      event: () => START,
      before: () => inHome("emend.db", "these are notes and no store\n".repeat(200)),
      log: / store_corrupt /,
    },
    {
      why: "a store of another version",
      event: edit,
      before: async () => {
        const file = join(session.folder, ".emend/emend.db");
        await (await openSqliteStore({ file })).close();
        const database = openDatabase(file);
        database.exec("update store_state set value = 999 where name = 'schema_version'");
        database.close();
      },
      log: / store_too_new /,
    },
    {
      why: "a store that is a folder",
      event: () => START,
      before: () => mkdirSync(join(session.folder, ".emend/emend.db"), { recursive: true }),
      log: / store_unreachable /,
    },
    {
      why: "a server that is away",
      event: () => START,
      before: () => {
        writeFileSync(join(session.folder, "emend.yaml"), "server:\n  url: http://127.0.0.1:9\n");
        return trustSettings(session.folder, { HOME: session.folder });
      },
      log: / server_away /,
    },
    { why: "no store yet", event: () => START, before: () => undefined, log: /^$/ },
    {
      why: "a home that is a file",
      event: () => FAILED,
      before: () => writeFileSync(join(session.folder, ".emend"), ""),
      log: /^$/,
      says: "test_sum",
    },
    {
      why: "a memory that somebody edited",
      event: () => FAILED,
      before: async () => {
        await session.fire(FAILED);
        const folder = stateFile(session.folder, "hook");
        for (const name of readdirSync(folder))
          writeFileSync(join(folder, name), '{"failures":[{"key":7}],"open":7}');
      },
      log: /^$/,
      says: "test_sum",
    },
    {
      why: "a spool that is a file",
      event: () => FAILED,
      before: async () => {
        await session.fire(FAILED);
        const [spool] = spoolsOf(session.folder);
        rmSync(spool!, { recursive: true });
        writeFileSync(spool!, "");
      },
      log: / spool_failed /,
      says: "test_sum",
    },
  ])("$why", async ({ event, before, log, says }) => {
    await before();
    const run = await session.fire(event());
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect(run.stdout).toMatch(says === undefined ? /^$/ : new RegExp(says));
    expect(session.log()).toMatch(log);
    expect(session.log().split("\n").length).toBeLessThanOrEqual(2);
  });

  it("a store that another process writes to is read, and new feedback waits", async () => {
    const file = join(session.folder, ".emend/emend.db");
    await (await openSqliteStore({ file })).close();
    const other = openDatabase(file);
    other.exec("begin immediate");
    expect(await session.fire(START)).toMatchObject({ code: 0, stdout: "" });
    expect((await session.fire(FAILED)).stdout).toContain("test_sum");
    other.exec("rollback");
    other.close();
    expect((await session.deliver()).stdout).toBe("2 recorded\n");
  });

  it("a server that never answers costs its patience and no more", async () => {
    const server = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((ready) => server.once("listening", ready));
    const { port } = server.address() as { port: number };
    writeFileSync(join(session.folder, "emend.yaml"), `server:\n  url: http://127.0.0.1:${port}\n`);
    await trustSettings(session.folder, { HOME: session.folder });
    const start = performance.now();
    expect(await session.fire(edit())).toMatchObject({ code: 0, stdout: "", stderr: "" });
    // Without its patience it would wait for ever.
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(session.log()).toMatch(/ (?:hook_timeout|server_away) /);
    server.closeAllConnections();
    server.close();
  });

  it.each(["an input that does not end", "an input that fails"])("%s", async (why) => {
    const stdin = new PassThrough();
    stdin.write('{"hook_event_name":');
    if (why.endsWith("fails")) setImmediate(() => stdin.destroy(new Error("gone")));
    const stdout = new PassThrough();
    await runHook(
      { options: {} },
      {
        stdin,
        stdout,
        stderr: new PassThrough(),
        env: { HOME: session.folder },
        cwd: session.folder,
        now: () => new Date(),
      },
    );
    expect(stdout.read()).toBe(null);
    expect(session.log()).toMatch(/ event_unreadable /);
  });

  it("tokens do not get into the log", async () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    writeFileSync(join(session.folder, "emend.yaml"), `${token}: x\n`);
    await session.fire(START);
    expect(session.log()).toContain(" unknown_key ");
    expect(session.log()).not.toContain(token);
  });

  it("the log does not grow without end", async () => {
    await session.fire("{");
    writeFileSync(stateFile(session.folder, "hook.log"), "x".repeat(1024 * 1024));
    await session.fire("{");
    expect(session.log().length).toBeLessThan(1_000);
    expect(readFileSync(stateFile(session.folder, "hook.log.1"), "utf8").length).toBe(1024 * 1024);
  });

  const run = (args: readonly string[], shell = "") =>
    spawnSync(
      "bash",
      ["-c", `${shell} exec "$0" "$@"`, process.execPath, SOURCE_BIN, "hook", "--alone", ...args],
      {
        cwd: session.folder,
        input: JSON.stringify({ session_id: "s-1", cwd: session.folder, ...FAILED }),
        env: { PATH: process.env["PATH"], HOME: session.folder, NODE_DISABLE_COMPILE_CACHE: "1" },
        encoding: "utf8",
      },
    );

  it.each([
    ["unknown options", ["claude-code", "--frobnicate", "--agent"], ""],
    ["an unknown program", ["emacs", "extra"], ""],
    ["a full disk", ["claude-code"], "ulimit -f 0;"],
    ["a folder that nobody may write to", ["claude-code"], "chmod a-w .;"],
  ])("as a process of its own, with %s", (_why, args, shell) => {
    const { status, stdout, stderr } = run(args, shell);
    chmodSync(session.folder, 0o700);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    // Nothing, where the machine is so busy that its patience ended before.
    expect(JSON.parse(stdout || '{"hookSpecificOutput":{}}')).toHaveProperty("hookSpecificOutput");
  });
});
