import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { openHttp } from "../../../test/http-session.ts";
import { type OtlpServer, startOtlpServer } from "../../../test/otlp-server.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { createPinoLog } from "../../http/pino-log.ts";
import { PassThrough } from "node:stream";
import { openOtlpTracer } from "./open-otlp-tracer.ts";

let collector: OtlpServer | undefined;
afterEach(async () => {
  await collector?.stop();
  collector = undefined;
});

const open = (url: string, faults: string[] = []) =>
  openOtlpTracer({ url, version: "1.2.3", onFault: (message) => void faults.push(message) });

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";

describe("spans of requests", () => {
  it("arrive below whoever asked, with the route's id and the status", async () => {
    collector = await startOtlpServer();
    const tracer = open(collector.url);
    const stream = new PassThrough();
    const { as, close } = await openHttp({ tracer, log: createPinoLog({ level: "debug", stream }) });
    const { status } = await as("reviewer").get("rules/no-such-rule", {
      traceparent: `00-${TRACE}-${PARENT}-01`,
    });
    await as("reviewer").get("rules", { traceparent: `00-${TRACE}-${PARENT}-00` });
    await as("reviewer").get("rules");
    await as("reviewer").get("/healthz");
    await close();
    await tracer.close();
    expect(status).toBe(404);
    expect(collector.spans).toHaveLength(2);
    expect(collector.spans[0]).toMatchObject({
      name: "GET getRule",
      kind: 2,
      traceId: TRACE,
      parentSpanId: PARENT,
      service: "emend",
      status: 0,
      attributes: {
        "http.request.method": "GET",
        "http.route": "getRule",
        "http.response.status_code": 404,
      },
    });
    const [, own] = collector.spans;
    expect(own!.parentSpanId ?? "").toBe("");
    const lines = String(stream.read())
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly trace_id: string }).trace_id);
    expect(lines).toEqual([TRACE, TRACE, own!.traceId, undefined]);
    expect(JSON.stringify(collector.spans)).not.toContain("no-such-rule");
  });

  it("say what failed", async () => {
    collector = await startOtlpServer();
    const tracer = open(collector.url);
    const store = await openTestStore();
    const rules = { ...store.rules, list: () => Promise.reject(new Error("disk gone")) };
    const { as, close } = await openHttp({ tracer, store: { ...store, rules } });
    expect((await as("reviewer").get("rules")).status).toBe(500);
    await close();
    await tracer.close();
    expect(collector.spans[0]).toMatchObject({
      name: "GET listRules",
      status: 2,
      attributes: { "error.type": "500", "http.response.status_code": 500 },
    });
  });
});

describe("a collector", () => {
  it.each([
    { why: "an address alone", path: "", expected: "/v1/traces" },
    { why: "an address with a slash", path: "/", expected: "/v1/traces" },
    { why: "a path of its own", path: "/otlp/", expected: "/otlp/v1/traces" },
    { why: "the whole path", path: "/v1/traces", expected: "/v1/traces" },
    { why: "a key in the query", path: "/otlp?key=a", expected: "/otlp/v1/traces?key=a" },
  ])("is found by $why", async ({ path, expected }) => {
    collector = await startOtlpServer();
    const tracer = open(collector.url + path);
    tracer.start("learn", { kind: "consumer" }).end();
    await tracer.close();
    expect(collector.requests.map((request) => request.path)).toEqual([expected]);
    expect(collector.requests[0]!.headers.authorization).toBeUndefined();
  });

  it("learns the caller from a header", async () => {
    collector = await startOtlpServer();
    const tracer = open(collector.url.replace("http://", "http://emend:p%40ss@"));
    tracer.start("learn", { kind: "consumer" }).end({ error: "TypeError" });
    await tracer.close();
    const login = Buffer.from("emend:p@ss").toString("base64");
    expect(collector.requests[0]!.headers.authorization).toBe(`Basic ${login}`);
    expect(collector.spans[0]).toMatchObject({
      kind: 5,
      status: 2,
      attributes: { "error.type": "TypeError" },
    });
  });

  it.each([
    { why: "is not there", answer: undefined },
    { why: "refuses", answer: 400 },
    { why: "never answers", answer: "never" },
  ] as const)("that $why disturbs nobody, and the end waits 2 seconds at most", async ({ answer }) => {
    collector = await startOtlpServer((response) => {
      if (typeof answer === "number") response.writeHead(answer).end();
    });
    const faults: string[] = [];
    const url = answer === undefined ? `http://127.0.0.1:${await freePort()}` : collector.url;
    const tracer = open(url, faults);
    const { as, close } = await openHttp({ tracer });
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => as("reviewer").get("rules")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const stopping = performance.now();
    await tracer.close();
    // The exporter itself would wait ten seconds for an answer.
    expect(performance.now() - stopping).toBeLessThan(8_000);
    expect(stopping - started).toBeLessThan(30_000);
    await close();
    // One that answers too late is let go of before anything can be said of it.
    expect(faults.length).toBeLessThanOrEqual(1);
    for (const fault of faults) expect(fault).toContain("spans could not be sent and are lost");
  });

  it("may be gone: what is made after the end is dropped", async () => {
    collector = await startOtlpServer();
    const tracer = open(collector.url);
    await tracer.close();
    tracer.start("learn", { kind: "consumer" }).end();
    await tracer.close();
    expect(collector.spans).toEqual([]);
  });
});
