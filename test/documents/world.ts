import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BUILT_BIN } from "../bin.ts";
import { type StartedServer, startServer } from "../start-server.ts";

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The folder, the commands and the server of one walk through the documents. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), "emend-documents-"));
  readonly #tokens = new Map<string, string>();
  readonly #made = new Map<string, string>();
  #folders = 0;
  #server: Promise<StartedServer> | undefined;

  constructor() {
    mkdirSync(this.#home);
  }

  get #home(): string {
    return join(this.folder, "home");
  }

  get #serverFolder(): string {
    return join(this.folder, "server");
  }

  /** An empty folder, so that a step has a store of its own. */
  newFolder(): string {
    this.#folders += 1;
    const folder = join(this.folder, `step-${this.#folders}`);
    mkdirSync(folder);
    return folder;
  }

  /** A copy of a folder that takes long to make, and is made once. */
  copyOf(name: string, make: () => string): string {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    const copy = this.newFolder();
    cpSync(made, copy, { recursive: true });
    return copy;
  }

  /** Writes a file into a folder and returns its path. */
  write(folder: string, name: string, content: string | object): string {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
    return path;
  }

  /** Runs the built command as a user types it. */
  run(args: readonly string[], { stdin = "", cwd = this.folder, env = {} }: RunOptions = {}): CommandResult {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BUILT_BIN, ...args], {
      cwd,
      input: stdin,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] ?? "", HOME: this.#home, NO_COLOR: "1", ...env },
    });
    return { code: status, stdout, stderr };
  }

  /** Runs the built command, which must succeed, and reads the JSON that it prints. */
  json(args: readonly string[], options: RunOptions = {}): unknown {
    const result = this.run([...args, "--json"], options);
    if (result.code !== 0 && result.code !== 1)
      throw new Error(`emend ${args.join(" ")} ended with ${result.code}: ${result.stderr}`);
    return JSON.parse(result.stdout) as unknown;
  }

  /** Gives objects to a `--jsonl` command, one a line, and returns its answers in order. */
  jsonl(args: readonly string[], inputs: readonly object[], options: RunOptions = {}): readonly unknown[] {
    const stdin = inputs.map((input) => `${JSON.stringify(input)}\n`).join("");
    const result = this.run([...args, "--jsonl"], { ...options, stdin });
    const lines = result.stdout.split("\n").filter((line) => line !== "");
    if (lines.length !== inputs.length)
      throw new Error(`${inputs.length} lines in, ${lines.length} out: ${result.stderr}`);
    return lines.map((line) => JSON.parse(line) as unknown);
  }

  /** The server of this walk, started when it is first needed. */
  server(): Promise<StartedServer> {
    this.#server ??= (async () => {
      mkdirSync(this.#serverFolder, { recursive: true });
      return startServer(["--port", "0"], { cwd: this.#serverFolder, env: { HOME: this.#home } });
    })();
    return this.#server;
  }

  /** Asks the API as somebody: an agent (`agent rio`), or a person who may approve (`ana`). */
  async api(
    who: string,
    method: "GET" | "POST",
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: unknown }> {
    const { url } = await this.server();
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.tokenOf(who)}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }

  /** Calls an MCP tool of the server as an agent, and returns the tool's answer. */
  async tool(
    who: string,
    name: string,
    args: object,
  ): Promise<{ readonly text: string; readonly structured: unknown }> {
    const { url } = await this.server();
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.tokenOf(who)}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args },
      }),
    });
    const said = await response.text();
    const message = said.startsWith("{") ? said : (/^data: (\{.*)$/m.exec(said)?.[1] ?? "");
    if (message === "") throw new Error(`${name}: no answer by MCP: ${response.status} ${said}`);
    const { result, error } = JSON.parse(message) as {
      readonly result?: {
        readonly content: readonly { readonly text?: string }[];
        readonly structuredContent?: unknown;
      };
      readonly error?: { readonly message: string };
    };
    if (result === undefined) throw new Error(`${name}: ${error?.message ?? said}`);
    return {
      text: result.content.map(({ text = "" }) => text).join("\n"),
      structured: result.structuredContent,
    };
  }

  tokenOf(who: string): string {
    let token = this.#tokens.get(who);
    if (token !== undefined) return token;
    const agent = who.startsWith("agent ") ? who.slice("agent ".length) : undefined;
    const role = agent === undefined ? ["--role", "approver"] : ["--role", "agent", "--agent", agent];
    const made = this.run(["tokens", "create", "--name", who, ...role], { cwd: this.#serverFolder });
    if (made.code !== 0) throw new Error(`no token for ${who}: ${made.stderr}`);
    token = made.stdout.trim();
    this.#tokens.set(who, token);
    return token;
  }

  /** Waits for what the server does in the background. */
  async until<Found>(
    what: string,
    look: () => Promise<Found | undefined>,
    withinMs = 30_000,
  ): Promise<Found> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`waited ${withinMs} ms for this: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async close(): Promise<void> {
    if (this.#server !== undefined) await (await this.#server).stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
