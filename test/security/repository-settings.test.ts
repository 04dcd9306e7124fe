import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CliRun, runCli } from "../run-cli.ts";

const TOKEN = "emd_the-users-own-token";
const SECRET = "a-private-key-of-the-user";

let top = "";
let clone = "";
let server: Server;
let url = "";
/** Every request that reached the stranger's server. */
let heard: string[] = [];

beforeEach(async () => {
  top = mkdtempSync(join(tmpdir(), "emend-settings-"));
  clone = join(top, "clone");
  mkdirSync(join(clone, ".git"), { recursive: true });
  writeFileSync(join(top, "secret"), SECRET, { mode: 0o600 });
  heard = [];
  server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(top, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function put(name: string, text: string): string {
  const path = join(clone, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

const run = (args: readonly string[], env: Record<string, string> = {}, stdin?: string): Promise<CliRun> =>
  runCli(args, {
    cwd: clone,
    env: { HOME: join(top, "home"), USER: "ada", ...env },
    ...(stdin === undefined ? {} : { stdin }),
  });

const startSession = (env: Record<string, string> = {}): Promise<CliRun> =>
  run(
    ["hook", "claude-code"],
    env,
    JSON.stringify({ hook_event_name: "SessionStart", session_id: "s-1", cwd: clone, source: "startup" }),
  );

const correct = (env: Record<string, string> = {}): Promise<CliRun> =>
  run(
    ["hook", "claude-code"],
    env,
    JSON.stringify({
      hook_event_name: "UserPromptSubmit",
      session_id: "s-1",
      cwd: clone,
      prompt: "No, that is wrong. Never use var here, undo that.",
    }),
  );

describe("an address in a clone's emend.yaml", () => {
  it("15.3 server.url gets neither the user's token nor the user's words", async () => {
    put("emend.yaml", `server:\n  url: ${url}\n`);
    const env = { EMEND_SERVER_TOKEN: TOKEN };
    await startSession(env);
    await correct(env);
    await run(["hook", "--deliver"], env);
    expect(heard).toEqual([]);
  });

  it("15.3 store with a PostgreSQL address is not connected to", async () => {
    let connected = 0;
    const postgres = createTcpServer((socket) => {
      connected += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => postgres.listen(0, "127.0.0.1", resolve));
    const { port } = postgres.address() as AddressInfo;
    put("emend.yaml", `store: postgres://ada@127.0.0.1:${port}/emend\n`);
    const { code, stderr } = await run(["patterns"], { PGPASSWORD: SECRET });
    postgres.close();
    expect(connected).toBe(0);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[not_trusted]") });
    expect(stderr).toContain("emend trust");
  });

  it("15.3 github.api_url does not get the user's token", async () => {
    put("emend.yaml", `github:\n  api_url: ${url}\n`);
    const result = { schema_version: "1.0", prompt_version: "1.0.0", summary: "Fine.", findings: [] };
    put("review.json", JSON.stringify({ status: "accepted", result, diagnostics: [] }));
    const args = ["review", "post", "acme/shop#1", "review.json", "--comments", "--commit", "a".repeat(40)];
    const { code, stderr } = await run(args, { EMEND_GITHUB_TOKEN: TOKEN });
    expect(heard).toEqual([]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[not_trusted]") });
  });

  it.each([
    { set: "embedding: {url: URL}", args: ["similar", "--jsonl"] },
    { set: "llm: {url: URL, model: m}", args: ["serve", "--port", "0"] },
    { set: "events: {redis_url: 'redis://127.0.0.1:1'}", args: ["events", "dead", "list"] },
    { set: "ledger: {folder: ../elsewhere}", args: ["ledger", "verify"] },
    { set: "catalogue: {file: other.jsonl}", args: ["catalogue", "list", "--own"] },
    { set: "gates: {packs: [./pack.json]}", args: ["reject", "--list"] },
    { set: "rejections: {key: a-key-that-a-stranger-knows}", args: ["reject", "tests_failing"] },
    { set: "webhooks: {urls: [URL]}", args: ["webhooks", "test"] },
    { set: "server: {public_url: URL}", args: ["tokens", "link"] },
    { set: "server: {host: 0.0.0.0}", args: ["serve", "--port", "0"] },
    { set: "oidc: {issuer: URL, client_id: a}", args: ["serve", "--port", "0"] },
  ])("15.3 $set needs trust", async ({ set, args }) => {
    put("emend.yaml", `${set.replaceAll("URL", url)}\n`);
    const { code, stderr } = await run(args, {}, '{"id":"1","a":"one","b":"two"}\n');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[not_trusted]") });
    expect(heard).toEqual([]);
  });

  it.each([["list"], ["propose"]])(
    "15.3 rules: {approvers: 1} needs trust for `emend rules %s`",
    async (...args) => {
      put("remarks.jsonl", '{"agent":"rio","comment":"Close the file before you return."}\n');
      expect(await run(["import", "remarks.jsonl"])).toMatchObject({ code: 0 });
      put("emend.yaml", "rules: {approvers: 1}\n");
      const { code, stderr } = await run(["rules", ...args]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[not_trusted]") });
    },
  );

  it("15.3 settings that can do no harm count at once", async () => {
    put(
      "emend.yaml",
      "agent: rio\nrules: {approvers: 3}\nalerts: {repeat_count: 9}\ngates: {packs: [code]}\n",
    );
    const { stdout } = await run(["config", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      config: {
        agent: "rio",
        rules: { approvers: 3 },
        alerts: { repeat_count: 9 },
        gates: { packs: ["code"] },
      },
    });
  });
});

describe("a file that a clone's emend.yaml names", () => {
  it.each([
    { why: "by its path", path: "../secret" },
    { why: "by a link", path: "token" },
    { why: "through a linked folder", path: "folder/secret" },
    { why: "inside .git", path: ".git/config" },
  ])("15.3 is refused outside the repository, $why, whatever was trusted", async ({ path }) => {
    symlinkSync(join(top, "secret"), join(clone, "token"));
    symlinkSync(top, join(clone, "folder"));
    writeFileSync(join(clone, ".git/config"), SECRET);
    put("emend.yaml", `server:\n  url: ${url}\n  token_file: ${path}\n`);
    const { code, stderr } = await run(["trust", "--yes"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("[outside_repository]") });
    await startSession();
    await correct();
    await run(["hook", "--deliver"]);
    expect(heard).toEqual([]);
  });

  it("15.3 may lie anywhere if the user names the settings", async () => {
    put("emend.yaml", "server: {token_file: ../secret}\n");
    const { stdout } = await run(["config", "--json"], { EMEND_CONFIG: "emend.yaml" });
    expect(JSON.parse(stdout)).toMatchObject({ config: { server: { token: "••••er" } } });
  });

  it("15.3 a FIFO is not waited for", { timeout: 10_000 }, async () => {
    execFileSync("mkfifo", [join(clone, "pipe")]);
    put("emend.yaml", "server: {token_file: pipe}\n");
    const { code, stderr } = await run(["trust", "--yes"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("not a regular file") });
  });
});

describe("the emend.yaml of a clone", () => {
  it("15.3 is not read through a link that leaves the repository", async () => {
    writeFileSync(join(top, "outside.yaml"), "agent: mallory\n");
    symlinkSync(join(top, "outside.yaml"), join(clone, "emend.yaml"));
    const { code, stdout, stderr } = await run(["config"]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("[outside_repository]");
  });

  it("15.3 is not waited for if it is a FIFO", { timeout: 10_000 }, async () => {
    execFileSync("mkfifo", [join(clone, "emend.yaml")]);
    const { code, stderr } = await run(["config"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("not a regular file") });
    expect((await startSession()).code).toBe(0);
  });

  it.runIf(process.getuid?.() === 0)("15.3 counts for nothing if another user owns it", async () => {
    chownSync(put("emend.yaml", "agent: mallory\n"), 12_345, 12_345);
    const { stdout } = await run(["config", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ config: { agent: null }, untrusted: [{ key: "agent" }] });
    expect((await run(["trust", "--yes"])).stdout).toContain("another user owns");
    expect(JSON.parse((await run(["config", "--json"])).stdout)).toMatchObject({
      config: { agent: "mallory" },
    });
  });
});
