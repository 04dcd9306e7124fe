import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SOURCE_BIN } from "../bin.ts";
import { bash, FAILING_TESTS } from "../hook-session.ts";

interface TeamServer {
  readonly url: string;
  readonly tokens: Set<string | undefined>;
  readonly paths: string[];
  readonly server: Server;
}

let folder: string;
let servers: TeamServer[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "emend-two-"));
  for (const name of ["home", "run", "a/.git", "b/.git", "b/src"])
    mkdirSync(join(folder, name), { recursive: true });
  servers = [];
});
afterEach(() => {
  for (const { server } of servers) server.closeAllConnections();
  for (const { server } of servers) server.close();
  // Attendants see that their place is gone, and end.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function startTeamServer(): Promise<TeamServer> {
  const [tokens, paths] = [new Set<string | undefined>(), [] as string[]];
  const server = createServer((request, response) => {
    tokens.add(request.headers.authorization);
    if (request.method === "POST") paths.push(request.url ?? "");
    request.resume();
    response.setHeader("content-type", "application/json").end('{"items": [], "rules": []}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const made = { url: `http://127.0.0.1:${port}`, tokens, paths, server };
  servers.push(made);
  return made;
}

/** The environment of a terminal in which the user works on one project. */
const terminal = (name: string, { url }: TeamServer): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: join(folder, "home"),
  XDG_RUNTIME_DIR: join(folder, "run"),
  CLAUDE_PROJECT_DIR: join(folder, name),
  EMEND_SERVER_URL: url,
  EMEND_SERVER_TOKEN: `emt_token_of_${name}`,
});

async function fire(name: string, env: Record<string, string>, id: string): Promise<void> {
  const cwd = join(folder, name);
  const child: ChildProcess = spawn(process.execPath, [SOURCE_BIN, "hook"], { cwd, env });
  const event = bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }, id);
  child.stdin?.end(JSON.stringify({ session_id: `s-${name}`, cwd, ...event }));
  await once(child, "close");
}

async function waitFor(condition: () => boolean, withinMs = 40_000): Promise<boolean> {
  for (const until = performance.now() + withinMs; !condition(); await setTimeout(50))
    if (performance.now() > until) return false;
  return true;
}

const sockets = (): readonly string[] =>
  readdirSync(join(folder, "run"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".sock"),
  );

describe("15.4 one attendant serves many projects, each with its own environment", () => {
  it(
    "15.4 what a second project hears is delivered to its own server with its own token",
    { timeout: 180_000 },
    async () => {
      const [serverA, serverB] = [await startTeamServer(), await startTeamServer()];
      const envA = terminal("a", serverA);
      // Cursor and older programs do not name the project in the environment.
      const { CLAUDE_PROJECT_DIR: _none, ...envB } = terminal("b", serverB);
      await fire("a", envA, "a-1");
      expect(await waitFor(() => sockets().length > 0)).toBe(true);
      await fire("b", envB, "b-1");
      expect(await waitFor(() => serverB.paths.length > 0)).toBe(true);
      expect(await waitFor(() => serverA.paths.length > 0)).toBe(true);
      expect(serverB.tokens).toEqual(new Set(["Bearer emt_token_of_b"]));
      expect(serverA.tokens).toEqual(new Set(["Bearer emt_token_of_a"]));
    },
  );
});
