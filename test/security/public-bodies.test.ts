import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { verifySignature } from "../../src/core/github/verify-signature.ts";
import { createHmacSha256 } from "../../src/drivers/crypto/hmac-sha256.ts";
import { type LoginSetup, openLogins } from "./login-setup.ts";

let setup: LoginSetup;
beforeEach(async () => {
  const macs = [createHmacSha256("secret")];
  setup = await openLogins({
    github: { verify: (body, signature) => verifySignature(body, signature, macs), agents: {} },
  });
});
afterEach(() => setup.http.close());

const KIB = 1_024;

const ask = async (path: string, body: string, headers: Record<string, string>) => {
  const response = await setup.http.app.request(path, { method: "POST", headers, body });
  const text = await response.text();
  return { status: response.status, text };
};

it("15.14 a login body above 8 KiB is refused before it is parsed", async () => {
  const json = { "content-type": "application/json" };
  const large = JSON.stringify({ token: "x", pad: "x".repeat(8 * KIB) });
  const refused = await ask("/api/v1/session", large, json);
  expect(refused.status).toBe(413);
  expect(refused.text).toContain("8192");
  expect((await ask("/api/v1/session", JSON.stringify({ token: "x" }), json)).status).toBe(401);
});

it("15.14 a login form above 8 KiB is refused", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  expect((await ask("/login", `link=${"x".repeat(8 * KIB)}`, form)).status).toBe(413);
});

it("15.14 a delivery whose signature cannot be one is refused before its body is read", async () => {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      if (pulled > 64) controller.close();
      else controller.enqueue(randomBytes(64 * KIB));
    },
  });
  const response = await setup.http.app.request("/webhooks/github", {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": "sha256=nonsense" },
    body,
    duplex: "half",
  });
  expect(response.status).toBe(401);
  expect(await response.text()).toContain('"signature_malformed"');
  expect(pulled).toBeLessThan(3);
});
