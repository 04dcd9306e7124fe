import { afterAll, beforeAll } from "vitest";
import { createLocalEmbedder } from "../../src/drivers/embedding/local-embedder.ts";
import { createOpenAiEmbedder } from "../../src/drivers/embedding/openai-embedder.ts";
import { sendJson, sendVectors, startEmbeddingServer, type EmbeddingServer } from "../embedding-server.ts";
import { describeEmbedder } from "./embedder.ts";

let server: EmbeddingServer;
beforeAll(async () => {
  const local = createLocalEmbedder();
  server = await startEmbeddingServer(async ({ body: { input } }, response) => {
    // The servers that this stands for refuse the empty text too.
    if (input.includes("")) return sendJson(response, 400, { error: { message: "input must not be empty" } });
    sendVectors(
      response,
      (await local.embed(input)).map((vector) => Array.from(vector)),
    );
  });
});
afterAll(() => server.stop());

describeEmbedder("A server", () => createOpenAiEmbedder({ url: server.url, model: "minilm", apiKey: "k" }));
