import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { GITHUB, openDeliveries, submitted } from "../../test/github-deliveries.ts";
import { MAX_DELIVERY_BYTES } from "../app/github/ingest-github-event.ts";
import type { HttpLog } from "./http-log.ts";

const { open, deliver, port } = openDeliveries();

/** What a client without manners sends, and the first that comes back. */
function speak(head: readonly string[], body: string | Buffer, hangUp = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port(), "127.0.0.1");
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.once("close", () => resolve(""));
    socket.write(`${["POST /webhooks/github HTTP/1.1", "Host: 127.0.0.1", ...head].join("\r\n")}\r\n\r\n`);
    socket.write(body, () => {
      if (hangUp) socket.destroy();
    });
  });
}

describe("the size of a delivery", () => {
  const head = [
    "Content-Type: application/json",
    "X-GitHub-Event: ping",
    "X-GitHub-Delivery: d-1",
    `X-Hub-Signature-256: sha256=${"0".repeat(64)}`,
  ];

  it("is refused by what it states, before anything is read", async () => {
    await open();
    const answer = await speak([...head, `Content-Length: ${MAX_DELIVERY_BYTES + 1}`], "{");
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).not.toContain("body_limit_kib");
  });

  it("is counted where it is not stated", async () => {
    await open();
    const half = Buffer.alloc(MAX_DELIVERY_BYTES / 2 + 1, 0x20);
    const chunk = Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]);
    const answer = await speak([...head, "Transfer-Encoding: chunked"], Buffer.concat([chunk, chunk]));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("may be the largest that GitHub sends, signed", async () => {
    await open();
    const frame = JSON.stringify({ ...submitted, filler: "" });
    const body = frame.replace('"filler":""', `"filler":"${"x".repeat(MAX_DELIVERY_BYTES - frame.length)}"`);
    expect(body).toHaveLength(MAX_DELIVERY_BYTES);
    expect((await deliver(body)).status).toBe(202);
  });

  it("of many large ones at once is bounded, and small ones still get in", async () => {
    await open();
    const large = [...head, `Content-Length: ${MAX_DELIVERY_BYTES}`];
    const open4 = Array.from({ length: 4 }, () => connect(port(), "127.0.0.1"));
    for (const socket of open4) {
      socket.write(
        `${["POST /webhooks/github HTTP/1.1", "Host: 127.0.0.1", ...large].join("\r\n")}\r\n\r\n{`,
      );
    }
    const deadline = Date.now() + 10_000;
    let answer = "";
    while (!answer.startsWith("HTTP/1.1 503 ") && Date.now() < deadline) {
      answer = await Promise.race([
        speak(large, "{"),
        new Promise<string>((resolve) => void setTimeout(() => resolve(""), 200)),
      ]);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 503 .*retry-after: 5/is);
    expect((await deliver(submitted)).status).toBe(202);
    for (const socket of open4) socket.destroy();
  });

  it("is no fault of ours where the sender hangs up in the middle", async () => {
    const told: string[] = [];
    const note = (_fields: object, message: string): void => void told.push(message);
    const log: HttpLog = { debug: () => {}, info: note, warn: note, error: note };
    await open({ github: GITHUB, log });
    await speak([...head, "Content-Length: 1000"], "{", true);
    await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(told).toEqual(["request"]);
    expect((await deliver(submitted)).status).toBe(202);
  });
});
