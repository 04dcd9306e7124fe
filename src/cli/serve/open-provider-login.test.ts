import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { startHostileProvider } from "../../../test/hostile-provider.ts";
import { openTestStore } from "../../../test/open-test-store.ts";
import { openAccess } from "../../app/access/open-access.ts";
import { randomText } from "../../drivers/crypto/random-text.ts";
import { sha256 } from "../../drivers/crypto/sha256.ts";
import { CliError } from "../cli-error.ts";
import type { CliIo } from "../cli-io.ts";
import { loadConfig } from "../open/config-of.ts";
import { oidcSettings, openProviderLogin } from "./open-provider-login.ts";

const ioOf = (env: Readonly<Record<string, string>>): CliIo => ({
  stdin: Readable.from([]),
  stdout: new PassThrough(),
  stderr: new PassThrough(),
  env,
  cwd: "/",
  now: () => new Date(),
});
const settingsOf = async (env: Readonly<Record<string, string>>) =>
  oidcSettings((await loadConfig(ioOf(env))).config);

const SET = { EMEND_OIDC_ISSUER: "https://id.example", EMEND_OIDC_CLIENT_ID: "emend" };

describe("the provider that is configured", () => {
  it("is none where nothing is set", async () => {
    expect(await settingsOf({})).toBeUndefined();
  });

  it.each([
    { why: "https", issuer: "https://id.example/realms/a" },
    { why: "this machine", issuer: "http://127.0.0.1:8080" },
    { why: "this machine", issuer: "http://localhost:8080" },
    { why: "this machine", issuer: "http://[::1]:8080" },
  ])("is at $issuer: $why", async ({ issuer }) => {
    expect(await settingsOf({ ...SET, EMEND_OIDC_ISSUER: issuer })).toMatchObject({ issuer });
  });

  it.each<{ why: string; env: Readonly<Record<string, string>>; code: string }>([
    { why: "no client", env: { EMEND_OIDC_ISSUER: "https://id.example" }, code: "oidc_incomplete" },
    { why: "no issuer", env: { EMEND_OIDC_CLIENT_ID: "emend" }, code: "oidc_incomplete" },
    {
      why: "no TLS",
      env: { ...SET, EMEND_OIDC_ISSUER: "http://id.example" },
      code: "oidc_issuer_insecure",
    },
    {
      why: "a name that begins like this machine",
      env: { ...SET, EMEND_OIDC_ISSUER: "http://127.0.0.1.evil.example" },
      code: "oidc_issuer_insecure",
    },
    { why: "a blank secret", env: { ...SET, EMEND_OIDC_CLIENT_SECRET: " " }, code: "oidc_secret_empty" },
    {
      why: "a role that there is not",
      env: { ...SET, EMEND_OIDC_ROLES: "a=root" },
      code: "invalid_role_grant",
    },
    { why: "a role for agents", env: { EMEND_OIDC_ROLES: "a=agent" }, code: "invalid_role_grant" },
  ])("is refused for $why", async ({ env, code }) => {
    const failed = await settingsOf(env).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(CliError);
    expect(failed).toMatchObject({ code, exitCode: 2 });
  });

  it("is asked with the address that browsers know", async () => {
    const provider = await startHostileProvider("emend");
    const store = await openTestStore();
    const io = ioOf({ ...SET, EMEND_OIDC_ISSUER: provider.issuer, EMEND_OIDC_CLIENT_SECRET: "a secret" });
    const own = { random: randomText, hash: sha256, now: () => new Date().toISOString() };
    const access = openAccess({ store, ...own });
    const settings = oidcSettings((await loadConfig(io)).config)!;
    const login = await openProviderLogin(settings, { io, url: "https://emend.example", access, ...own });
    const { address } = await login.begin("/rules");
    expect(address).toMatch(new RegExp(`^${provider.issuer}/authorize\\?`));
    expect(new URL(address).searchParams.get("redirect_uri")).toBe(
      "https://emend.example/login/oidc/callback",
    );
    await store.close();
    await provider.stop();
  });
});
