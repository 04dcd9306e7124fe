import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openAccess } from "../../src/app/access/open-access.ts";
import { createProviderLogin } from "../../src/app/access/provider-login.ts";
import { parseRoleGrants } from "../../src/core/access/person-of.ts";
import { randomText } from "../../src/drivers/crypto/random-text.ts";
import { sha256 } from "../../src/drivers/crypto/sha256.ts";
import { createOpenIdProvider } from "../../src/drivers/oidc/openid-provider.ts";
import { CALLBACK_PATH } from "../../src/http/provider-pages.ts";
import { type Browser, createBrowser } from "../browser.ts";
import { openTestStore } from "../open-test-store.ts";
import { CLIENT_ID, CLIENT_SECRET, type OpenIdServer, startOpenIdServer } from "../openid-server.ts";
import { openQuorumDesk, type QuorumDesk } from "./quorum-desk.ts";

const OWN = "http://localhost";
const redirectUri = `${OWN}${CALLBACK_PATH}`;
const approver = (sub: string, email: string) => ({
  sub,
  email,
  email_verified: true,
  emend_role: "approver",
});

let openId: OpenIdServer;
beforeAll(async () => {
  openId = await startOpenIdServer({ redirectUri });
});
afterAll(() => openId.stop());

let desk: QuorumDesk;
beforeEach(async () => {
  const store = await openTestStore();
  const now = (): string => new Date().toISOString();
  const access = openAccess({ store, random: randomText, hash: sha256, now });
  const grants = parseRoleGrants({ claim: "emend_role", entries: [], otherwise: "none" });
  if (!grants.ok) throw new Error(grants.error.message);
  const provider = createOpenIdProvider({
    issuer: openId.issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUri,
    claim: "emend_role",
  });
  const { openSession, recordLogin } = access;
  const parts = { provider, grants: grants.value, openSession, recordLogin };
  const providerLogin = createProviderLogin({ ...parts, random: randomText, hash: sha256, now });
  desk = await openQuorumDesk({ store, providerLogin });
});
afterEach(() => desk.http.close());

/** Where a login by the provider leads, and a browser that is logged in where it succeeds. */
async function logIn(who: ReturnType<typeof approver>): Promise<{ browser: Browser; landed: string }> {
  openId.sit(who);
  const browser = createBrowser(OWN, (path, headers) => desk.http.app.request(path, { headers }));
  const { way } = await browser.visit(`${OWN}/login/oidc`);
  return { browser, landed: way.at(-1) ?? "" };
}

/** Does something as whoever is logged in. */
async function ask(
  browser: Browser,
  path: string,
  body: unknown,
): Promise<{ status: number; code?: string }> {
  const kept = [...(browser.cookies.get("localhost") ?? [])];
  const cookie = kept.map(([name, { value }]) => `${name}=${value}`).join("; ");
  const session = await desk.http.app.request("/api/v1/session", { headers: { cookie } });
  const { csrf } = (await session.json()) as { csrf: string };
  const response = await desk.http.app.request(`/api/v1/${path}`, {
    method: "POST",
    headers: { cookie, "x-emend-csrf": csrf, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as object), status: response.status };
}

describe("one human is no quorum: logins by a provider", () => {
  it("15.10 a subject that is renamed at the provider stays one approver", async () => {
    const id = await desk.propose(desk.writer);
    const before = await logIn(approver("s-1", "ana@corp.example"));
    expect(await ask(before.browser, `proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 200,
    });
    const after = await logIn(approver("s-1", "ana.lee@corp.example"));
    expect(await ask(after.browser, `proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 409,
      code: "already_approved_by_you",
    });
  });

  it("15.10 a token and a login by the provider become one approver by proof", async () => {
    const { body } = await desk.root.post("tokens", { name: "ana", role: "approver" });
    const id = await desk.propose(desk.writer);
    const { browser } = await logIn(approver("s-1", "ana@corp.example"));
    await ask(browser, `proposals/${id}/approve`, { version: 1 });
    expect(await ask(browser, "people/link-mine", { token: body.text })).toMatchObject({ status: 200 });
    const refused = await desk.http.anybody.post(
      `proposals/${id}/approve`,
      { version: 1 },
      { authorization: `Bearer ${body.text}` },
    );
    expect(refused.body.code).toBe("already_approved_by_you");
    expect(await ask(browser, "people/link-mine", { token: "emd_nothing" })).toMatchObject({ status: 401 });
  });

  it("15.10 a login under a name that looks like another person's is refused until it is linked", async () => {
    await desk.issue("ana@corp.example", "approver");
    const { landed } = await logIn(approver("s-2", "ana@соrp.example"));
    expect(landed).toContain("login=oidc_name_taken");
    const login = `oidc:${openId.issuer} s-2`;
    await desk.root.post("people/link", { person: "ana@corp.example", login });
    expect((await logIn(approver("s-2", "ana@соrp.example"))).landed).not.toContain("oidc_name_taken");
  });

  it("15.10 an erased subject that comes back under a new name does not approve", async () => {
    const id = await desk.propose(desk.writer);
    const before = await logIn(approver("s-1", "ana@corp.example"));
    await ask(before.browser, `proposals/${id}/approve`, { version: 1 });
    await desk.http.context.store.feedback.erasePerson("ana@corp.example", "root");
    const after = await logIn(approver("s-1", "new.name@corp.example"));
    expect(await ask(after.browser, `proposals/${id}/approve`, { version: 1 })).toMatchObject({
      status: 403,
      code: "login_erased",
    });
  });
});
