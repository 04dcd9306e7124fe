import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import {
  sendJson,
  sendVectors,
  startEmbeddingServer,
  type EmbeddingAnswer,
  type EmbeddingServer,
} from "../../../test/embedding-server.ts";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai-embedder.ts";

const KEY = "sk-very-secret-1234567890";
const QUICK = { attempts: 3, baseMs: 1, capMs: 5 };

describe("an embedder behind a server", () => {
  const servers: EmbeddingServer[] = [];
  const serve = async (answer: EmbeddingAnswer): Promise<EmbeddingServer> => {
    const server = await startEmbeddingServer(answer);
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  const options = (url: string): OpenAiEmbedderOptions => ({
    url,
    model: "m",
    apiKey: KEY,
    dimensions: 2,
    timeoutMs: 5_000,
    retry: QUICK,
  });
  /** What comes of one text when the server answers so. */
  const outcomeOf = async (
    answer: EmbeddingAnswer,
    more: Partial<OpenAiEmbedderOptions> = {},
  ): Promise<unknown> => {
    const { url } = await serve(answer);
    const embedder = await createOpenAiEmbedder({ ...options(url), ...more });
    return embedder.embed(["a"]).catch((error: unknown) => error);
  };
  const plainly: EmbeddingAnswer = ({ body }, response) =>
    sendVectors(
      response,
      body.input.map((text) => [text.length, 1]),
    );

  it("asks in batches, with its key, for the length it wants", async () => {
    const server = await serve(plainly);
    const embedder = await createOpenAiEmbedder({ ...options(server.url), batch: 2 });
    expect(await embedder.embed(["a", "bb", "ccc", "dddd", "eeeee"])).toHaveLength(5);
    expect(embedder).toMatchObject({ name: "openai:m:2", dimensions: 2 });
    expect(server.requests.map(({ body }) => body.input)).toEqual([["a", "bb"], ["ccc", "dddd"], ["eeeee"]]);
    expect(server.requests[0]).toMatchObject({
      path: "/v1/embeddings",
      authorization: `Bearer ${KEY}`,
      body: { model: "m", dimensions: 2, encoding_format: "float" },
    });
  });

  it("learns the length from the server when none is wished for", async () => {
    const server = await serve((_, response) => sendVectors(response, [[1, 2, 3]]));
    const { apiKey: _, dimensions: __, ...rest } = options(server.url);
    const embedder = await createOpenAiEmbedder(rest);
    expect(embedder.dimensions).toBe(3);
    expect(server.requests[0]?.body.dimensions).toBeUndefined();
    expect(server.requests[0]?.authorization).toBeUndefined();
  });

  it.each([
    ["", "/v1/embeddings"],
    ["/", "/v1/embeddings"],
    ["/v1", "/v1/embeddings"],
    ["/api/v3/", "/api/v3/embeddings"],
    ["/v1/embeddings", "/v1/embeddings"],
    ["/proxy?tenant=7", "/proxy/embeddings?tenant=7"],
  ])("takes the address with or without its path: %j", async (path, expected) => {
    const server = await serve(plainly);
    const embedder = await createOpenAiEmbedder(options(`${server.url}${path}`));
    await embedder.embed(["a"]);
    expect(server.requests[0]?.path).toBe(expected);
  });

  it("sends no empty text, no half of a character and no endless text", async () => {
    const server = await serve(plainly);
    await (await createOpenAiEmbedder(options(server.url))).embed(["", "\ud800", "x".repeat(1_000_000)]);
    expect(server.requests[0]?.body.input.map((text) => text.slice(0, 4_001))).toEqual([
      " ",
      "\ufffd",
      "x".repeat(4_000),
    ]);
  });

  const rubbish =
    (text: string): EmbeddingAnswer =>
    (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(text);
  it.each<[string, EmbeddingAnswer]>([
    ["rubbish", rubbish("<html>hello</html>")],
    ["nothing", rubbish("")],
    ["NaN", rubbish('{"data":[{"index":0,"embedding":[NaN,1]}]}')],
    ["another length", (_, response) => sendVectors(response, [[1, 2, 3]])],
    [
      "too many vectors",
      (_, response) =>
        sendVectors(response, [
          [1, 2],
          [1, 2],
        ]),
    ],
    ["no vectors", (_, response) => sendVectors(response, [])],
  ])("refuses %s at once", async (_, answer) => {
    expect(await outcomeOf(answer)).toMatchObject({
      name: "EmbeddingError",
      code: "embedding_answer_unfit",
    });
    expect(servers[0]?.requests).toHaveLength(1);
  });

  const failingFirst = (fail: (response: ServerResponse) => void, times: number): EmbeddingAnswer => {
    let failed = 0;
    return (request, response) => {
      failed += 1;
      return failed <= times ? fail(response) : plainly(request, response);
    };
  };
  it.each<[string, number, (response: ServerResponse) => void]>([
    ["too many requests", 3, (response) => sendJson(response, 429, {}, { "retry-after": "0" })],
    // A server that breaks is asked once more, for a text that no server minds.
    ["an inner error", 4, (response) => sendJson(response, 500, {})],
    ["being away", 4, (response) => sendJson(response, 503, {}, { "retry-after": "junk" })],
    ["a connection that is cut", 3, (response) => void response.destroy()],
    [
      "an answer that is cut",
      3,
      (response) => {
        response.writeHead(200, { "content-length": 1_000 }).write('{"data":[');
        setImmediate(() => response.destroy());
      },
    ],
  ])("tries again after %s, and gives up in the end", async (_, asked, fail) => {
    expect(await outcomeOf(failingFirst(fail, 2))).toHaveLength(1);
    expect(await outcomeOf(failingFirst(fail, 9))).toMatchObject({ code: "embedding_unreachable" });
    expect(servers.map(({ requests }) => requests.length)).toEqual([3, asked]);
  });

  it("tells a text that the server breaks at from a server that is away", async () => {
    const breaking: EmbeddingAnswer = (request, response) =>
      request.body.input.includes("bad") ? sendJson(response, 500, {}) : plainly(request, response);
    const embedder = await createOpenAiEmbedder(options((await serve(breaking)).url));
    await expect(embedder.embed(["good", "bad"])).rejects.toMatchObject({
      code: "embedding_refused",
      message: expect.stringContaining("for this text but not for others") as string,
    });
    expect(await embedder.embed(["good"])).toHaveLength(1);
  });

  it("waits no longer than it was told, for the head or the body of an answer", async () => {
    const never: EmbeddingAnswer = () => undefined;
    const slowly: EmbeddingAnswer = (_, response) => void response.writeHead(200).write("{");
    for (const answer of [never, slowly])
      expect(await outcomeOf(answer, { timeoutMs: 50 })).toMatchObject({
        code: "embedding_unreachable",
        message: expect.stringContaining("it took longer than 50 ms") as string,
      });
  });

  it("does not ask again what was refused, and does not follow to another place", async () => {
    const elsewhere = await serve(plainly);
    for (const [status, code, headers] of [
      [401, "embedding_denied", {}],
      [403, "embedding_denied", {}],
      [404, "embedding_denied", {}],
      [400, "embedding_refused", {}],
      [422, "embedding_refused", {}],
      [302, "embedding_denied", { location: elsewhere.url }],
      [307, "embedding_denied", { location: elsewhere.url }],
    ] as const) {
      const server = await serve((_, response) => sendJson(response, status, {}, headers));
      const embedder = await createOpenAiEmbedder(options(server.url));
      await expect(embedder.embed(["a"])).rejects.toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
    }
    expect(elsewhere.requests).toHaveLength(0);
  });

  it("stops reading an answer without end", async () => {
    const endless: EmbeddingAnswer = (_, response) => {
      const part = "1,".repeat(500_000);
      const more = (): void => {
        while (!response.destroyed && response.write(part));
      };
      response.writeHead(200).on("drain", more).write('{"data":[');
      more();
    };
    expect(await outcomeOf(endless)).toMatchObject({ code: "embedding_answer_unfit" });
  });

  it("never tells the key", async () => {
    const tell =
      (status: number): EmbeddingAnswer =>
      ({ authorization }, response) =>
        sendJson(response, status, { error: `wrong key ${authorization}` });
    const errors = [
      await outcomeOf(tell(401)),
      await outcomeOf(tell(500)),
      await outcomeOf(tell(200)),
      await createOpenAiEmbedder({ ...options("http://127.0.0.1:1"), apiKey: `${KEY}\n` }).catch(
        (error: unknown) => error,
      ),
      await createOpenAiEmbedder({ ...options(`http://user:${KEY}@127.0.0.1`) }).catch(
        (error: unknown) => error,
      ),
      await createOpenAiEmbedder({ ...options(`ftp://127.0.0.1/${KEY}`) }).catch((error: unknown) => error),
      await (
        await createOpenAiEmbedder(options(`http://127.0.0.1:1/?key=${KEY}`))
      )
        .embed(["a"])
        .catch((error: unknown) => error),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ name: "EmbeddingError" });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain("secret");
    }
  });
});
