import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface EmbeddingRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number };
}

export type EmbeddingAnswer = (request: EmbeddingRequest, response: ServerResponse) => void | Promise<void>;

export interface EmbeddingServer {
  readonly url: string;
  readonly requests: readonly EmbeddingRequest[];
  stop(): Promise<void>;
}

/** A server on this machine that answers embedding requests as a test wants it to. */
export async function startEmbeddingServer(answer: EmbeddingAnswer): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = [];
  const server = createServer((incoming, response) => {
    void read(incoming)
      .then((request) => {
        requests.push(request);
        return answer(request, response);
      })
      .catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function read(incoming: IncomingMessage): Promise<EmbeddingRequest> {
  const text = Buffer.concat(await incoming.toArray()).toString();
  return {
    path: incoming.url ?? "",
    authorization: incoming.headers.authorization,
    body: JSON.parse(text) as EmbeddingRequest["body"],
  };
}

export const sendJson = (response: ServerResponse, status: number, value: unknown, headers = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
};

export const sendVectors = (response: ServerResponse, vectors: readonly (readonly number[])[]): void =>
  sendJson(response, 200, {
    object: "list",
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
  });
