import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Role } from "../src/core/access/permission.ts";
import type { HttpContext } from "../src/http/http-context.ts";
import { type Listening, listen } from "../src/http/listen.ts";
import { type HttpSession, openHttp } from "./http-session.ts";
import { type ToolAnswer, toAnswer } from "./mcp-session.ts";

/** The one without sessions, and two that begin with `initialize`. */
export const VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18"] as const;
type Version = (typeof VERSIONS)[number];

export interface McpOverHttp {
  readonly http: HttpSession;
  readonly url: URL;
  /** Makes a real token, and answers its text. */
  readonly token: (role: Role, name?: string, agent?: string) => Promise<string>;
  /** A client of the SDK; its messages go to the servers in turn where there are several. */
  readonly connect: (token: string, version?: Version) => Promise<McpClient>;
  /** One request without the SDK. */
  readonly post: (
    message: unknown,
    options?: {
      readonly token?: string;
      readonly headers?: Record<string, string>;
      readonly method?: string;
    },
  ) => Promise<Response>;
  readonly close: () => Promise<void>;
}

interface McpClient {
  readonly client: Client;
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** Real servers on free ports over one store. */
export async function openMcpOverHttp(more: Partial<HttpContext> = {}, servers = 1): Promise<McpOverHttp> {
  const http = await openHttp(more);
  const apps = [http, ...(await others(http, more, servers - 1))].map(({ app }) => app);
  const listening: Listening[] = [];
  for (const app of apps) {
    listening.push(await listen(app.fetch, { host: "127.0.0.1", port: 0 }));
  }
  const urls = listening.map(({ port }) => new URL(`http://127.0.0.1:${port}/mcp`));
  const clients: Client[] = [];
  let turn = 0;
  const nextUrl = (): URL => urls[(turn += 1) % urls.length]!;
  return {
    http,
    url: urls[0]!,
    token: async (role, name = role, agent) => {
      const input = { name, role, ...(agent === undefined ? {} : { agent }) };
      const made = await http.context.access.issueToken(input, "test");
      if (!made.ok) throw new Error(made.error.message);
      return made.value.text;
    },
    connect: async (token, version = "2026-07-28") => {
      const client = new Client(
        { name: "test", version: "1.0.0" },
        version === "2026-07-28"
          ? { versionNegotiation: { mode: { pin: version } } }
          : { supportedProtocolVersions: [version] },
      );
      clients.push(client);
      const transport = new StreamableHTTPClientTransport(urls[0]!, {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
        fetch: (_url, init) => fetch(nextUrl(), init),
      });
      await client.connect(transport);
      // The client checks answers of tools that it has seen the schemas of.
      await client.listTools();
      return {
        client,
        call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
      };
    },
    post: (message, { token, headers = {}, method = "POST" } = {}) =>
      fetch(nextUrl(), {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(method === "GET" || method === "DELETE"
          ? {}
          : { body: typeof message === "string" ? message : JSON.stringify(message) }),
      }),
    close: async () => {
      for (const client of clients) await client.close();
      for (const each of listening) await each.stop();
      await http.close();
    },
  };
}

const others = (
  { context }: HttpSession,
  more: Partial<HttpContext>,
  count: number,
): Promise<readonly HttpSession[]> =>
  Promise.all(Array.from({ length: count }, () => openHttp({ ...more, store: context.store })));
