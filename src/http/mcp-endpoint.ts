import { defined } from "../core/defined.ts";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Principal } from "../core/access/token.ts";
import { createMcpServer } from "../mcp/create-mcp-server.ts";
import type { McpContext } from "../mcp/mcp-context.ts";
import { problemResponse } from "./problem-response.ts";
import type { RequestGuards } from "./handle-route.ts";
import type { HttpContext, HttpVariables } from "./http-context.ts";
import { HttpProblem, type ProblemBody } from "./http-problem.ts";
import { guardStream } from "./guard-stream.ts";
import { identify, sessionSecret } from "./identify.ts";
import { reminderScope } from "./reminder-scope.ts";
import { readJson } from "./read-body.ts";
import { chargeRequest } from "./rate-limit.ts";
import { authorOf, eventOwner } from "./agent-scope.ts";

/**
 * MCP over streamable HTTP at `/mcp`. There are no MCP sessions, so any server can answer any request. Requests refused
 * before they reach MCP get a JSON-RPC error.
 */
export function addMcpEndpoint(
  app: Hono<HttpVariables>,
  context: HttpContext,
  guards: Pick<RequestGuards, "limit" | "quotas">,
): void {
  app.all("/mcp", async (c) => {
    try {
      return await handleMcp(c, context, guards);
    } catch (error) {
      return toRpcError(c, problemResponse(error, c, context));
    }
  });
}

async function handleMcp(
  c: Context,
  context: HttpContext,
  { limit, quotas }: Pick<RequestGuards, "limit" | "quotas">,
): Promise<Response> {
  refuseOrigin(c, context);
  const principal = await identify(c, context, limit);
  c.set("principal", principal.token_id ?? principal.kind);
  chargeRequest(limit, principal.id);
  const message = c.req.method === "POST" ? await readMessage(c, context) : undefined;
  // Any tool may record something, so each call is charged.
  if ((message as { readonly method?: unknown } | undefined)?.method === "tools/call") {
    quotas.take("records", principal);
  }
  const handler = createMcpHandler(() => createMcpServer(mcpContextOf(principal, c, context)), {
    onerror: (error) =>
      context.log.debug({ ...requestOf(c), reason: error.message }, "an MCP request was refused"),
  });
  const response = await handler.fetch(c.req.raw, defined({ parsedBody: message }));
  c.header("cache-control", "no-store");
  if (response.body === null) return c.newResponse(null, response);
  const login = { principal, sessionSecret: sessionSecret(c, context) };
  const body = guardStream(response.body, (end) => context.access.watch(login, end), c.req.raw.signal);
  return c.newResponse(body, response);
}

/** The MCP specification requires this check, although other sites have no token. */
function refuseOrigin(c: Context, { publicUrl, allowedOrigins }: HttpContext): void {
  const origin = c.req.header("origin");
  if (origin === undefined || origin === new URL(publicUrl).origin || allowedOrigins.includes(origin)) return;
  throw new HttpProblem(
    "origin_refused",
    "requests from other sites are refused; an administrator can allow one with server.allowed_origins",
  );
}

/** Batches were removed in protocol version 2025-06-18, and would be charged as one request. */
async function readMessage(c: Context, { limits }: HttpContext): Promise<unknown> {
  const { value } = await readJson(c.req.raw, limits.bodyBytes);
  if (!Array.isArray(value)) return value;
  throw new HttpProblem("invalid_message", "expected one message per request, not a list");
}

function mcpContextOf(principal: Principal, c: Context, context: HttpContext): McpContext {
  const { version, emend, now, log } = context;
  const own = principal.role === "agent" ? principal.agent! : undefined;
  return {
    version,
    emend: { find: async () => emend, create: async () => emend },
    ...(own === undefined ? {} : { agent: own, ownAgentOnly: true }),
    author: authorOf(principal),
    owner: eventOwner(principal),
    // Without MCP sessions, the same feedback from one token on one day is recorded once.
    session: `${principal.token_id ?? principal.id} ${now().slice(0, 10)}`,
    reminders: () => reminderScope(principal, undefined, context),
    now,
    report: (line) => log.error({ ...requestOf(c), reason: line }, "an MCP request failed"),
  };
}

const requestOf = (c: Context): { readonly request_id: string } => ({
  request_id: c.get("requestId") as string,
});

/** Converts a problem to a JSON-RPC error. The request id is not known at this point. */
async function toRpcError(c: Context, problem: Response): Promise<Response> {
  const { status, code, detail, instance } = (await problem.json()) as ProblemBody;
  c.header("content-type", "application/json");
  const error = { code: rpcCode(code, status), message: detail, data: { code, request_id: instance } };
  return c.body(JSON.stringify({ jsonrpc: "2.0", id: null, error }), status as ContentfulStatusCode);
}

function rpcCode(code: string, status: number): number {
  if (code === "malformed_json") return -32_700;
  if (code === "invalid_message") return -32_600;
  return status >= 500 ? -32_603 : -32_000;
}
