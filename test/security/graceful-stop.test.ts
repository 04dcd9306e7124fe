import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SOURCE_BIN } from "../bin.ts";

const folder = mkdtempSync(join(tmpdir(), "emend-stop-"));
let child: ChildProcess;
let port = 0;
let token = "";
let said = "";

beforeAll(async () => {
  const kept = join(folder, "token");
  const args = ["serve", "--port", "0", "--store", join(folder, "emend.db"), "--admin-token-file", kept];
  child = spawn(process.execPath, [SOURCE_BIN, ...args], {
    cwd: folder,
    env: { ...process.env, EMEND_SERVER_REQUESTS_PER_MINUTE: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  }
  await until(() => child.exitCode !== null || /on .*Ctrl-C/.test(said));
  if (child.exitCode !== null) throw new Error(`the server ended: ${said}`);
  port = Number(/emend: http:\/\/[^:]+:(\d+)/.exec(said)![1]);
  token = readFileSync(kept, "utf8").trim();
}, 60_000);
afterAll(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

async function until(holds: () => boolean | Promise<boolean>, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms; the server said: ${said}`);
    await setTimeout(10);
  }
}

const isRefused = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });

/** A request that is in hand: the server has its head and waits for the rest. */
async function beginRequest(
  body: string,
): Promise<{ readonly socket: Socket; readonly heard: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => (heard += text));
  await once(socket, "connect");
  socket.write(
    [
      "POST /api/v1/feedback HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
      "",
      "",
    ].join("\r\n"),
  );
  await until(() => heard.includes("100 Continue"));
  heard = "";
  return { socket, heard: () => heard };
}

describe("a server that is asked to end", () => {
  it("finishes what is in hand, takes nothing new, ends its streams and exits with 0", async () => {
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const reader = stream.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    const kept = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    await kept.text();
    const body = JSON.stringify({ items: [{ agent: "rio", comment: "Close the file before you return." }] });
    const request = await beginRequest(body);

    const asked = Date.now();
    child.kill("SIGTERM");
    while (!(await reader.read()).done);
    await until(isRefused);
    expect(child.exitCode).toBeNull();

    request.socket.write(body);
    await until(() => request.heard().includes("\r\n\r\n") && request.heard().includes("}"));
    expect(request.heard()).toMatch(/^HTTP\/1\.1 200 /);
    expect(request.heard()).toContain('"new":1');
    await until(() => child.exitCode !== null || child.signalCode !== null);
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: 0, signal: null });
    // Long before it would have let go of what does not end.
    expect(Date.now() - asked).toBeLessThan(8_000);
    request.socket.destroy();
  });
});
