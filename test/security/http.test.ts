import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHttp } from "../http-session.ts";
import { bodyIn, headersIn, sendRaw, statusesIn } from "../raw-http.ts";
import { expectFramed, type ListeningServer, openServer, ORIGIN } from "./open-server.ts";

let server: ListeningServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

const get = (path: string, host = "127.0.0.1", more = ""): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;

describe("addresses", () => {
  it.each([
    "/..%2f..%2f..%2fetc/passwd",
    "/docs/../../../etc/passwd",
    "/docs/%2e%2e/%2e%2e/etc/passwd",
    "/docs/..%5c..%5cetc%5cpasswd",
    "/docs/site.css%00.html",
    "/docs/site.css/../../package.json",
    "//etc/passwd",
    "/%2e%2e/package.json",
    "/api/v1/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/%",
    "/%ff%fe",
    `/${"a".repeat(8_000)}`,
  ])("%s leads nowhere", async (path) => {
    const { text } = await sendRaw(server.port, get(path));
    expect(statusesIn(text)).toEqual([404]);
    expectFramed(headersIn(text));
    expect(bodyIn(text)).toMatchObject({ code: "not_found", status: 404 });
  });

  it.each([
    ["a backslash in the path", "GET /docs\\..\\x HTTP/1.1\r\nHost: a!b\r\n\r\n"],
    ["a host that is none", "GET / HTTP/1.1\r\nHost: 127.0.0.1/evil\r\n\r\n"],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["a method that is none", "FETCH / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
    ["another protocol", "GET / HTTP/3.7\r\nHost: 127.0.0.1\r\n\r\n"],
    ["the start of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["the head of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["nonsense", "\0\0\0\0\r\n\r\n"],
  ])("%s is refused", async (_why, bytes) => {
    const { text, closed } = await sendRaw(server.port, bytes, { halfClose: true });
    expect(closed).toBe(true);
    expect(statusesIn(text)).toEqual([400]);
  });

  it("takes the absolute form, as proxies send it", async () => {
    const absolute = (name: string): string => get(`http://${name}/openapi.json`);
    expect(statusesIn((await sendRaw(server.port, absolute("localhost"))).text)).toEqual([200]);
    expect(statusesIn((await sendRaw(server.port, absolute("evil.example"))).text)).toEqual([403]);
  });

  it("takes HTTP/1.0, and asks it for a host too", async () => {
    const old = (more: string): string => `GET /openapi.json HTTP/1.0\r\n${more}\r\n`;
    expect(statusesIn((await sendRaw(server.port, old("Host: localhost\r\n"))).text)).toEqual([200]);
    const { text } = await sendRaw(server.port, old(""));
    expect(bodyIn(text)).toMatchObject({ code: "host_refused" });
  });

  it.each(["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "0.0.0.0", "[::1]"])(
    "the name %s is none of ours, whoever gave it this address",
    async (host) => {
      const { text } = await sendRaw(server.port, get("/openapi.json", host));
      expect(statusesIn(text)).toEqual([403]);
      expectFramed(headersIn(text));
      expect(bodyIn(text)).toMatchObject({ code: "host_refused" });
    },
  );

  it("two names are none, although the first is ours", async () => {
    const { text } = await sendRaw(server.port, get("/docs", "127.0.0.1", "Host: evil.example\r\n"));
    expect(bodyIn(text)).toMatchObject({ code: "host_refused" });
  });

  it.each(["LOCALHOST", "localhost:4180", "127.0.0.1:80"])("the name %s is ours", async (host) => {
    expect(statusesIn((await sendRaw(server.port, get("/openapi.json", host))).text)).toEqual([200]);
  });
});

describe("methods", () => {
  it.each([
    ["DELETE", "/openapi.json", "GET, HEAD"],
    ["PUT", "/api/v1/session", "GET, HEAD, POST, DELETE"],
    ["PATCH", "/api/v1/rules/x", "GET, HEAD"],
    ["GET", "/api/v1/audit/verify", "POST"],
    ["HEAD", "/api/v1/audit/verify", "POST"],
    ["OPTIONS", "/api/v1/session", "GET, HEAD, POST, DELETE"],
    ["POST", "/docs", "GET, HEAD"],
  ])("%s %s is told what is taken", async (method, path, allow) => {
    const response = await fetch(server.url + path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expectFramed(response.headers);
    expect(await response.text()).toContain(method === "HEAD" ? "" : '"code":"method_not_allowed"');
  });

  it("TRACE shows nobody their own headers", async () => {
    const bytes = get("/docs", "127.0.0.1", "Authorization: Bearer emd_secret\r\n").replace("GET", "TRACE");
    const { text } = await sendRaw(server.port, bytes);
    expect(statusesIn(text)).toEqual([405]);
    expect(text).not.toContain("emd_secret");
  });

  it.each(["/openapi.json", "/login/page.css", "/api/v1/rules", "/api/v1/session", "/api/v1/events"])(
    "HEAD %s is GET without a body",
    async (path) => {
      const head = await fetch(server.url + path, { method: "HEAD", headers: server.auth });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe("");
      expectFramed(head.headers);
      const stop = new AbortController();
      const full = await fetch(server.url + path, { headers: server.auth, signal: stop.signal });
      expect(head.headers.get("etag")).toBe(full.headers.get("etag"));
      expect(head.headers.get("content-type")).toBe(full.headers.get("content-type"));
      stop.abort();
    },
  );

  it.each(["/", "/nothing", "/api", "/api/v1", "/api/v2/rules", "/api/v1/rules/x/y/z", "/favicon.ico"])(
    "nothing is at %s, in whatever method",
    async (path) => {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        const response = await fetch(server.url + path, { method });
        expect(response.status).toBe(404);
        expect(response.headers.get("content-type")).toBe("application/problem+json");
        expectFramed(response.headers);
      }
    },
  );
});

describe("other sites", () => {
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${server.url}/api/v1/rules`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization",
      },
    });

  it.each(["https://evil.example", "null", `${ORIGIN}.evil.example`, "http://app.example", `${ORIGIN}:444`])(
    "%s is let in nowhere",
    async (origin) => {
      const asked = await preflight(origin);
      expect(asked.status).toBe(405);
      const read = await fetch(`${server.url}/api/v1/rules`, { headers: { origin, ...server.auth } });
      for (const { headers } of [asked, read]) {
        expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
        expect(headers.get("vary")).toContain("origin");
      }
    },
  );

  it("one that was named asks with a token, and never with a login", async () => {
    const asked = await preflight(ORIGIN);
    expect(asked.status).toBe(204);
    expectFramed(asked.headers);
    const told = (name: string): string => asked.headers.get(`access-control-${name}`) ?? "";
    expect(told("allow-origin")).toBe(ORIGIN);
    expect(told("allow-methods")).toContain("PATCH");
    expect(told("allow-headers")).toContain("authorization");
    expect(told("allow-headers")).not.toContain("csrf");
    expect(told("allow-credentials")).toBe("");
    const read = await fetch(`${server.url}/api/v1/rules`, { headers: { origin: ORIGIN, ...server.auth } });
    expect(read.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(read.headers.get("access-control-expose-headers")).toContain("etag");
  });

  it("none is, unless it was named", async () => {
    const closed = await openHttp();
    const response = await closed.app.request("/api/v1/rules", {
      method: "OPTIONS",
      headers: { origin: ORIGIN, "access-control-request-method": "GET" },
    });
    expect(response.status).toBe(405);
    expect(response.headers.has("access-control-allow-origin")).toBe(false);
    await closed.close();
  });
});

describe("headers", () => {
  it.each([
    ["a bare line feed", "X-A: b\nX-C: d\r\n"],
    ["a bare carriage return", "X-A: b\rX-C: d\r\n"],
    ["a NUL", "X-A: b\0c\r\n"],
    ["a name with a space", "X A: b\r\n"],
    ["a space before the colon", "X-A : b\r\n"],
    ["a line that is continued", " folded: x\r\n"],
  ])("%s is refused", async (_why, line) => {
    const { text } = await sendRaw(server.port, get("/docs", "127.0.0.1", line));
    expect(statusesIn(text)).toEqual([400]);
    expectFramed(headersIn(text));
    expect(bodyIn(text)).toMatchObject({ code: "malformed_request" });
  });

  it.each(["link", "login", "return_to", "next"])("nothing in ?%s= becomes a header", async (name) => {
    const value = "x%0d%0aSet-Cookie:%20evil=1%0d%0aLocation:%20https://evil.example";
    const { text } = await sendRaw(server.port, get(`/login?${name}=${value}`));
    const headers = headersIn(text);
    expect(headers.get("location") ?? "/").toMatch(/^\/(?:\?login=[a-z_]+)?$/);
    expect(text).not.toMatch(/^Set-Cookie: evil/im);
    expectFramed(headers);
  });

  it("more than 16 KiB of them are refused", async () => {
    const { text } = await sendRaw(server.port, get("/docs", "127.0.0.1", `X-A: ${"b".repeat(20_000)}\r\n`));
    expect(bodyIn(text)).toMatchObject({ code: "head_too_large", status: 431 });
    expectFramed(headersIn(text));
  });

  it("an expectation that nobody knows is answered like any other request", async () => {
    const { text } = await sendRaw(server.port, get("/openapi.json", "127.0.0.1", "Expect: a miracle\r\n"));
    expect(statusesIn(text)).toEqual([200]);
  });

  it.each([
    ["not of ASCII", "k\u00e9y"],
    ["too long", "k".repeat(256)],
    ["with a space", "a b"],
  ])("a key %s is refused", async (_why, key) => {
    const response = await fetch(`${server.url}/api/v1/prompts/score`, {
      method: "POST",
      headers: { ...server.auth, "content-type": "application/json", "idempotency-key": key },
      body: '{"prompt":"x"}',
    });
    expect(await response.json()).toMatchObject({ code: "invalid_header" });
  });
});

describe("the log", () => {
  it("holds a line for each request, and no secret in any", async () => {
    const opened = await fetch(`${server.url}/api/v1/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: server.token }),
    });
    const cookie = (opened.headers.get("set-cookie") ?? "").split(";")[0]!;
    const { csrf } = (await opened.json()) as { csrf: string };
    const made = await fetch(`${server.url}/api/v1/tokens`, {
      method: "POST",
      headers: { "content-type": "application/json", ...server.auth },
      body: '{"name":"ana","role":"reviewer"}',
    });
    const { text: another } = (await made.json()) as { text: string };
    const asking = [
      "/api/v1/rules",
      `/api/v1/rules?token=${server.token}`,
      `/login?link=${another}`,
      `/${server.token}`,
    ];
    for (const path of asking) {
      for (const headers of [
        server.auth,
        { cookie, "x-emend-csrf": csrf },
        { authorization: `Basic ${server.token}` },
      ]) {
        await fetch(server.url + path, { headers, redirect: "manual" });
      }
    }
    const secrets = [server.token, another, cookie.split("=")[1]!, csrf];
    expect(secrets.every((secret) => secret.length >= 20)).toBe(true);
    expect(secrets.filter((secret) => server.logged().includes(secret))).toEqual([]);
    const lines = server.logged().trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(asking.length * 3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ message: expect.any(String) });
  });

  it("names a request by its own route, where another one fits its address too", async () => {
    const response = await fetch(`${server.url}/api/v1/submissions/counts`, { headers: server.auth });
    const line = server
      .logged()
      .split("\n")
      .find((each) => each.includes(response.headers.get("x-request-id")!));
    expect(JSON.parse(line!)).toMatchObject({ route: "countSubmissions", status: 200 });
  });
});
