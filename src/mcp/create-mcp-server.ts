import { defined } from "../core/defined.ts";
import { type CacheHint, McpServer, type Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import { callTool } from "./call-tool.ts";
import type { McpContext } from "./mcp-context.ts";
import type { McpTool } from "./mcp-tool.ts";
import { listResources, readResource, RESOURCE_TEMPLATES } from "./resources.ts";
import { QUOTES_TRUST, RULES_TRUST } from "../core/rule/trust-words.ts";
import { MCP_TOOLS } from "./tools.ts";

const INSTRUCTIONS = `Emend stores the corrections of your work and the rules that people made from them.
Before you write code, call rules_for_files and my_mistakes_here with the files you are about to change.
When your user corrects you, call record_feedback. When somebody decides about the work, call report_outcome.
${RULES_TRUST} ${QUOTES_TRUST}`;

/** The same for everyone while the server runs. */
const FIXED: CacheHint = { ttlMs: 3_600_000, cacheScope: "public" };
/** Rules can change at any time. */
const FRESH: CacheHint = { ttlMs: 0, cacheScope: "private" };

/** A server for one connection. The caller decides on the transport and protocol version. */
export function createMcpServer(context: McpContext): McpServer {
  const mcp = new McpServer(
    { name: "emend", title: "Emend", version: context.version },
    {
      instructions: INSTRUCTIONS,
      cacheHints: {
        "server/discover": FIXED,
        "tools/list": FIXED,
        "resources/templates/list": FIXED,
        "resources/list": FRESH,
        "resources/read": FRESH,
      },
    },
  );
  // Tools come from a table and validate their own arguments, so requests are handled here and not by the SDK.
  const { server } = mcp;
  server.registerCapabilities({ tools: {}, resources: {} });
  server.setRequestHandler("tools/list", () => ({ tools: [...listTools()] }));
  server.setRequestHandler("tools/call", ({ params }) =>
    callTool(params, { ...context, ...defined({ agentVersion: server.getClientVersion()?.version }) }),
  );
  server.setRequestHandler("resources/list", ({ params }) => listResources(params?.cursor, context));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri, context));
  return mcp;
}

let listed: readonly Tool[] | undefined;

/** Serialised once, because over HTTP every request has its own server. */
const listTools = (): readonly Tool[] => (listed ??= MCP_TOOLS.map(toListed));

const toListed = ({ name, title, description, annotations, input, output }: McpTool): Tool => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: "input" }) as Tool["inputSchema"],
  outputSchema: z.toJSONSchema(output, { io: "output" }),
  annotations,
});
