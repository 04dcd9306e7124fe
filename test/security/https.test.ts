import { afterEach, describe, expect, it } from "vitest";
import { type LoginSetup, openLogins } from "./login-setup.ts";

let setup: LoginSetup;
afterEach(() => setup.http.close());

async function cookieAt(publicUrl: string): Promise<string> {
  setup = await openLogins({ publicUrl });
  const { text } = await setup.issue();
  const { headers } = await setup.http.anybody.post("session", { token: text });
  expect(headers.getSetCookie()).toHaveLength(1);
  return headers.getSetCookie()[0]!;
}

describe("under https", () => {
  it("15.14 the session cookie is bound to this host and to TLS", async () => {
    const line = await cookieAt("https://emend.example");
    expect(line.replace(/=[\w-]{43};/, "=…;")).toBe(
      "__Host-emend_session=…; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    const cookie = line.split(";")[0]!;
    expect((await setup.http.anybody.get("session", { cookie })).status).toBe(200);
  });

  it("15.14 a cookie under the plain name, which a neighbour can set, logs nobody in", async () => {
    const cookie = (await cookieAt("https://emend.example")).split(";")[0]!;
    const plain = cookie.replace("__Host-", "");
    expect((await setup.http.anybody.get("session", { cookie: plain })).body.code).toBe("login_required");
  });

  it("15.14 every answer tells browsers to stay with https", async () => {
    await cookieAt("https://emend.example");
    for (const path of ["/healthz", "/api/v1/rules", "/docs", "/nowhere"]) {
      const { headers } = await setup.http.app.request(path);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
  });
});

it("15.14 under http there is neither, since browsers would keep no such cookie", async () => {
  expect(await cookieAt("http://localhost")).toMatch(/^emend_session=/);
  const { headers } = await setup.http.app.request("/healthz");
  expect(headers.get("strict-transport-security")).toBeNull();
});
