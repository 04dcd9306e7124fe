import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CliIo } from "../../src/cli/cli-io.ts";
import { createEmendAccess } from "../../src/cli/mcp/run-mcp.ts";
import { openUserEmend } from "../../src/cli/open/open-emend.ts";
import { loadHook } from "../hook-session.ts";
import { openMcp } from "../mcp-session.ts";
import { type CliRun, runCli } from "../run-cli.ts";
import { PLANTED_RULE, PLANTED_WORDS } from "./hostile-files.ts";
import { makeHostileRepository } from "./hostile-repository.ts";

let folder: string;
let env: Record<string, string>;
beforeAll(loadHook);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-planted-"));
  env = { HOME: join(folder, "home"), USER: "ada" };
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));

const START = { hook_event_name: "SessionStart", source: "startup", session_id: "s-1" };
const EDIT = {
  hook_event_name: "PreToolUse",
  session_id: "s-1",
  tool_name: "Write",
  tool_input: { file_path: "src/a.ts" },
};

const hook = (cwd: string, event: object): Promise<CliRun> =>
  runCli(["hook"], { cwd, env, stdin: JSON.stringify({ cwd, ...event }) });

const TRACKED = ["planted", "hidden", "submodule", "nested", "worktree"] as const;

describe("15.2 a store that git tracks is refused", () => {
  it.each(TRACKED)("15.2 %s: the hook tells the agent no rule of it", async (kind) => {
    const { folders } = await makeHostileRepository(folder, kind);
    for (const cwd of folders) {
      for (const event of [START, EDIT]) {
        const { code, stdout } = await hook(cwd, event);
        expect({ code, tells: stdout.includes(PLANTED_RULE) }).toEqual({ code: 0, tells: false });
      }
    }
  });

  it.each([
    [["rules", "list"]],
    [["patterns"]],
    [["audit", "list"]],
    [["audit", "verify"]],
    [["tokens", "list"]],
    [["rollouts", "list"]],
    [["inject", "--diff"]],
    [["store", "status"]],
    [["store", "backup", "copy.db"]],
    [["store", "copy", "--to", "copy.db"]],
    [["events", "status"]],
    [["erase", "older-than", "1d", "--yes"]],
    [["import", "-"]],
    [["ledger", "write"]],
    [["serve", "--port", "0"]],
  ])("15.2 planted: emend %j refuses it and says why", async (args) => {
    const { clone } = await makeHostileRepository(folder, "planted");
    const { code, stdout, stderr } = await runCli(args, { cwd: clone, env, stdin: "" });
    expect(code).toBe(3);
    expect(stdout).not.toContain(PLANTED_RULE);
    expect(stderr).toMatch(/\.emend\/(?:emend\.db|ledger) is tracked by git .* \[tracked_by_git\]/);
  });
});

describe("15.2 MCP", () => {
  it("15.2 planted: a tool refuses the store and says why", async () => {
    const { clone } = await makeHostileRepository(folder, "planted");
    const silence = new PassThrough().resume();
    const [stdin, now] = [Readable.from([]), () => new Date()];
    const io: CliIo = { stdin, stdout: silence, stderr: silence, env, cwd: clone, now };
    const mcp = await openMcp(undefined, { emend: createEmendAccess(io, undefined, openUserEmend) });
    const { isError, text } = await mcp.call("rules_for_files", { files: ["src/a.ts"] });
    await mcp.close();
    expect(isError).toBe(true);
    expect(text).toContain("tracked_by_git");
    expect(text).not.toContain(PLANTED_RULE);
  });
});

describe("15.2 a spool that came with a clone is not delivered", () => {
  let server: Server;
  let bodies: string[];
  beforeEach(async () => {
    bodies = [];
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        bodies.push(body);
        response.setHeader("content-type", "application/json").end('{"items": []}');
      });
    }).listen(0, "127.0.0.1");
    await new Promise((ready) => server.once("listening", ready));
  });
  afterEach(() => server.close());

  it.each(["planted", "submodule", "nested", "worktree"] as const)("15.2 %s", async (kind) => {
    const { folders } = await makeHostileRepository(folder, kind);
    const { port } = server.address() as AddressInfo;
    env = { ...env, EMEND_SERVER_URL: `http://127.0.0.1:${port}`, EMEND_SERVER_TOKEN: "emt_ada" };
    for (const cwd of folders) {
      await hook(cwd, START);
      await runCli(["hook", "--deliver"], { cwd, env });
    }
    expect(bodies.filter((body) => body.includes(PLANTED_WORDS))).toEqual([]);
  });
});
