import { afterEach, describe, expect, it } from "vitest";
import { bringIntoForce } from "../../test/active-rules.ts";
import { makeFeedback } from "../../test/contract/make-feedback.ts";
import { type McpOverHttp, openMcpOverHttp, VERSIONS } from "../../test/mcp-over-http.ts";
import { allows, ROLES } from "../core/access/permission.ts";
import type { Feedback } from "../core/feedback/feedback.ts";
import { EXAMPLE_DOCUMENTS } from "../core/actionable/json-schema.ts";
import { MCP_TOOLS } from "../mcp/tools.ts";
import { ExternalError } from "../ports/errors.ts";
import type { HttpLog } from "./http-log.ts";

let mcp: McpOverHttp;
afterEach(() => mcp.close());

const kept = async (): Promise<readonly Feedback[]> =>
  (await mcp.http.context.store.feedback.list({ limit: 100 })).items;

/** A call of each tool that works. */
const CALLS: readonly (readonly [tool: string, args: Record<string, unknown>, answer: object])[] = [
  [
    "rules_for_files",
    { files: ["src/a.ts"], run: "r-1", model: "claude-opus-5" },
    { rules: [{ text: "Close it." }], recorded: true },
  ],
  ["my_mistakes_here", { files: ["./src/a.ts"] }, { mistakes: [{ count: 1, here: "same_file" }] }],
  ["check_these_files", { files: [{ path: "a.js", text: "a == b" }] }, { files: 1, hits: [] }],
  ["record_feedback", { comment: "No.", path: "src/b.ts" }, { state: "new" }],
  ["report_outcome", { run: "r-1", outcome: "rejected" }, { state: "new" }],
  ["check_review", { raw: "nonsense", changed_files: [] }, { status: "rejected" }],
  ["lint_feedback", { text: "Rename `a` to `b` in a.ts." }, { kind: "comment" }],
  ["refine_prompt", { prompt: "Do it.", feedback: "exit code 1" }, { iterations: expect.any(Number) }],
  ["detect_signal", { text: "ok", exit_code: 1 }, { type: "runtime_error" }],
  ["record_iteration", { task: "PAY-17", document: EXAMPLE_DOCUMENTS[0] }, { state: "new" }],
  ["iteration_history", { task: "PAY-17" }, { round_count: 1 }],
];

describe.each(VERSIONS)("%s over HTTP, behind two servers", (version) => {
  it("agrees on the version, and answers every tool and resource", async () => {
    mcp = await openMcpOverHttp({}, 2);
    const { store } = mcp.http.context;
    const id = await bringIntoForce(store, "Close it.");
    await store.feedback.record([makeFeedback(1, { agent: "rio", target: { path: "src/a.ts" } })]);
    const { client, call } = await mcp.connect(await mcp.token("agent", "rio's", "rio"), version);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    expect(client.getServerVersion()).toMatchObject({ name: "emend", version: "0.0.0-test" });
    expect(CALLS.map(([tool]) => tool)).toEqual(MCP_TOOLS.map(({ name }) => name));
    for (const [tool, args, answer] of CALLS) {
      expect([tool, await call(tool, args)]).toMatchObject([tool, { isError: false, structured: answer }]);
    }
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["emend://agents/rio/rules", `emend://rules/${id}`]);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
    for (const { uri } of resources) {
      expect((await client.readResource({ uri })).contents).toMatchObject([
        { uri, text: expect.stringContaining("Close it.") },
      ]);
    }
    expect(await store.rules.findInjection("r-1", "rio")).toMatchObject({
      rules: [{ rule_id: id }],
      model: "claude-opus-5",
    });
  });

  it("reports failures to the model, and refuses an unknown tool", async () => {
    mcp = await openMcpOverHttp();
    const { client, call } = await mcp.connect(await mcp.token("reviewer"), version);
    expect(await call("record_feedback", { agent: "rio" })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^comment: .*\[invalid_arguments\]$/),
    });
    expect(await call("record_feedback", { comment: "No." })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^agent: expected your name/),
    });
    await expect(client.callTool({ name: "rm", arguments: {} })).rejects.toMatchObject({
      data: { code: "unknown_tool" },
    });
  });
});

describe("who asks over HTTP", () => {
  it.each([
    ["agent", "tool"],
    ["reviewer", "person"],
    ["approver", "person"],
    ["admin", "person"],
  ] as const)("a token of the role %s records as its holder, with the trust %s", async (role, trust) => {
    mcp = await openMcpOverHttp();
    const own = role === "agent" ? "rio" : undefined;
    const { call } = await mcp.connect(await mcp.token(role, "ana", own));
    const said = { comment: "No.", agent: "rio", path: "/home/ana/shop/src\\a.ts" };
    expect((await call("record_feedback", said)).structured).toMatchObject({ state: "new", trust });
    // No folder of this machine is the caller's, so the path stays as it is given.
    expect(await kept()).toMatchObject([
      { agent: "rio", author: { id: "ana", trust }, target: { path: "/home/ana/shop/src/a.ts" } },
    ]);
  });

  it("every role may do what the tools do, so that none has to be refused", () => {
    for (const role of ROLES) expect([allows(role, "ask"), allows(role, "record")]).toEqual([true, true]);
  });

  it.each(VERSIONS)("%s: an agent's token reaches no other agent", async (version) => {
    mcp = await openMcpOverHttp();
    const { store } = mcp.http.context;
    const others = await bringIntoForce(store, "Mia's own.", { scope: { agents: ["mia"], paths: [] } });
    await store.feedback.record([makeFeedback(1, { agent: "mia", target: { path: "src/a.ts" } })]);
    const { client, call } = await mcp.connect(await mcp.token("agent", "rio's", "rio"), version);
    for (const [tool, args] of CALLS.slice(0, 4)) {
      expect([tool, await call(tool, { ...args, agent: "mia" })]).toMatchObject([
        tool,
        { isError: true, text: expect.stringContaining("[other_agent]") },
      ]);
    }
    expect((await call("my_mistakes_here", { files: ["src/a.ts"] })).structured).toMatchObject({
      agent: "rio",
      mistakes: [],
    });
    expect((await call("rules_for_files", {})).structured).toMatchObject({ rules: [], withheld: [] });
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([
      "emend://agents/rio/rules",
    ]);
    for (const uri of ["emend://agents/mia/rules", `emend://rules/${others}`]) {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
    }
    expect(await kept()).toHaveLength(1);
  });

  it("the same words of a token on a day are said once, whichever server hears them; of another, again", async () => {
    let day = "2026-05-01";
    mcp = await openMcpOverHttp({ now: () => `${day}T10:00:00.000Z` }, 2);
    const [rio, mia] = [
      await mcp.connect(await mcp.token("agent", "rio's", "rio")),
      await mcp.connect(await mcp.token("agent", "mia's", "mia")),
    ];
    const say = async ({ call }: typeof rio): Promise<unknown> =>
      (await call("record_feedback", { comment: "No." })).structured["state"];
    expect([await say(rio), await say(rio), await say(rio), await say(mia)]).toEqual([
      "new",
      "known",
      "known",
      "new",
    ]);
    day = "2026-05-02";
    expect(await say(rio)).toBe("new");
  });
});

const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list" };

describe("what is refused before MCP sees it is an error of JSON-RPC with its HTTP status", () => {
  it.each([
    ["no token", {}, /^login_required$/],
    ["no token of ours", { authorization: "Bearer abc" }, /^malformed_token$/],
    ["an unknown token", { authorization: `Bearer emd_${"x".repeat(43)}` }, /_token$/],
    ["another scheme", { authorization: "Basic YTpi" }, /^malformed_token$/],
    ["a cookie that nobody got", { cookie: "emend_session=guessed" }, /session|login/],
  ])("401 for %s, which says how to ask", async (_why, headers, code) => {
    mcp = await openMcpOverHttp();
    const response = await mcp.post(LIST, { headers });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Bearer realm="emend"');
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      jsonrpc: "2.0",
      id: null,
      error: {
        code: -32_000,
        message: expect.any(String),
        data: {
          code: expect.stringMatching(code),
          request_id: response.headers.get("x-request-id"),
        },
      },
    });
  });

  it("401 once a token is revoked", async () => {
    mcp = await openMcpOverHttp();
    const token = await mcp.token("reviewer");
    expect((await mcp.post(LIST, { token })).status).toBe(200);
    const { items } = await mcp.http.context.store.tokens.list({ limit: 10 });
    await mcp.http.context.access.revokeToken(items[0]!.id, "ada");
    expect((await mcp.post(LIST, { token })).status).toBe(401);
  });

  it("a client with a wrong token learns so", async () => {
    mcp = await openMcpOverHttp();
    for (const version of VERSIONS) {
      await expect(mcp.connect("emd_wrong", version)).rejects.toThrow(/401|malformed_token/);
    }
  });

  it.each([
    ["a page of another site", "https://evil.example", 403],
    ["a name that was given this machine's address", "http://rebound.example:4180", 403],
    ["a page without an origin of its own", "null", 403],
    ["another port of this machine", "http://localhost:1", 403],
    ["a page of Emend", "http://localhost", 200],
    ["a site that an administrator allows", "https://tools.example", 200],
  ])("of %s: %s gets %i", async (_why, origin, status) => {
    mcp = await openMcpOverHttp({ allowedOrigins: ["https://tools.example"] });
    const response = await mcp.post(LIST, { token: await mcp.token("reviewer"), headers: { origin } });
    expect(response.status).toBe(status);
    expect((await response.text()).includes('"code":"origin_refused"')).toBe(status === 403);
  });

  it.each([
    ["no JSON", "{'a': 1}", 400, -32_700, "malformed_json"],
    ["cut off", '{"jsonrpc": "2.0", "id": 1, "meth', 400, -32_700, "malformed_json"],
    ["a list, of which each would count", [LIST, LIST], 400, -32_600, "invalid_message"],
    ["too large", { ...LIST, params: { x: "x".repeat(70_000) } }, 413, -32_000, "body_too_large"],
  ])("%s", async (_why, message, status, code, name) => {
    mcp = await openMcpOverHttp({ limits: { bodyBytes: 65_536, requestsPerMinute: 0 } });
    const response = await mcp.post(message, { token: await mcp.token("reviewer") });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ id: null, error: { code, data: { code: name } } });
  });

  it("a body that is no JSON by its type", async () => {
    mcp = await openMcpOverHttp();
    const token = await mcp.token("reviewer");
    const response = await mcp.post(LIST, { token, headers: { "content-type": "text/plain" } });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ error: { data: { code: "not_json" } } });
  });

  it("too many requests, with the time to try again", async () => {
    mcp = await openMcpOverHttp({ limits: { bodyBytes: 65_536, requestsPerMinute: 2 } });
    const token = await mcp.token("reviewer");
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await mcp.post(LIST, { token })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const late = await mcp.post(LIST, { token });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await late.json()).toMatchObject({ error: { data: { code: "too_many_requests" } } });
  });

  it("a store that fails while it looks who asks", async () => {
    const down = () => Promise.reject(new ExternalError("store_locked", "another process holds the store"));
    mcp = await openMcpOverHttp();
    const { access } = mcp.http.context;
    const token = await mcp.token("reviewer");
    await mcp.close();
    mcp = await openMcpOverHttp({ access: { ...access, authenticate: down } });
    const response = await mcp.post(LIST, { token });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toMatchObject({ error: { code: -32_603, data: { code: "unavailable" } } });
  });
});

describe("messages that MCP refuses", () => {
  const modern = (params: object): object => ({
    jsonrpc: "2.0",
    id: 7,
    method: "tools/list",
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2099-01-01", ...params } },
  });

  it.each<[why: string, message: unknown, headers: Record<string, string>, status: number]>([
    ["nothing at all", null, {}, 400],
    ["no message", { hello: 1 }, {}, 400],
    ["a version of the future", modern({}), { "mcp-protocol-version": "2099-01-01" }, 400],
    ["a header that the body contradicts", modern({}), { "mcp-protocol-version": "2026-07-28" }, 400],
    ["nothing that it could take", LIST, { accept: "text/html" }, 406],
    [
      "deep nesting",
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lint_feedback","arguments":{"text":${"[".repeat(100_000)}${"]".repeat(100_000)}}}}`,
      {},
      200,
    ],
  ])("%s", async (_why, message, headers, status) => {
    mcp = await openMcpOverHttp();
    const response = await mcp.post(message, { token: await mcp.token("reviewer"), headers });
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/"error":\{"code":-3\d{4}|"isError":true/);
  });

  it.each(["GET", "DELETE", "PUT"])("%s, since nothing is kept between requests", async (method) => {
    mcp = await openMcpOverHttp();
    const response = await mcp.post({}, { token: await mcp.token("reviewer"), method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("answers carry the headers of every answer, and no session", async () => {
    mcp = await openMcpOverHttp();
    const { headers } = await mcp.post(LIST, { token: await mcp.token("reviewer") });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).not.toBeNull();
    expect(headers.get("cache-control")).toMatch(/no-store|no-cache/);
    expect(headers.get("mcp-session-id")).toBeNull();
  });

  it("a fault of ours is in the log under the request's id, and says nothing of the inside to the caller", async () => {
    const told: object[] = [];
    const log: HttpLog = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (fields) => told.push(fields),
    };
    mcp = await openMcpOverHttp({ log });
    const { store } = mcp.http.context;
    const token = await mcp.token("reviewer");
    const broken = { ...store.feedback, list: () => Promise.reject(new TypeError("secret is undefined")) };
    Object.assign(store, { feedback: broken });
    const { call } = await mcp.connect(token);
    expect(await call("my_mistakes_here", { agent: "rio", files: ["a.ts"] })).toMatchObject({
      isError: true,
      text: expect.not.stringContaining("secret"),
    });
    expect(told).toMatchObject([
      { request_id: expect.any(String), reason: expect.stringContaining("secret is undefined") },
    ]);
  });
});
