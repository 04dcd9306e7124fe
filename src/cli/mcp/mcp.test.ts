import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, ERAS, toAnswer } from "../../../test/mcp-session.ts";
import { runCli } from "../../../test/run-cli.ts";
import { SOURCE_BIN } from "../../../test/bin.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-mcp-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (id: number, method: string, params: object = {}): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

const HELLO = line(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
});

describe("emend mcp over real streams", () => {
  it.each(ERAS)("%s: a client starts it, works with it and ends it", async (era) => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [SOURCE_BIN, "mcp", "--store", `${era}.db`],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", EMEND_AGENT: "rio" },
      stderr: "pipe",
    });
    const told: string[] = [];
    transport.stderr?.on("data", (chunk: Buffer) => told.push(chunk.toString()));
    const client = createClient(era);
    await client.connect(transport);
    await client.listTools();
    const call = async (name: string, args: Record<string, unknown>) =>
      toAnswer(await client.callTool({ name, arguments: args }));
    const files = [join(folder, "src/a.ts")];
    expect((await call("my_mistakes_here", { files })).structured).toMatchObject({
      note: expect.any(String),
    });
    const said = { comment: "Close the file.", path: files[0] };
    expect((await call("record_feedback", said)).structured).toMatchObject({ state: "new", trust: "tool" });
    expect((await call("my_mistakes_here", { files })).structured).toMatchObject({
      agent: "rio",
      mistakes: [{ count: 1, here: "same_file", paths: ["src/a.ts"] }],
    });
    expect(await call("record_feedback", { comment: "x".repeat(1_100_000) })).toMatchObject({
      isError: true,
      text: expect.stringContaining("at most 1000000"),
    });
    await client.close();
    expect(told.join("")).toBe("");
  });

  it("answers what was piped in, keeps it, and ends with 0", async () => {
    const args = { run: "r-1", outcome: "rejected", comment: "No.", agent: "rio" };
    const stdin = `${HELLO}not json\n${line(2, "tools/call", { name: "report_outcome", arguments: args })}`;
    const { code, stdout, stderr } = await runCli(["mcp", "--as", "ada", "--trust", "person"], {
      stdin,
      cwd: folder,
    });
    const [hello, outcome, ...more] = stdout
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text) as object);
    expect(code).toBe(0);
    expect(more).toEqual([]);
    expect(hello).toMatchObject({ id: 1, result: { protocolVersion: "2025-11-25" } });
    expect(outcome).toMatchObject({
      id: 2,
      result: { structuredContent: { state: "new", trust: "person" } },
    });
    expect(stderr).toMatch(/^emend: .*JSON.*\n$/);
  });

  it("reading makes no store, and says that there is none", async () => {
    const call = { name: "rules_for_files", arguments: { agent: "rio" } };
    const { stdout } = await runCli(["mcp", "--store", "none.db"], {
      stdin: HELLO + line(2, "tools/call", call),
      cwd: folder,
    });
    expect(stdout).toContain("There is no store yet");
    expect((await runCli(["patterns", "--store", "none.db"], { cwd: folder })).stderr).toContain(
      "store_missing",
    );
  });

  it("a server that is set for hooks is not asked, and it says so", async () => {
    const env = { EMEND_SERVER_URL: "https://emend.example" };
    const { code, stderr } = await runCli(["mcp"], { stdin: HELLO, cwd: folder, env });
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^emend: server\.url is only used by hooks.*\/mcp.*\n$/),
    ]);
  });

  it("a store that cannot be is a result with what to do", async () => {
    const call = { name: "record_feedback", arguments: { agent: "rio", comment: "No." } };
    const { code, stdout } = await runCli(["mcp", "--store", "mongo://x"], {
      stdin: HELLO + line(2, "tools/call", call),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout.trim().split("\n")[1]!)).toMatchObject({
      result: {
        isError: true,
        content: [{ text: expect.stringMatching(/use the path of a file.*\[store_unsupported\]/) }],
      },
    });
  });

  it("ends in peace when it is asked to, although its input stays open", async () => {
    const child = spawn(process.execPath, [SOURCE_BIN, "mcp"], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.write(HELLO);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

describe("emend mcp, called wrongly", () => {
  it.each([
    [["--trust", "person"], "actor_missing"],
    [["--trust", "outsider"], "Allowed choices are tool, person"],
    [["--agent", " "], "invalid_name"],
    [["--as", "x".repeat(300)], "invalid_name"],
  ])("%j", async (args, expected) => {
    const { code, stdout, stderr } = await runCli(["mcp", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(expected);
  });
});
