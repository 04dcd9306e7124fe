import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpAnswer, type HttpSession, openHttp } from "../../../test/http-session.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { makeLoginLink } from "../../app/access/open-session.ts";
import { openAccess } from "../../app/access/open-access.ts";
import { principalOf, type Token } from "../../core/access/token.ts";
import { randomText } from "../../drivers/crypto/random-text.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import type { Store } from "../../ports/store.ts";
import type { HttpContext } from "../http-context.ts";
import { createPinoLog } from "../pino-log.ts";
import { ROUTES } from "../routes.ts";

const HOUR = 3_600_000;

let store: Store;
let time: number;
let http: HttpSession;
let logged: () => string;
const now = (): string => new Date(time).toISOString();

async function serve(more: Partial<HttpContext> = {}): Promise<HttpSession> {
  const lines: string[] = [];
  const stream = new PassThrough().on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  logged = () => lines.join("");
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  return openHttp({ store, now, access, log: createPinoLog({ level: "debug", stream }), ...more });
}

beforeEach(async () => {
  store = await openTestStore();
  time = Date.parse("2026-03-10T12:00:00Z");
  http = await serve();
});
afterEach(() => http.close());

const issue = async (input: object = {}): Promise<{ readonly text: string; readonly token: Token }> => {
  const made = await http.context.access.issueToken({ name: "ana", role: "approver", ...input }, "root");
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};
const logIn = (token: string): Promise<HttpAnswer> => http.anybody.post("session", { token });
const secretOf = ({ headers }: { readonly headers: Headers }): string =>
  /^emend_session=([^;]*)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";

/** A browser that is logged in as an approver, with what its pages know. */
async function loggedIn(input: object = {}) {
  const { text, token } = await issue(input);
  const answer = await logIn(text);
  const { csrf } = answer.body as { readonly csrf: string };
  return { text, token, answer, csrf, cookie: `emend_session=${secretOf(answer)}` };
}

describe("POST /session", () => {
  it("logs a browser in by a token, and says what its pages need", async () => {
    const { answer, text } = await loggedIn();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: "ana",
      role: "approver",
      agent: null,
      permissions: ["ask", "record", "read", "decide", "approve", "audit"],
      csrf: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      version: "0.0.0-test",
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify(answer.body)).not.toContain(text.slice(20, 60));
    expect(JSON.stringify(answer.body)).not.toContain(secretOf(answer));
  });

  it.each([
    { publicUrl: "http://localhost", name: "emend_session", secure: "" },
    { publicUrl: "https://emend.example", name: "__Host-emend_session", secure: "Secure; " },
  ])("sets a cookie that no script reads; at $publicUrl: $secure", async ({ publicUrl, name, secure }) => {
    http.context.tail.close();
    http = await serve({ publicUrl });
    const { answer } = await loggedIn();
    const [line, ...more] = answer.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(line?.replace(/=[\w-]{43};/, "=…;")).toBe(
      `${name}=…; Max-Age=604800; Path=/; HttpOnly; ${secure}SameSite=Lax`,
    );
  });

  it.each([
    { why: "no token at all", token: "x", code: "malformed_token" },
    { why: "a token with a typo", token: `emd_${"0".repeat(67)}`, code: "malformed_token" },
  ])("refuses $why", async ({ token, code }) => {
    const { status, body, headers } = await logIn(token);
    expect({ status, code: body.code as string }).toEqual({ status: 401, code });
    expect(headers.getSetCookie()).toEqual([]);
  });

  it("refuses a token of another store, one that was revoked and one that has expired", async () => {
    const [one, two] = [await issue(), await issue({ expires_in_hours: 1 })];
    await http.context.access.revokeToken(one.token.id, "root");
    time += HOUR;
    const other = await openTestStore();
    const strange = await openAccess({ store: other, random: randomText, hash: sha256, now }).issueToken(
      { name: "eve", role: "admin" },
      "root",
    );
    await other.close();
    const texts = [one.text, two.text, strange.ok ? strange.value.text : ""];
    const answers = await Promise.all(texts.map(logIn));
    expect(answers.map(({ body }) => body.code as string)).toEqual([
      "token_revoked",
      "token_expired",
      "unknown_token",
    ]);
  });

  it.each([
    { why: "a form of another site", headers: { "content-type": "text/plain" }, status: 415 },
    {
      why: "a form of another site",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      status: 415,
    },
  ])("is out of reach for $why: $headers", async ({ headers, status }) => {
    const { text } = await issue();
    const answer = await http.anybody.post("session", JSON.stringify({ token: text }), headers);
    expect(answer.status).toBe(status);
  });
});

describe("GET /session", () => {
  it("says who asks by cookie, with the same value for changes each time", async () => {
    const { cookie, csrf, answer } = await loggedIn();
    const asked = await http.anybody.get("session", { cookie });
    expect(asked.body).toEqual(answer.body);
    expect((asked.body as { csrf: string }).csrf).toBe(csrf);
    expect(asked.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("says who asks by token, which needs no such value", async () => {
    const { text } = await issue({ name: "hooks", role: "agent", agent: "rio" });
    const asked = await http.anybody.get("session", { authorization: `Bearer ${text}` });
    expect(asked.body).toMatchObject({ id: "hooks", role: "agent", agent: "rio", csrf: null });
  });

  it("takes the token where both are given", async () => {
    const { cookie } = await loggedIn();
    const { text } = await issue({ name: "ben", role: "reviewer" });
    const asked = await http.anybody.get("session", { cookie, authorization: `Bearer ${text}` });
    expect(asked.body).toMatchObject({ id: "ben", csrf: null });
  });

  it.each([
    { why: "no cookie", cookie: "", code: "login_required" },
    { why: "an empty one", cookie: "emend_session=", code: "session_expired" },
    { why: "one that was made up", cookie: `emend_session=${"x".repeat(43)}`, code: "session_expired" },
    { why: "a long one", cookie: `emend_session=${"x".repeat(2_000)}`, code: "login_required" },
    { why: "text of any kind", cookie: "emend_session=%00'; drop table", code: "session_expired" },
  ])("knows nobody by $why", async ({ cookie, code }) => {
    const { status, body, headers } = await http.anybody.get("session", { cookie });
    expect({ status, code: body.code as string }).toEqual({ status: 401, code });
    expect(headers.get("www-authenticate")).toBe('Bearer realm="emend"');
  });

  it("ends a login at once where its token is revoked, by this server or another", async () => {
    const [one, two] = [await loggedIn(), await loggedIn({ name: "ben" })];
    await http.context.access.revokeToken(one.token.id, "root");
    await store.tokens.revoke(two.token.id, "root", now());
    for (const { cookie } of [one, two]) {
      expect((await http.anybody.get("session", { cookie })).status).toBe(401);
    }
  });

  it("ends a login after 12 hours without use, and after 7 days with it", async () => {
    const { cookie } = await loggedIn();
    let days = 0;
    for (; days < 20; days += 0.4) {
      const { status } = await http.anybody.get("session", { cookie });
      if (status !== 200) break;
      time += 0.4 * 24 * HOUR;
    }
    expect(days).toBeGreaterThan(6.5);
    expect(days).toBeLessThan(7.5);
  });
});

describe("a change by cookie", () => {
  it.each([
    { why: "the value alone", headers: {} },
    {
      why: "what a browser says of Emend's own page",
      headers: { "sec-fetch-site": "same-origin", origin: "http://localhost" },
    },
    {
      why: "the name it was asked under",
      headers: { origin: "http://emend.local:4180", host: "emend.local:4180" },
    },
  ])("is taken with $why", async ({ headers }) => {
    const { cookie, csrf } = await loggedIn();
    const ended = await http.anybody.delete("session", undefined, {
      cookie,
      "x-emend-csrf": csrf,
      ...headers,
    });
    expect(ended.status).toBe(204);
  });

  it.each<{ why: string; headers: Record<string, string> }>([
    { why: "without the value", headers: { "x-emend-csrf": "" } },
    { why: "with a wrong value", headers: { "x-emend-csrf": "0".repeat(64) } },
    { why: "from another site", headers: { "sec-fetch-site": "cross-site" } },
    { why: "from a neighbour", headers: { "sec-fetch-site": "same-site" } },
    { why: "from no page", headers: { "sec-fetch-site": "none" } },
    { why: "from a foreign page", headers: { origin: "https://evil.example" } },
    { why: "from a page that hides where it is from", headers: { origin: "null" } },
    { why: "from another port", headers: { origin: "http://localhost:8080" } },
    { why: "from a name that begins alike", headers: { origin: "http://localhost.evil.example" } },
  ])("is refused $why", async ({ headers }) => {
    const { cookie, csrf } = await loggedIn();
    const tried = await http.anybody.delete("session", undefined, {
      cookie,
      "x-emend-csrf": csrf,
      ...headers,
    });
    expect({ status: tried.status, code: tried.body.code as string }).toEqual({
      status: 403,
      code: "csrf_refused",
    });
    expect((await http.anybody.get("session", { cookie })).status).toBe(200);
  });

  it("is refused with the value of another login", async () => {
    const [mine, theirs] = [await loggedIn(), await loggedIn()];
    const headers = { cookie: mine.cookie, "x-emend-csrf": theirs.csrf };
    expect((await http.anybody.delete("session", undefined, headers)).body.code).toBe("csrf_refused");
  });

  it("is refused from a page that may call the API by tokens", async () => {
    http.context.tail.close();
    http = await serve({ allowedOrigins: ["https://dash.example"] });
    const { cookie, csrf, text } = await loggedIn();
    const headers = { origin: "https://dash.example", "x-emend-csrf": csrf };
    expect((await http.anybody.delete("session", undefined, { ...headers, cookie })).status).toBe(403);
    const byToken = { ...headers, authorization: `Bearer ${text}` };
    expect((await http.anybody.delete("session", undefined, byToken)).status).toBe(204);
  });

  const changes = ROUTES.filter(({ method, permission }) => method !== "get" && permission !== "public");
  it.each([
    ...changes.map(({ method, path }) => ({ method, path: `/api/v1${path.replaceAll(/\{\w+\}/g, "x")}` })),
    { method: "post", path: "/mcp" },
  ])("needs the value for $method $path", async ({ method, path }) => {
    const { cookie } = await loggedIn({ role: "admin" });
    const response = await http.app.request(path, {
      method: method.toUpperCase(),
      headers: { cookie, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: "{}",
    });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('"csrf_refused"');
  });
});

describe("DELETE /session", () => {
  it("logs out, and takes the cookie away", async () => {
    const { cookie, csrf } = await loggedIn();
    const ended = await http.anybody.delete("session", undefined, { cookie, "x-emend-csrf": csrf });
    expect(ended.headers.get("set-cookie")).toBe("emend_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect((await http.anybody.get("session", { cookie })).body.code).toBe("session_expired");
  });

  it("leaves other logins of the same token", async () => {
    const [one, two] = [await loggedIn(), await loggedIn()];
    await http.anybody.delete("session", undefined, { cookie: one.cookie, "x-emend-csrf": one.csrf });
    expect((await http.anybody.get("session", { cookie: two.cookie })).status).toBe(200);
  });
});

describe("a login link", () => {
  const makeLink = async (): Promise<string> => {
    const { token } = await issue({ role: "admin" });
    const { sessions } = store;
    return (await makeLoginLink({ sessions, random: randomText, hash: sha256, now })(principalOf(token)))
      .secret;
  };
  const follow = (link: string, address = "10.0.0.1") =>
    http.app.request(
      "/login",
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `link=${link}`,
      },
      { incoming: { socket: { remoteAddress: address } } },
    );

  it("logs one browser in, once", async () => {
    const link = await makeLink();
    const first = await follow(link);
    expect([first.status, first.headers.get("location")]).toEqual([303, "/"]);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.headers.get("referrer-policy")).toBe("no-referrer");
    const cookie = `emend_session=${secretOf(first)}`;
    expect((await http.anybody.get("session", { cookie })).body).toMatchObject({ id: "ana", role: "admin" });
    const second = await follow(link);
    expect(second.headers.get("location")).toBe("/?login=unknown_link");
    expect(second.headers.getSetCookie()).toEqual([]);
  });

  it("ends after 10 minutes", async () => {
    const link = await makeLink();
    time += 600_000;
    expect((await follow(link)).headers.get("location")).toBe("/?login=link_expired");
  });

  it("is not found by trying", async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await follow("x".repeat(43))).headers.get("location")).toBe("/?login=unknown_link");
    }
    const location = async (link: string) => (await follow(link)).headers.get("location");
    expect(await location("x".repeat(43))).toBe("/?login=too_many_requests");
    expect(await location(await makeLink())).toBe("/");
  });
});

describe("whoever tries tokens out", () => {
  const attempt = async (token: string, address: string) => {
    const response = await http.app.request(
      "/api/v1/session",
      { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ token }) },
      { incoming: { socket: { remoteAddress: address } } },
    );
    return { status: response.status, wait: response.headers.get("retry-after") };
  };

  it("waits after 10 failures, and nobody else does", async () => {
    const { text } = await issue();
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt("x", "10.0.0.1")).toEqual({ status: 401, wait: null });
    }
    time += 60_500;
    expect(await attempt("x", "10.0.0.1")).toEqual({ status: 429, wait: "240" });
    expect(await attempt("x", "10.0.0.2")).toEqual({ status: 401, wait: null });
    expect(await attempt(text, "10.0.0.1")).toEqual({ status: 200, wait: null });
    time += 239_499;
    expect(await attempt("x", "10.0.0.1")).toEqual({ status: 429, wait: "1" });
    time += 1;
    expect(await attempt("x", "10.0.0.1")).toEqual({ status: 401, wait: null });
  });

  it("is not anybody who succeeds, however often", async () => {
    const { text } = await issue();
    for (let count = 0; count < 30; count += 1) expect((await attempt(text, "10.0.0.1")).status).toBe(200);
    for (let count = 0; count < 9; count += 1) expect((await attempt("x", "10.0.0.1")).status).toBe(401);
    expect((await attempt(text, "10.0.0.1")).status).toBe(200);
  });
});

it("the log holds no secret, whatever is tried", async () => {
  const { text, answer, cookie, csrf } = await loggedIn();
  const { sessions } = store;
  const link = await makeLoginLink({ sessions, random: randomText, hash: sha256, now })({
    id: "ben",
    role: "admin",
    kind: "session",
  });
  await http.app.request(`/login?link=${link.secret}`);
  const followed = await http.app.request("/login", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `link=${link.secret}`,
  });
  await logIn(`${text.slice(0, -1)}x`);
  await http.anybody.get("session", { authorization: `Bearer ${text}` });
  await http.anybody.get("session", { authorization: `bearer ${text}x` });
  await http.anybody.get(`session?token=${text}`, { cookie });
  await http.app.request(`/${text}?x=${text}`);
  await http.anybody.delete("session", undefined, { cookie, "x-emend-csrf": csrf });
  const lines = logged().trimEnd().split("\n");
  expect(lines.length).toBeGreaterThanOrEqual(9);
  for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  for (const secret of [text.slice(20, 63), secretOf(answer), csrf, link.secret, secretOf(followed)]) {
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(logged()).not.toContain(secret);
  }
});
