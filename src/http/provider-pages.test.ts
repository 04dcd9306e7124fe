import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, createBrowser } from "../../test/browser.ts";
import { type HttpSession, openHttp } from "../../test/http-session.ts";
import { CLIENT_ID, CLIENT_SECRET, type OpenIdServer, startOpenIdServer } from "../../test/openid-server.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { openAccess } from "../app/access/open-access.ts";
import { createProviderLogin } from "../app/access/provider-login.ts";
import { parseRoleGrants, type RoleGrants } from "../core/access/person-of.ts";
import { randomText } from "../drivers/crypto/random-text.ts";
import { sha256 } from "../drivers/crypto/sha256.ts";
import { createOpenIdProvider } from "../drivers/oidc/openid-provider.ts";
import type { Store } from "../ports/store.ts";
import { createPinoLog } from "./pino-log.ts";
import { CALLBACK_PATH } from "./provider-pages.ts";

const OWN = "http://localhost";
const ANA = { sub: "a-1", email: "Ana@Corp.example", email_verified: true, emend_role: "approver" };

let openId: OpenIdServer;
beforeAll(async () => {
  openId = await startOpenIdServer({ redirectUri: `${OWN}${CALLBACK_PATH}` });
});
afterAll(() => openId.stop());

let store: Store;
let time: number;
let http: HttpSession;
let browser: Browser;
let logged: () => string;
beforeEach(async () => {
  store = await openTestStore();
  time = Date.now();
  ({ http, browser, logged } = await serve());
});
afterEach(() => http.close());

const grantsOf = (entries: readonly string[], otherwise: RoleGrants["otherwise"]): RoleGrants => {
  const read = parseRoleGrants({ claim: "emend_role", entries, otherwise });
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

/** A server on the store, and a browser that knows it; several servers may share both. */
async function serve({
  issuer = openId.issuer,
  publicUrl = OWN,
  roles = ["leads=admin"],
  otherwise = "none",
}: {
  readonly issuer?: string;
  readonly publicUrl?: string;
  readonly roles?: readonly string[];
  readonly otherwise?: RoleGrants["otherwise"];
} = {}) {
  const now = (): string => new Date(time).toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const provider = createOpenIdProvider({
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri: `${publicUrl}${CALLBACK_PATH}`,
    claim: "emend_role",
  });
  const lines: string[] = [];
  const stream = new PassThrough().on("data", (chunk: Buffer) => lines.push(chunk.toString()));
  const made = await openHttp({
    store,
    now,
    access,
    publicUrl,
    log: createPinoLog({ level: "debug", stream }),
    providerLogin: createProviderLogin({
      provider,
      grants: grantsOf(roles, otherwise),
      openSession: access.openSession,
      recordLogin: access.recordLogin,
      random: randomText,
      hash: sha256,
      now,
    }),
  });
  const asked = createBrowser(publicUrl, (path, headers) => made.app.request(path, { headers }));
  return { http: made, browser: asked, logged: () => lines.join("") };
}

const isCallback = (url: string): boolean => url.startsWith(`${OWN}${CALLBACK_PATH}`);
/** Where the browser ends within the app. */
const endOf = async (url: string, by: Browser = browser): Promise<string> => {
  const { url: end } = await by.visit(url, (each) => each.startsWith(OWN) && !each.includes("/login"));
  return end.slice(OWN.length);
};
const cookie = (name: string) => browser.cookies.get("localhost")?.get(name)?.value;
const who = async (): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await http.anybody.get("session", {
    cookie: `emend_session=${cookie("emend_session") ?? ""}`,
  });
  return answer.body as Record<string, unknown>;
};

describe("a login by a provider", () => {
  it("leads over the provider's pages and back to where somebody wanted to go", async () => {
    openId.sit(ANA);
    expect(await endOf("/login/oidc?return_to=/rules%3Fstatus%3Dactive")).toBe("/rules?status=active");
    expect(await who()).toMatchObject({ id: "ana@corp.example", role: "approver", agent: null });
    expect(cookie("emend_login")).toBeUndefined();
  });

  it("is announced, so that a page knows", async () => {
    const methods = await http.anybody.get("session/methods");
    expect(methods.body).toEqual({ token: true, oidc: { name: new URL(openId.issuer).host } });
  });

  it("keeps what it needs in a cookie that no script and no other site's form reaches", async () => {
    openId.sit(ANA);
    await endOf("/login/oidc");
    const steady = browser.setCookies
      .filter((line) => line.startsWith("emend_"))
      .map((line) => line.replace(/^(emend_\w+)=[^;]+/, "$1=…"));
    expect(steady).toMatchInlineSnapshot(`
      [
        "emend_login=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax",
        "emend_login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
        "emend_session=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax",
      ]
    `);
  });

  it("is finished by another server on the same store", async () => {
    openId.sit(ANA);
    const { url } = await browser.visit("/login/oidc?return_to=/rules", isCallback);
    const second = await serve();
    const response = await second.http.app.request(url.slice(OWN.length), {
      headers: { cookie: `emend_login=${cookie("emend_login")}` },
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/rules"]);
    second.http.context.tail.close();
  });

  it("over TLS is bound to this very host, and to TLS", async () => {
    const publicUrl = "https://emend.example";
    const secure = await serve({ publicUrl });
    const response = await secure.http.app.request("/login/oidc");
    expect(response.headers.get("set-cookie")).toMatch(
      /^__Host-emend_login=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    secure.http.context.tail.close();
  });

  it.each([
    { why: "roles mean themselves", emend_role: "reviewer", role: "reviewer" },
    { why: "the highest wins", emend_role: ["reviewer", "approver"], role: "approver" },
    { why: "an entry gives a meaning", emend_role: ["staff", "leads"], role: "admin" },
  ])("gives the role $role: $why", async ({ emend_role, role }) => {
    openId.sit({ ...ANA, emend_role });
    expect(await endOf("/login/oidc")).toBe("/");
    expect(await who()).toMatchObject({ role });
  });

  it.each([
    { why: "without a role", person: { ...ANA, emend_role: undefined } },
    { why: "with a role that means nothing", person: { ...ANA, emend_role: ["staff"] } },
    { why: "as an agent", person: { ...ANA, emend_role: "agent" } },
  ])("lets nobody in $why", async ({ person }) => {
    openId.sit(person);
    expect(await endOf("/login/oidc?return_to=/rules")).toBe("/?login=oidc_no_role");
    expect(cookie("emend_session")).toBeUndefined();
    expect(logged()).toContain('"code":"oidc_no_role"');
  });

  it("gives whom the claim names nothing what everybody gets", async () => {
    const open = await serve({ otherwise: "reviewer" });
    openId.sit({ sub: "b-2", preferred_username: "ben" });
    expect(await endOf("/login/oidc", open.browser)).toBe("/");
    const secret = open.browser.cookies.get("localhost")!.get("emend_session")!.value;
    expect(await store.sessions.find(sha256(secret))).toMatchObject({
      session: { principal: { id: `ben (${new URL(openId.issuer).host})`, role: "reviewer" } },
    });
    open.http.context.tail.close();
  });

  it("names nobody by an address that was not verified", async () => {
    openId.sit({ ...ANA, sub: "eve", email_verified: false });
    await endOf("/login/oidc");
    expect(await who()).toMatchObject({ id: `eve (${new URL(openId.issuer).host})` });
  });

  it("says that the person said no", async () => {
    openId.sit("says no");
    expect(await endOf("/login/oidc")).toBe("/?login=oidc_denied");
  });
});

describe("an answer that does not count", () => {
  /** An answer that would count, and what the browser keeps for it. */
  const answered = async (returnTo = "/rules") => {
    openId.sit(ANA);
    const { url } = await browser.visit(`/login/oidc?return_to=${encodeURIComponent(returnTo)}`, isCallback);
    return { path: url.slice(OWN.length), kept: cookie("emend_login")! };
  };
  const bring = async (path: string, kept?: string): Promise<string | null> => {
    const headers = kept === undefined ? undefined : { cookie: `emend_login=${kept}` };
    const response = await http.app.request(path, headers === undefined ? {} : { headers });
    expect(response.status).toBe(303);
    const set = response.headers.getSetCookie();
    expect(set).toContain("emend_login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
    expect(set.some((line) => line.startsWith("emend_session="))).toBe(
      response.headers.get("location")?.includes("login=") === false,
    );
    return response.headers.get("location");
  };

  it("counts once", async () => {
    const { path, kept } = await answered();
    expect(await bring(path, kept)).toBe("/rules");
    expect(await bring(path, kept)).toBe("/?login=oidc_refused");
  });

  interface Brought {
    readonly path: string;
    readonly kept: string;
  }
  it.each<{ why: string; change: (brought: Brought) => Partial<Brought> }>([
    { why: "with another state", change: ({ path }) => ({ path: path.replace(/state=\w/, "state=_") }) },
    { why: "without a state", change: ({ path }) => ({ path: path.replace(/&?state=\w+/, "") }) },
    {
      why: "to a browser whose cookie leads elsewhere",
      change: ({ kept }) => ({ kept: kept.replace("%2Frules", "%2F%2Fevil.example") }),
    },
    {
      why: "to a browser whose cookie ends later",
      change: ({ kept }) => ({ kept: kept.replace(/\.(\d+)\./, ".9$1.") }),
    },
    {
      why: "to a browser whose cookie has another secret",
      change: ({ kept }) => ({ kept: `${"x".repeat(43)}${kept.slice(43)}` }),
    },
    { why: "to a browser whose cookie is empty", change: () => ({ kept: "" }) },
  ])("is one $why", async ({ change }) => {
    const right = await answered();
    const changed = { ...right, ...change(right) };
    expect(changed).not.toEqual(right);
    const asked = openId.asked.length;
    expect(await bring(changed.path, changed.kept)).toBe("/?login=oidc_state");
    expect(openId.asked).toHaveLength(asked);
    // What was made up takes nothing from whoever it was made up for.
    expect(await bring(right.path, right.kept)).toBe("/rules");
  });

  it("is one to a browser that began nothing", async () => {
    const { path } = await answered();
    expect(await bring(path)).toBe("/?login=oidc_state");
  });

  it("is one with a code that was made up", async () => {
    const { path, kept } = await answered();
    expect(await bring(path.replace(/code=[\w-]+/, "code=made-up"), kept)).toBe("/?login=oidc_refused");
  });

  it("is another's, slipped into a browser that began a login of its own", async () => {
    const theirs = await answered();
    const mine = await answered();
    expect(await bring(theirs.path, mine.kept)).toBe("/?login=oidc_state");
  });

  it("comes after 10 minutes", async () => {
    const { path, kept } = await answered();
    time += 600_000;
    expect(await bring(path, kept)).toBe("/?login=oidc_expired");
  });

  it("makes whoever tries many wait, and nobody else", async () => {
    const { path, kept } = await answered();
    const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } });
    const ask = async (address: string, given = "") => {
      const response = await http.app.request(path, { headers: { cookie: given } }, from(address));
      return response.headers.get("location");
    };
    for (let count = 0; count < 10; count += 1) expect(await ask("10.0.0.1")).toBe("/?login=oidc_state");
    expect(await ask("10.0.0.1")).toBe("/?login=too_many_requests");
    expect(await ask("10.0.0.2")).toBe("/?login=oidc_state");
    expect(await ask("10.0.0.1", `emend_login=${kept}`)).toBe("/rules");
  });

  it.each([
    "//evil.example",
    "https://evil.example/x",
    "/\\evil.example",
    "/%09/evil.example",
    "/login/oidc",
  ])("never leads to %s", async (to) => {
    const { path, kept } = await answered(to);
    expect(new URL((await bring(path, kept))!, OWN).origin).toBe(OWN);
    expect(await endOf(`/login/oidc?return_to=${to}`)).toMatch(/^\/(?!login)/);
  });
});

describe("without a provider", () => {
  it("that can be reached, a login leads back to the app, and the log says why", async () => {
    const away = await startOpenIdServer({ redirectUri: `${OWN}${CALLBACK_PATH}` });
    const server = await serve({ issuer: away.issuer });
    openId.sit(ANA);
    away.sit(ANA);
    const { url } = await server.browser.visit("/login/oidc", isCallback);
    await away.stop();
    expect(await endOf(url, server.browser)).toBe("/?login=oidc_unavailable");
    expect(await endOf("/login/oidc", server.browser)).toBe("/?login=oidc_unavailable");
    expect(server.logged()).toContain("could not be reached (ECONNREFUSED); check that it is running");
    server.http.context.tail.close();
  });

  it("that is configured, there is none to log in by", async () => {
    const { app, anybody, context } = await openHttp({ store });
    for (const path of ["/login/oidc", CALLBACK_PATH]) {
      const response = await app.request(path);
      expect(response.headers.get("location")).toBe("/?login=oidc_not_configured");
    }
    expect((await anybody.get("session/methods")).body).toEqual({ token: true, oidc: null });
    context.tail.close();
  });
});

it("the log holds no secret of a login", async () => {
  openId.sit(ANA);
  const { url } = await browser.visit("/login/oidc?return_to=/rules", isCallback);
  const kept = cookie("emend_login")!;
  expect(await endOf(url)).toBe("/rules");
  await browser.visit(`${url}&again`, (each) => each.includes("?login="));
  const { searchParams } = new URL(url);
  expect(logged()).toContain('"route":"finishLogin"');
  for (const secret of [
    searchParams.get("code")!,
    searchParams.get("state")!,
    kept.slice(0, 43),
    cookie("emend_session")!,
    CLIENT_SECRET,
    "ana@corp.example",
  ]) {
    expect(logged()).not.toContain(secret);
  }
});
