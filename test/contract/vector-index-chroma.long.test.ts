import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openChromaIndex } from "../../src/drivers/vector/chroma-index.ts";
import { type ChromaServer, startChroma } from "../chroma-server.ts";
import { DIMENSIONS, makeVector } from "./make-vectors.ts";
import { describeVectorIndex } from "./vector-index.ts";

let server: ChromaServer;
beforeAll(async () => {
  server = await startChroma();
  // Fetching it first may take minutes.
}, 900_000);
afterAll(() => server?.stop());

describeVectorIndex(
  "Chroma",
  async ({ name, dimensions }) => ({
    index: await openChromaIndex({ url: server.url, collection: name, dimensions }),
    close: async () => {},
  }),
  { properties: 8 },
);

describe("a Chroma server that cannot be used", () => {
  it.each([
    {
      why: "there is none",
      url: "http://127.0.0.1:9",
      code: "vectors_unreachable",
      says: /cannot be reached; check the address/,
    },
    { why: "the address is none", url: "chroma", code: "vectors_unreachable", says: /expected one such as/ },
  ])("$why", async ({ url, code, says }) => {
    const opening = openChromaIndex({ url, collection: "any", dimensions: DIMENSIONS });
    await expect(opening).rejects.toMatchObject({ code, message: expect.stringMatching(says) });
  });

  it("has no such tenant", async () => {
    const opening = openChromaIndex({
      url: server.url,
      tenant: "nobody",
      collection: "any",
      dimensions: DIMENSIONS,
    });
    await expect(opening).rejects.toMatchObject({ code: "vectors_refused" });
  });

  it("has the collection in another form", async () => {
    const open = (dimensions: number) =>
      openChromaIndex({ url: server.url, collection: "taken", dimensions });
    await (await open(DIMENSIONS)).put([{ id: "a", vector: makeVector(1) }]);
    await expect(open(DIMENSIONS + 1)).rejects.toMatchObject({
      code: "vectors_refused",
      message: expect.stringContaining(`has ${DIMENSIONS} dimensions instead of ${DIMENSIONS + 1}`),
    });
    const path = "api/v2/tenants/default_tenant/databases/default_database/collections";
    const body = JSON.stringify({ name: "euclid", configuration: { hnsw: { space: "l2" } } });
    await fetch(`${server.url}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const opening = openChromaIndex({ url: server.url, collection: "euclid", dimensions: DIMENSIONS });
    await expect(opening).rejects.toMatchObject({ code: "vectors_refused" });
  });

  it.each<{ why: string; status: number; body: string; code: string; attempts: number }>([
    {
      why: "is asked again while it is busy",
      status: 503,
      body: "busy",
      code: "vectors_failed",
      attempts: 3,
    },
    { why: "is asked once when it refuses", status: 401, body: "who?", code: "vectors_refused", attempts: 1 },
    { why: "is something else", status: 200, body: "<html>", code: "vectors_failed", attempts: 1 },
    { why: "never answers", status: 0, body: "", code: "vectors_unreachable", attempts: 3 },
  ])("$why", async ({ status, body, code, attempts }) => {
    let asked = 0;
    const other = await listen((end) => {
      asked += 1;
      if (status > 0) end(status, body);
    });
    const { port } = other.address() as AddressInfo;
    const url = `http://user:secret@127.0.0.1:${port}`;
    const opening = openChromaIndex({
      url,
      collection: "any",
      dimensions: 3,
      token: "t0ken",
      timeoutMs: status > 0 ? 5_000 : 40,
    });
    const error = (await opening.catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject({ name: "ExternalError", code });
    expect(error.message).not.toMatch(/secret|t0ken/);
    expect(asked).toBe(attempts);
    other.closeAllConnections();
    other.close();
  });
});

function listen(answer: (end: (status: number, body: string) => void) => void): Promise<Server> {
  const other = createServer((_, response) => answer((status, body) => response.writeHead(status).end(body)));
  return new Promise((resolve) => other.listen(0, "127.0.0.1", () => resolve(other)));
}
