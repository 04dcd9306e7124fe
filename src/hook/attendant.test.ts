import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  bash,
  FAILING_TESTS,
  type HookSession,
  loadHook,
  startHookSession,
} from "../../test/hook-session.ts";
import { askAttendant } from "./ask-attendant.ts";
import { attend } from "./attendant.ts";
import { attendantSocket } from "./attendant-socket.ts";
import type { HookRequest, HookResult } from "./handle-request.ts";
import { SOURCE_BIN } from "../../test/bin.ts";

let session: HookSession;
let socket: string;
beforeAll(loadHook);
beforeEach(() => {
  session = startHookSession();
  socket = join(session.folder, "a.sock");
});
afterEach(() => session.end());

const request = (id = "1"): HookRequest => ({
  text: JSON.stringify({
    session_id: "s-1",
    ...bash("npm test", { failed: `Exit code 1\n${FAILING_TESTS}` }, id),
  }),
  cwd: session.folder,
  env: { HOME: session.folder },
  id,
  receivedAt: Date.now(),
});

async function waitFor(condition: () => boolean, withinMs = 20_000): Promise<void> {
  for (const until = performance.now() + withinMs; !condition(); await setTimeout(20)) {
    if (performance.now() > until) throw new Error("waited too long");
  }
}

describe("the attendant", () => {
  it("answers as the hook itself would, and ends when nobody asks", async () => {
    const answered: HookResult[] = [];
    const ended = attend({
      socket,
      idleMs: 1_000,
      checkMs: 50,
      onAnswered: (result) => answered.push(result),
    });
    await waitFor(() => existsSync(socket));
    const answers = await Promise.all(["1", "2", "3"].map((id) => askAttendant(socket, request(id), 20_000)));
    expect(answers.filter((answer) => answer?.includes("test_sum")).length).toBe(3);
    expect(answered.map(({ waiting }) => waiting)).toEqual([true, true, true]);
    await ended;
    expect(existsSync(socket)).toBe(false);
    expect((await session.deliver()).stdout).toBe("3 recorded\n");
  });

  it("gives way to one that came later", async () => {
    const options = { socket, idleMs: 60_000, checkMs: 30, onAnswered: () => undefined };
    const first = attend(options);
    await waitFor(() => existsSync(socket));
    rmSync(socket);
    const second = attend({ ...options, idleMs: 500 });
    await first;
    expect(existsSync(socket)).toBe(true);
    await second;
    expect(existsSync(socket)).toBe(false);
  });

  it.each<{ why: string; answer: string | undefined }>([
    { why: "says nothing and hangs up", answer: "" },
    { why: "answers half", answer: 'ok 100\n{"hook' },
    { why: "answers something else", answer: "HTTP/1.1 400 Bad Request\n\n" },
    { why: "never answers", answer: undefined },
    { why: "never ends", answer: `ok 9\n${"x".repeat(3_000_000)}` },
  ])("one that $why is no answer", async ({ answer }) => {
    const server = createServer((connection) => {
      connection.on("error", () => undefined);
      connection.resume();
      if (answer !== undefined) connection.end(answer);
    }).listen(socket);
    await once(server, "listening");
    expect(await askAttendant(socket, request(), 300)).toBeUndefined();
    server.close();
  });

  it("there is none, or its place is stale", async () => {
    expect(await askAttendant(socket, request(), 300)).toBeUndefined();
    writeFileSync(socket, "");
    expect(await askAttendant(socket, request(), 300)).toBeUndefined();
  });

  it("a request that is none is not answered", async () => {
    const ended = attend({ socket, idleMs: 300, checkMs: 50, onAnswered: () => undefined });
    await waitFor(() => existsSync(socket));
    expect(await askAttendant(socket, { ...request(), id: "" }, 5_000)).toBeUndefined();
    await ended;
  });
});

describe("where an attendant listens", () => {
  const place = (): string | undefined => attendantSocket(SOURCE_BIN, { XDG_RUNTIME_DIR: session.folder });
  it("is in a folder of this user alone", () => {
    expect(place()).toMatch(/emend-\d+\/[0-9a-f]{16}\.sock$/);
    chmodSync(
      join(
        session.folder,
        readdirSync(session.folder).find((name) => name.startsWith("emend-"))!,
      ),
      0o755,
    );
    expect(place()).toBeUndefined();
  });

  it("is nowhere where the path is too long for the system", () => {
    const long = join(session.folder, "x".repeat(100));
    mkdirSync(long);
    expect(attendantSocket(SOURCE_BIN, { XDG_RUNTIME_DIR: long })).toBeUndefined();
  });
});

describe("the hook as a process of its own", () => {
  it(
    "starts an attendant and a delivery beside it, and is answered by it the next time",
    { timeout: 120_000 },
    async () => {
      const runtime = mkdtempSync(join(tmpdir(), "emend-rt-"));
      const env = { PATH: process.env["PATH"], HOME: session.folder, XDG_RUNTIME_DIR: runtime };
      const start = (...args: readonly string[]): ChildProcess =>
        spawn(process.execPath, [SOURCE_BIN, "hook", ...args], {
          cwd: session.folder,
          env,
          stdio: ["pipe", "pipe", "inherit"],
        });
      const fire = async (id: string): Promise<{ code: unknown; stdout: string }> => {
        const child = start("claude-code");
        let stdout = "";
        child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
        child.stdin?.end(request(id).text);
        const [code] = (await once(child, "close")) as [unknown];
        return { code, stdout };
      };
      const sockets = (): readonly string[] =>
        readdirSync(runtime, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sock"));
      try {
        expect((await fire("1")).code).toBe(0);
        await waitFor(() => sockets().length > 0, 60_000);
        const { code, stdout } = await fire("2");
        expect(code).toBe(0);
        // Nothing, where the machine is so busy that its patience ended before.
        expect(JSON.parse(stdout || '{"hookSpecificOutput":{}}')).toHaveProperty("hookSpecificOutput");
        const isDelivered = (): boolean =>
          existsSync(join(session.folder, ".emend/emend.db")) && session.waiting().length === 0;
        // On a busy machine the agent's patience may end before an event is kept, so more are sent.
        for (let id = 3; !isDelivered(); id += 1) {
          await fire(String(id));
          await setTimeout(500);
        }
        expect((await session.records()).length).toBeGreaterThan(0);
      } finally {
        // It sees that its place is gone, and ends.
        rmSync(runtime, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
      }
    },
  );
});
