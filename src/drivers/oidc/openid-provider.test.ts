import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type HostileProvider,
  PUBLIC_PEM,
  startHostileProvider,
  STRANGE_KEY,
} from "../../../test/hostile-provider.ts";
import { beginLogin } from "../../core/access/pending-login.ts";
import type { IdentityProvider } from "../../ports/access-store.ts";
import { ExternalError } from "../../ports/errors.ts";
import { sha256 } from "../crypto/sha256.ts";
import { createOpenIdProvider, type OpenIdOptions } from "./openid-provider.ts";

const SECRET = "a-secret-of-the-client";
const { login } = beginLogin("s".repeat(43), { returnTo: "/", now: new Date().toISOString(), hash: sha256 });
const DISCOVERY = "/.well-known/openid-configuration";

let hostile: HostileProvider;
beforeEach(async () => {
  hostile = await startHostileProvider("emend");
});
afterEach(() => hostile.stop());

const open = (more: Partial<OpenIdOptions> = {}): IdentityProvider =>
  createOpenIdProvider({
    issuer: hostile.issuer,
    clientId: "emend",
    clientSecret: SECRET,
    redirectUri: "http://localhost/login/oidc/callback",
    claim: "groups",
    ...more,
  });

const described = (more: Readonly<Record<string, unknown>>) => ({
  issuer: hostile.issuer,
  authorization_endpoint: `${hostile.issuer}/authorize`,
  token_endpoint: `${hostile.issuer}/token`,
  jwks_uri: `${hostile.issuer}/keys`,
  response_types_supported: ["code"],
  id_token_signing_alg_values_supported: ["RS256"],
  ...more,
});

/** The token endpoint gives this out. */
const give = (id_token: unknown): void =>
  hostile.answer("/token", { access_token: "of-no-use", token_type: "bearer", id_token });

const finish = async (
  provider: IdentityProvider = open(),
  query: Readonly<Record<string, string>> = { code: "c", state: login.state },
): Promise<string> => {
  try {
    const finished = await provider.finish(login, new URLSearchParams(query));
    return finished.ok
      ? `is ${finished.value.map(({ sub }) => String(sub)).join(", ")}`
      : finished.error.code;
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return error.code;
  }
};

const begin = async (provider: IdentityProvider = open()): Promise<string> => {
  try {
    return await provider.begin(login);
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error;
    return error.code;
  }
};

describe("the beginning of a login", () => {
  it("asks for a code, with proof of who asks", async () => {
    const { pathname, searchParams } = new URL(await begin());
    const { code_challenge: challenge, ...asked } = Object.fromEntries(searchParams);
    expect({ pathname, ...asked }).toEqual({
      pathname: "/authorize",
      client_id: "emend",
      response_type: "code",
      redirect_uri: "http://localhost/login/oidc/callback",
      scope: "openid email profile",
      state: login.state,
      nonce: login.nonce,
      code_challenge_method: "S256",
    });
    expect(challenge).toBe(Buffer.from(sha256(login.verifier), "hex").toString("base64url"));
    expect(searchParams.toString()).not.toContain(login.verifier);
  });

  it("asks for the scope of the role's claim if there is one", async () => {
    hostile.answer(DISCOVERY, described({ scopes_supported: ["openid", "groups"] }));
    expect(new URL(await begin()).searchParams.get("scope")).toBe("openid email profile groups");
    const inner = new URL(await begin(open({ claim: "groups.all" })));
    expect(inner.searchParams.get("scope")).toBe("openid email profile groups");
  });

  it("asks the provider about itself once for all", async () => {
    const provider = open();
    await Promise.all([begin(provider), begin(provider), begin(provider)]);
    await begin(provider);
    expect(hostile.asked).toEqual([`GET ${DISCOVERY}`]);
  });

  it("takes the address of the description for the issuer as well", async () => {
    expect(await begin(open({ issuer: `${hostile.issuer}${DISCOVERY}` }))).toContain("/authorize?");
  });

  it.each<{ why: string; answer: Answer }>([
    { why: "fails", answer: (response) => void response.writeHead(500).end() },
    { why: "hangs up", answer: (response) => void response.destroy() },
    { why: "never answers", answer: () => undefined },
    { why: "never ends", answer: (response) => void response.writeHead(200).write("{") },
    { why: "answers a page", answer: (response) => void response.writeHead(200).end("<html>") },
    {
      why: "answers no JSON",
      answer: (response) => void response.writeHead(200, { "content-type": "application/json" }).end("{"),
    },
    {
      why: "sends us elsewhere",
      answer: (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
    },
    {
      why: "answers without an end",
      answer: (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(`{"issuer":"${"x".repeat(2_000_000)}"}`);
      },
    },
  ])("is put off where the provider $why", async ({ answer }) => {
    hostile.answer(DISCOVERY, answer);
    expect(await begin(open({ timeoutMs: 300 }))).toBe("oidc_unavailable");
  });

  it.each([
    { why: "is another", more: { issuer: "https://other.example" } },
    { why: "has no page", more: { authorization_endpoint: undefined } },
    { why: "names a page without TLS", more: { authorization_endpoint: "http://provider.example/" } },
    { why: "names no page", more: { authorization_endpoint: "javascript:alert(1)" } },
  ])("is put off where the provider $why", async ({ more }) => {
    hostile.answer(DISCOVERY, described(more));
    expect(await begin()).toBe("oidc_unavailable");
  });

  it("succeeds once the provider is back", async () => {
    const provider = open();
    hostile.answer(DISCOVERY, (response) => void response.writeHead(503).end());
    expect(await begin(provider)).toBe("oidc_unavailable");
    hostile.answer(DISCOVERY, described({}));
    expect(await begin(provider)).toContain("/authorize?");
  });

  it("fails if nothing listens there", async () => {
    await hostile.stop();
    const failed = open().begin(login);
    await expect(failed).rejects.toThrow(/^127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)/);
    hostile = await startHostileProvider("emend");
  });
});

describe("the end of a login", () => {
  it("is whom the provider's own signature names", async () => {
    give(hostile.sign({ nonce: login.nonce }));
    expect(await finish()).toBe("is 7");
  });

  it.each([
    { why: "another login's nonce", token: () => hostile.sign({ nonce: sha256("other") }) },
    { why: "no nonce", token: () => hostile.sign({}) },
    { why: "no signature", token: () => hostile.sign({ nonce: login.nonce }, { header: { alg: "none" } }) },
    { why: "a strange key", token: () => hostile.sign({ nonce: login.nonce }, { key: STRANGE_KEY }) },
    {
      why: "a strange key under a strange name",
      token: () => hostile.sign({ nonce: login.nonce }, { key: STRANGE_KEY, header: { kid: "two" } }),
    },
    {
      why: "the public key as a secret",
      token: () => hostile.sign({ nonce: login.nonce }, { key: PUBLIC_PEM, header: { alg: "HS256" } }),
    },
    {
      why: "the client's secret",
      token: () => hostile.sign({ nonce: login.nonce }, { key: SECRET, header: { alg: "HS256" } }),
    },
    {
      why: "a claim that was changed after it was signed",
      token: () => {
        const [head, , signature] = hostile.sign({ nonce: login.nonce }).split(".");
        return `${head}.${hostile.sign({ nonce: login.nonce, sub: "1" }).split(".")[1]}.${signature}`;
      },
    },
    { why: "another client", token: () => hostile.sign({ nonce: login.nonce, aud: "other" }) },
    { why: "two clients", token: () => hostile.sign({ nonce: login.nonce, aud: ["emend", "other"] }) },
    {
      why: "another issuer",
      token: () => hostile.sign({ nonce: login.nonce, iss: "https://other.example" }),
    },
    { why: "a time that is over", token: () => hostile.sign({ nonce: login.nonce, exp: 1_000_000_000 }) },
    { why: "a time to come", token: () => hostile.sign({ nonce: login.nonce, nbf: 9_000_000_000 }) },
    { why: "nobody", token: () => hostile.sign({ nonce: login.nonce, sub: undefined }) },
    { why: "no token", token: () => undefined },
  ])("is refused for $why", async ({ token }) => {
    give(token());
    expect(await finish()).toBe("oidc_refused");
  });

  it("is refused without a signature also where the provider announces that it signs nothing", async () => {
    hostile.answer(DISCOVERY, described({ id_token_signing_alg_values_supported: ["none"] }));
    give(hostile.sign({ nonce: login.nonce }, { header: { alg: "none" } }));
    expect(await finish()).toBe("oidc_refused");
  });

  it.each([
    { why: "another state", query: { code: "c", state: sha256("other") }, code: "oidc_refused" },
    { why: "no state", query: { code: "c" }, code: "oidc_refused" },
    { why: "no code", query: { state: login.state }, code: "oidc_refused" },
    { why: "a no", query: { error: "access_denied", state: login.state }, code: "oidc_denied" },
    { why: "a no to another login", query: { error: "access_denied", state: "x" }, code: "oidc_refused" },
    { why: "an error", query: { error: "invalid_scope", state: login.state }, code: "oidc_refused" },
    {
      why: "trouble",
      query: { error: "temporarily_unavailable", state: login.state },
      code: "oidc_unavailable",
    },
  ])("is $code for $why", async ({ query, code }) => {
    give(hostile.sign({ nonce: login.nonce }));
    expect(await finish(open(), query as Record<string, string>)).toBe(code);
    expect(hostile.asked).not.toContain("POST /token");
  });

  it("asks nothing but the provider's description of those who made up an answer", async () => {
    const provider = open();
    for (let count = 0; count < 3; count += 1) await finish(provider, { code: "c", state: "x" });
    expect(hostile.asked).toEqual([`GET ${DISCOVERY}`]);
  });

  it("repeats no words of strangers", async () => {
    const query = new URLSearchParams({ error: "<b>\u001b[31m", error_description: "x", state: login.state });
    expect(await open().finish(login, query)).toEqual({
      ok: false,
      error: { code: "oidc_refused", reason: `${new URL(hostile.issuer).host} answered an unknown error` },
    });
  });

  it.each([
    { why: "an error", status: 400, body: { error: "invalid_grant" }, code: "oidc_refused" },
    { why: "trouble", status: 500, body: { oh: "no" }, code: "oidc_unavailable" },
    { why: "nothing", status: 404, body: {}, code: "oidc_unavailable" },
  ])("is $code where the code is answered with $why", async ({ status, body, code }) => {
    hostile.answer("/token", (response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    expect(await finish()).toBe(code);
  });

  it("is put off where the provider gives out what is no token at all", async () => {
    give("x.y.z");
    expect(await finish()).toBe("oidc_unavailable");
  });

  it("is put off where the code is never answered, or the keys are not", async () => {
    hostile.answer("/token", () => undefined);
    expect(await finish(open({ timeoutMs: 300 }))).toBe("oidc_unavailable");
    give(hostile.sign({ nonce: login.nonce }));
    hostile.answer("/keys", () => undefined);
    expect(await finish(open({ timeoutMs: 300 }))).toBe("oidc_unavailable");
  });

  it("asks the provider about itself anew after it was away", async () => {
    const provider = open();
    expect(await finish(provider)).toBe("oidc_unavailable");
    hostile.answer(DISCOVERY, described({ token_endpoint: `${hostile.issuer}/moved` }));
    hostile.answer("/moved", {
      access_token: "of-no-use",
      token_type: "bearer",
      id_token: hostile.sign({ nonce: login.nonce }),
    });
    expect(await finish(provider)).toBe("is 7");
  });

  it("sends no code and no secret without TLS", async () => {
    hostile.answer(DISCOVERY, described({ token_endpoint: "http://provider.example/token" }));
    const query = new URLSearchParams({ code: "c", state: login.state });
    await expect(open().finish(login, query)).rejects.toThrow("uses an address that is not https://");
  });

  it.each([
    { why: "the standard's way", methods: undefined, basic: true },
    { why: "in the header", methods: ["client_secret_post", "client_secret_basic"], basic: true },
    { why: "in the body", methods: ["client_secret_post"], basic: false },
  ])("shows the client's secret $why", async ({ methods, basic }) => {
    hostile.answer(DISCOVERY, described({ token_endpoint_auth_methods_supported: methods }));
    let seen = { header: false, body: false, verifier: false };
    hostile.answer("/token", (response, request) => {
      const body = new URLSearchParams(request.sent);
      seen = {
        header: request.headers.authorization !== undefined,
        body: body.get("client_secret") === SECRET,
        verifier: body.get("code_verifier") === login.verifier,
      };
      response.writeHead(400).end();
    });
    await finish();
    expect(seen).toEqual({ header: basic, body: !basic, verifier: true });
  });

  it("shows none if there is none", async () => {
    let sent = "";
    hostile.answer("/token", (response, request) => {
      sent = `${request.headers.authorization ?? ""}${request.sent}`;
      response.writeHead(400).end();
    });
    const { clientSecret: _secret, ...without } = { clientSecret: SECRET, issuer: hostile.issuer };
    const provider = createOpenIdProvider({
      ...without,
      clientId: "emend",
      redirectUri: "http://localhost/login/oidc/callback",
      claim: "groups",
    });
    await finish(provider);
    expect(new URLSearchParams(sent).get("client_id")).toBe("emend");
    expect(sent).not.toMatch(/secret|Basic/);
  });

  it("takes what else the provider knows, of the same person alone", async () => {
    hostile.answer(DISCOVERY, described({ userinfo_endpoint: `${hostile.issuer}/userinfo` }));
    give(hostile.sign({ nonce: login.nonce }));
    hostile.answer("/userinfo", { sub: "7", email: "ana@corp.example" });
    expect(await finish()).toBe("is 7, 7");
    hostile.answer("/userinfo", { sub: "8", email: "ben@corp.example" });
    expect(await finish()).toBe("oidc_refused");
  });
});
