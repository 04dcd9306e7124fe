import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MCP_TOOLS } from "../../src/mcp/tools.ts";
import { type Inspection, inspect, installInspector } from "../mcp-inspector.ts";
import { SOURCE_BIN } from "../bin.ts";

const ERAS = ["modern", "legacy"] as const;

let folder: string;
let server: ChildProcess;
let url: string;
/** Of an administrator, and of the agent rio. */
let tokens: readonly [admin: string, rio: string];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "emend-inspector-"));
  installInspector();
  const kept = join(folder, "admin-token");
  const options = ["--port", "0", "--role", "server", "--admin-token-file", kept];
  server = spawn(process.execPath, [SOURCE_BIN, "serve", ...options], { cwd: folder });
  let told = "";
  for (const stream of [server.stdout!, server.stderr!]) {
    stream.on("data", (chunk: Buffer) => (told += chunk.toString()));
  }
  url = await vi.waitUntil(() => /emend: (http:\S+) on/.exec(told)?.[1], { timeout: 60_000, interval: 50 });
  const admin = readFileSync(kept, "utf8").trim();
  const made = await fetch(`${url}/api/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "rio's", role: "agent", agent: "rio" }),
  });
  const text = /\bemd_[^"\s]+/.exec(await made.text())![0];
  tokens = [admin, text];
}, 300_000);

afterAll(async () => {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

type Inspect = (args: readonly string[], token?: string) => Promise<Inspection>;

const TARGETS: readonly (readonly [name: string, inspect: Inspect])[] = ERAS.flatMap((era) => [
  [
    `emend mcp, ${era}`,
    (args: readonly string[]) =>
      inspect(
        [
          ...args,
          "--protocol-era",
          era,
          "--cwd",
          folder,
          process.execPath,
          SOURCE_BIN,
          "mcp",
          "--agent",
          "rio",
        ],
        folder,
      ),
  ] as const,
  [
    `/mcp, ${era}`,
    (args: readonly string[], token = tokens[1]) =>
      inspect(
        [
          "--protocol-era",
          era,
          "--transport",
          "http",
          "--server-url",
          `${url}/mcp`,
          "--header",
          `Authorization: Bearer ${token}`,
          ...args,
        ],
        folder,
      ),
  ] as const,
]);

describe.each(TARGETS)("the official inspector on %s", (name, ask) => {
  const call = (tool: string, args: object): Promise<Inspection> =>
    ask(["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args)]);

  it("lists the tools, and has nothing to say against their schemas", async () => {
    const { code, result, told } = await ask(["--strict", "--method", "tools/list"]);
    expect(told).not.toMatch(/[1-9]\d* (?:error|warning)/);
    expect(code).toBe(0);
    const { tools } = result as { readonly tools: readonly { readonly name: string }[] };
    expect(tools.map((tool) => tool.name)).toEqual(MCP_TOOLS.map((tool) => tool.name));
  });

  it("calls tools that read and that record", async () => {
    expect(await call("lint_feedback", { text: "Hm." })).toMatchObject({
      code: 0,
      result: { structuredContent: { kind: "comment", actionable: false } },
    });
    const run = `r ${name}`;
    for (const state of ["new", "known"]) {
      expect(await call("record_feedback", { comment: "Close it.", run })).toMatchObject({
        code: 0,
        result: { structuredContent: { state, trust: "tool" } },
      });
    }
  });

  it("sees what a call lacks as the tool's result", async () => {
    expect(await call("record_feedback", {})).toMatchObject({
      code: 5,
      result: { isError: true, content: [{ text: expect.stringContaining("[invalid_arguments]") }] },
    });
  });

  it("lists and reads resources", async () => {
    const uri = "emend://agents/rio/rules";
    expect(await ask(["--method", "resources/list"])).toMatchObject({
      code: 0,
      result: { resources: [{ uri }] },
    });
    expect(await ask(["--method", "resources/read", "--uri", uri])).toMatchObject({
      code: 0,
      result: { contents: [{ uri, text: expect.stringContaining("No rules are in force for rio.") }] },
    });
  });
});

describe.each(TARGETS.filter(([name]) => name.startsWith("/mcp")))(
  "the official inspector on %s",
  (name, ask) => {
    it("is refused with a wrong token", async () => {
      const { code, told } = await ask(["--method", "tools/list"], "emd_wrong");
      expect(code).not.toBe(0);
      expect(told).toContain("auth_required");
    });

    it("speaks as a person with a person's token", async () => {
      const said = JSON.stringify({ comment: "Name the unit.", agent: "rio", run: name });
      const args = ["--method", "tools/call", "--tool-name", "record_feedback", "--tool-args-json", said];
      expect(await ask(args, tokens[0])).toMatchObject({
        result: { structuredContent: { trust: "person" } },
      });
    });
  },
);
