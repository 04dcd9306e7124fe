import { afterEach, describe, expect, it } from "vitest";
import { type HttpContext } from "../../src/http/http-context.ts";
import { from, type LoginSetup, openLogins } from "./login-setup.ts";

let setup: LoginSetup;
afterEach(() => setup.http.close());

const open = async (more: Partial<HttpContext> = {}): Promise<void> => {
  setup = await openLogins(more);
};

async function logIn(token: string, address: string, headers: Record<string, string> = {}) {
  const response = await setup.http.app.request(
    "/api/v1/session",
    {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ token }),
    },
    from(address),
  );
  const { code, detail } = (await response.json()) as { code?: string; detail?: string };
  return { status: response.status, code, detail, wait: response.headers.get("retry-after") };
}

const fail = async (times: number, address: string, headers: Record<string, string> = {}) => {
  let last = 0;
  for (let count = 0; count < times; count += 1) last = (await logIn("x", address, headers)).status;
  return last;
};

describe("wrong logins", () => {
  it("15.13 a correct token logs in from an address that has failed many times", async () => {
    await open();
    const { text } = await setup.issue();
    expect(await fail(50, "10.0.0.1")).toBe(429);
    expect((await logIn(text, "10.0.0.1")).status).toBe(200);
  });

  it("15.13 a correct login link logs in from an address that has failed many times", async () => {
    await open();
    const link = await setup.link();
    await fail(50, "10.0.0.1");
    const response = await setup.http.app.request(
      "/login",
      {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: `link=${link}`,
      },
      from("10.0.0.1"),
    );
    expect(response.headers.get("location")).toBe("/");
  });

  it("15.13 the refusal says the limit, how long to wait, and that a correct login still works", async () => {
    await open();
    await fail(10, "10.0.0.1");
    const refused = await logIn("x", "10.0.0.1");
    expect(refused).toMatchObject({ status: 429, code: "too_many_requests", wait: "300" });
    expect(refused.detail).toMatch(/10 failed logins .*5 minutes.*correct.*300 s/);
  });

  it("15.13 a revoked token tried from many addresses is slowed down by its name", async () => {
    await open();
    const { text, id } = await setup.issue({ name: "ben" });
    await setup.http.context.access.revokeToken(id, "root");
    for (let count = 0; count < 10; count += 1) {
      expect((await logIn(text, `10.0.1.${count}`)).code).toBe("token_revoked");
    }
    expect((await logIn(text, "10.0.1.99")).code).toBe("too_many_requests");
    const other = await setup.issue({ name: "ben" });
    expect((await logIn(other.text, "10.0.1.99")).status).toBe(200);
  });

  it("15.13 addresses of one IPv6 network share a budget", async () => {
    await open();
    for (let count = 0; count < 10; count += 1) await logIn("x", `2001:db8:0:1::${count + 1}`);
    expect((await logIn("x", "2001:db8:0:1:ffff::9")).status).toBe(429);
    expect((await logIn("x", "2001:db8:0:2::1")).status).toBe(401);
  });
});

describe("behind a proxy", () => {
  const PROXY = "192.168.0.2";

  it("15.13 clients behind a trusted proxy have budgets of their own", async () => {
    await open({ trustedProxies: ["192.168.0.0/24"] });
    expect(await fail(11, PROXY, { "x-forwarded-for": "203.0.113.5" })).toBe(429);
    expect(await fail(1, PROXY, { "x-forwarded-for": "203.0.113.6" })).toBe(401);
    expect(await fail(1, PROXY, { forwarded: 'for="[2001:db8::7]:4711";proto=https' })).toBe(401);
  });

  it.each<{ why: string; trusted: readonly string[]; header: (count: number) => Record<string, string> }>([
    {
      why: "sends the header without a proxy",
      trusted: ["10.9.9.9"],
      header: (count) => ({ "x-forwarded-for": `203.0.113.${count}` }),
    },
    {
      why: "writes addresses to the left of its own",
      trusted: [PROXY],
      header: (count) => ({ "x-forwarded-for": `198.51.100.${count}, 203.0.113.5` }),
    },
    {
      why: "sends the header that the proxy does not write",
      trusted: [PROXY],
      header: (count) => ({ "x-forwarded-for": "203.0.113.5", forwarded: `for=198.51.100.${count}` }),
    },
    {
      why: "sends what is no address",
      trusted: [PROXY],
      header: (count) => ({ "x-forwarded-for": `host-${count}` }),
    },
  ])("15.13 a client that $why gets no new budget", async ({ trusted, header }) => {
    await open({ trustedProxies: trusted });
    for (let count = 0; count < 10; count += 1) await logIn("x", PROXY, header(count));
    expect((await logIn("x", PROXY, header(10))).status).toBe(429);
  });

  it("15.13 without the setting nobody is believed", async () => {
    await open();
    for (let count = 0; count < 10; count += 1) {
      await logIn("x", PROXY, { "x-forwarded-for": `203.0.113.${count}` });
    }
    expect((await logIn("x", PROXY, { "x-forwarded-for": "203.0.113.99" })).status).toBe(429);
  });
});

it("15.13 wrong tokens count against the requests that an address may make", async () => {
  await open({ limits: { bodyBytes: 65_536, requestsPerMinute: 5 } });
  const { text } = await setup.issue();
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await setup.http.app.request("/api/v1/rules", { headers }, from("10.0.0.1"))).status;
  };
  for (let count = 0; count < 5; count += 1) expect(await ask("emd_x")).toBe(401);
  expect(await ask("emd_x")).toBe(429);
  expect(await ask(text)).toBe(200);
});
