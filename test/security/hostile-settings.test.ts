import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bash, FAILING_TESTS, loadHook } from "../hook-session.ts";
import { runCli } from "../run-cli.ts";
import { makeHostileRepository } from "./hostile-repository.ts";
import { CANARY } from "./outside-folder.ts";

const KEY = "a-key-of-the-user-8c1f";

let folder = "";
let server: Server;
let address = "";
let connections = 0;
const sockets = new Set<Socket>();

beforeAll(loadHook);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-hostile-settings-"));
  connections = 0;
  server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => undefined));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

const EVENTS: readonly object[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "UserPromptSubmit", prompt: "No, that is wrong. Never use var here, undo that." },
  bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }),
  { hook_event_name: "PreToolUse", tool_name: "Edit", tool_input: { file_path: "src/a.ts" } },
  { hook_event_name: "Stop" },
];

const COMMANDS: readonly (readonly string[])[] = [
  ["patterns"],
  ["rules", "list"],
  ["rules", "propose"],
  ["rules", "prompt", "--agent", "rio"],
  ["inject", "--check"],
  ["similar", "anything"],
  ["cluster"],
  ["catalogue", "list", "--own"],
  ["events", "status"],
  ["events", "dead", "list"],
  ["ledger", "write"],
  ["ledger", "verify"],
  ["tokens", "link"],
  ["webhooks", "test"],
  ["reject", "tests_failing"],
  ["reject", "--list"],
  ["reject", "missing_tests", "--source", "ci", "--post", "acme/shop#12"],
  ["store", "status"],
  ["audit", "verify"],
  ["config"],
  ["trust", "--status"],
  ["serve", "--port", "0"],
  ["hook", "--status"],
  ["hook", "--deliver"],
];

describe("the settings of a hostile repository", () => {
  it.each(["redirect", "secret-files", "brought-in"] as const)(
    "15.3 %s: no hook and no command sends a key, reads a file outside or writes there",
    { timeout: 120_000 },
    async (kind) => {
      const { clone, folders, outside } = await makeHostileRepository(folder, kind, address);
      const env = {
        HOME: join(folder, "home"),
        EMEND_SERVER_TOKEN: KEY,
        EMEND_LLM_KEY: KEY,
        EMEND_EMBEDDING_KEY: KEY,
        EMEND_GITHUB_TOKEN: KEY,
        GITHUB_TOKEN: KEY,
        GITHUB_API_URL: "http://127.0.0.1:9",
        PGPASSWORD: KEY,
      };
      let said = "";
      for (const cwd of folders) {
        for (const event of EVENTS) {
          const stdin = JSON.stringify({ session_id: "s-1", cwd, ...event });
          const { code, stdout, stderr } = await runCli(["hook", "claude-code"], { cwd, env, stdin });
          expect(code).toBe(0);
          said += stdout + stderr;
        }
        for (const args of COMMANDS) {
          const { stdout, stderr } = await runCli(args, { cwd, env, stdin: "" });
          said += stdout + stderr;
        }
      }
      expect(clone).toBeTruthy();
      expect(connections).toBe(0);
      expect(outside.changes()).toEqual([]);
      expect(said).not.toContain(CANARY);
      expect(said).not.toContain(KEY);
    },
  );
});
