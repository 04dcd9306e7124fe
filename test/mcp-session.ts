import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "../src/mcp/create-mcp-server.ts";
import { composeEmend } from "../src/compose.ts";
import type { McpContext } from "../src/mcp/mcp-context.ts";
import type { Store } from "../src/ports/store.ts";
import { testPorts } from "./test-ports.ts";

export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

export const createClient = (era: Era): Client =>
  new Client(
    { name: "test", version: "1.0.0" },
    era === "2026-07-28" ? { versionNegotiation: { mode: { pin: era } } } : {},
  );

export interface McpSession {
  readonly client: Client;
  /** What the server told besides its answers. */
  readonly reports: string[];
  /** Every message that the server sent, as it was sent. */
  readonly sent: unknown[];
  /** A tool's answer; checked against the tool's own schema by the client. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
  readonly close: () => Promise<void>;
}

export interface ToolAnswer {
  /** Empty where there is none. */
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
}

/** A client of the SDK on a server in this process. */
export async function openMcp(
  store: Store | undefined,
  { agent = "rio", ...context }: Partial<Omit<McpContext, "agent">> & { readonly agent?: string | null } = {},
  era: Era = "2026-07-28",
): Promise<McpSession> {
  const now = context.now ?? (() => "2026-03-10T11:42:00.000Z");
  const emend = store === undefined ? undefined : composeEmend(testPorts(store, { now }));
  const reports: string[] = [];
  const sent: unknown[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  const send = far.send.bind(far);
  far.send = (message, options) => {
    sent.push(message);
    return send(message, options);
  };
  const whole: McpContext = {
    version: "0.0.0",
    emend: {
      find: async () => emend,
      create: () =>
        emend === undefined ? Promise.reject(new Error("no store is made here")) : Promise.resolve(emend),
    },
    ...(agent === null ? {} : { agent }),
    author: { id: "mcp", trust: "tool" },
    owner: "mcp:test",
    session: "session-1",
    root: "/project",
    reminders: () => Promise.resolve({ source: "team", own: [] }),
    now,
    report: (line) => reports.push(line),
    ...context,
  };
  const handle = serveStdio(() => createMcpServer(whole), { transport: far });
  const client = createClient(era);
  await client.connect(near);
  // The client checks answers of tools that it has seen the schemas of.
  await client.listTools();
  return {
    client,
    reports,
    sent,
    call: async (name, args = {}) => toAnswer(await client.callTool({ name, arguments: args })),
    close: async () => {
      await client.close();
      await handle.close();
    },
  };
}

export function toAnswer(result: Awaited<ReturnType<Client["callTool"]>>): ToolAnswer {
  const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  return {
    structured: { ...(result.structuredContent as ToolAnswer["structured"] | undefined) },
    text: texts.join("\n"),
    isError: result.isError === true,
  };
}
