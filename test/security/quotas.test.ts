import { afterEach, describe, expect, it } from "vitest";
import { type HttpSession, openHttp } from "../http-session.ts";

let http: HttpSession;
let time = Date.parse("2026-05-01T10:00:00Z");
const now = (): string => new Date(time).toISOString();
afterEach(() => http.close());

const open = async (recordsPerMinute: number, proposalsPerHour: number): Promise<void> => {
  const limits = { bodyBytes: 4_194_304, requestsPerMinute: 0, recordsPerMinute, proposalsPerHour };
  http = await openHttp({ now, limits });
};

const items = (count: number) => ({
  items: Array.from({ length: count }, (_, at) => ({
    agent: "rio",
    comment: `Close file ${at} at ${time}.`,
  })),
});

describe("a token's quota of records", () => {
  it("15.12 refuses a batch that is too much with a code, the limit, its setting and when to come back", async () => {
    await open(10, 0);
    const agent = http.as("agent", { agent: "rio" });
    expect((await agent.post("feedback", items(8))).status).toBe(200);
    const refused = await agent.post("feedback", items(3));
    expect([refused.status, refused.body.code]).toEqual([429, "quota_exceeded"]);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.body.detail).toMatch(/at most 10 records per minute.*server\.records_per_minute.*60 s/);
    expect((await agent.post("feedback", items(2))).status).toBe(200);
    time += 60_000;
    expect((await agent.post("feedback", items(10))).status).toBe(200);
  });

  it("15.12 is that of one token, and of no administrator", async () => {
    await open(2, 0);
    expect((await http.as("agent", { agent: "rio" }).post("feedback", items(2))).status).toBe(200);
    expect((await http.as("agent", { agent: "rio" }).post("feedback", items(2))).status).toBe(200);
    expect((await http.as("admin").post("feedback", items(50))).status).toBe(200);
  });

  it("15.12 counts whatever writes: prompts, outcomes, submissions and calls by MCP", async () => {
    await open(4, 0);
    const agent = http.as("agent", { agent: "rio" });
    const words = { agent: "rio", gate: "Before merge", title: "t", output: "x" };
    const writes = [
      () => agent.post("agents/rio/prompt", { run: "run-1", task: "x" }),
      () => agent.post("submissions", words),
      () => agent.post("feedback", items(1)),
    ];
    for (const write of writes) expect((await write()).body.code).not.toBe("quota_exceeded");
    const call = (name: string) =>
      agent.post(
        "/mcp",
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name, arguments: { comment: "Close the file.", agent: "rio" } },
        },
        { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
      );
    expect((await call("record_feedback")).status).toBe(200);
    const refused = await call("record_feedback");
    expect([refused.status, refused.body.error.data.code]).toEqual([429, "quota_exceeded"]);
    for (const write of writes) expect((await write()).body.code).toBe("quota_exceeded");
    expect((await agent.get("agents/rio/patterns")).status).toBe(200);
  });
});

it("15.12 a person's token proposes a bounded number of rules an hour", async () => {
  await open(0, 2);
  const ana = http.as("reviewer", { name: "ana" });
  const propose = (text: string) => ana.post("proposals", { text, scope: { agents: ["rio"] } });
  expect((await propose("Close every file that you open.")).status).toBe(201);
  expect((await propose("Name tests after what they show.")).status).toBe(201);
  const refused = await propose("Write dates in UTC.");
  expect([refused.status, refused.body.code]).toEqual([429, "quota_exceeded"]);
  expect(refused.body.detail).toContain("server.proposals_per_hour");
  time += 3_600_000;
  expect((await propose("Write dates in UTC.")).status).toBe(201);
});
