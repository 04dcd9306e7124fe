import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createMcpTransport } from "./mcp-transport.ts";

const request = (id: number, method = "ping"): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method })}\n`;

async function open() {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const transport = createMcpTransport({ stdin, stdout });
  const taken: unknown[] = [];
  const errors: string[] = [];
  Object.assign(transport, {
    onmessage: (message: { readonly id?: unknown }) => taken.push(message.id ?? null),
    onerror: ({ message }: Error) => errors.push(message),
    onclose: () => taken.push("closed"),
  });
  await transport.start();
  const write = (text: string | Buffer): Promise<void> =>
    new Promise((resolve) => stdin.write(text, () => setImmediate(resolve)));
  return { stdin, stdout, transport, taken, errors, write };
}

const LONG = "x".repeat(8_100_000);

describe("messages over two streams", () => {
  it.each([
    ["whole lines", [request(1), request(2)], [1, 2], 0],
    ["lines in pieces", [request(1).slice(0, 9), request(1).slice(9) + request(2)], [1, 2], 0],
    ["a line that is no JSON is told and passed over", ["{oops\n", request(1)], [1], 1],
    ["a line that is no message too", ["[1,2]\n", request(1)], [1], 1],
    ["a line that is too long", [`${LONG}\n`, request(1)], [1], 1],
    ["in the midst of others", [`${request(1)}${LONG}\n${request(2)}${request(3)}`], [1, 2, 3], 1],
    ["twice", [`${LONG}\n${LONG}\n${request(1)}`], [1], 2],
    [
      "many lines at once are not one long line",
      [request(7, LONG.slice(0, 9_000)).repeat(1_000)],
      Array(1_000).fill(7),
      0,
    ],
    ["lines of Windows, and empty ones", [`\r\n${request(1).trim()}\r\n\n${request(2)}`], [1, 2], 0],
  ])("%s", async (_why, chunks, ids, faults) => {
    const { write, taken, errors } = await open();
    for (const chunk of chunks) await write(chunk);
    await expect.poll(() => taken.length).toBe(ids.length);
    expect(taken).toEqual(ids);
    expect(errors).toHaveLength(faults);
  });

  it("ends when the input has ended and all that was asked is answered, not before", async () => {
    const { stdin, transport, write } = await open();
    let ended = false;
    void transport.ended.then(() => (ended = true));
    await write(request(1) + request(2) + request(3) + request(4, "subscriptions/listen"));
    await write(
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } })}\n`,
    );
    stdin.end();
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    await transport.send({ jsonrpc: "2.0", id: 2, result: {} });
    await transport.ended;
    await expect(transport.send({ jsonrpc: "2.0", id: 3, result: {} })).rejects.toThrow("closed");
  });

  it("the last line needs no end", async () => {
    const { stdin, taken, transport } = await open();
    stdin.end(request(1).trim());
    await expect.poll(() => taken).toEqual([1]);
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    expect(taken).toEqual([1, "closed"]);
  });

  it("ends with the reader of its answers", async () => {
    const { stdout, transport, errors } = await open();
    stdout.destroy(new Error("EPIPE"));
    await transport.ended;
    expect(errors).toEqual(["EPIPE"]);
  });

  it("ends at once where the input has ended before it began", async () => {
    const stdin = new PassThrough();
    stdin.end().resume();
    await expect.poll(() => stdin.readableEnded).toBe(true);
    const transport = createMcpTransport({ stdin, stdout: new PassThrough() });
    await transport.start();
    await expect(transport.ended).resolves.toBeUndefined();
  });
});
