import { afterEach, beforeEach, expect, it } from "vitest";
import { from, type LoginSetup, openLogins } from "./login-setup.ts";

let setup: LoginSetup;
beforeEach(async () => {
  setup = await openLogins();
});
afterEach(() => setup.http.close());

const visit = (path: string, method = "GET") => setup.http.app.request(path, { method }, from("10.0.0.1"));

const press = (body: string, headers: Record<string, string> = {}) =>
  setup.http.app.request(
    "/login",
    { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded", ...headers }, body },
    from("10.0.0.1"),
  );

it.each(["HEAD", "GET"])("15.14 %s does not use a login link up", async (method) => {
  const link = await setup.link();
  for (let count = 0; count < 3; count += 1) {
    const seen = await visit(`/login?link=${link}`, method);
    expect(seen.status).toBe(200);
    expect(seen.headers.getSetCookie()).toEqual([]);
    expect(seen.headers.get("cache-control")).toBe("no-store");
    expect(seen.headers.get("referrer-policy")).toBe("no-referrer");
  }
  const entered = await press(`link=${link}`);
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
  expect(entered.headers.get("set-cookie")).toMatch(/^emend_session=/);
  expect((await press(`link=${link}`)).headers.get("location")).toBe("/?login=unknown_link");
});

it("15.14 the page has one button, needs no script and repeats only what looks like a link", async () => {
  const link = await setup.link();
  const page = await (await visit(`/login?link=${link}`)).text();
  expect(page).toContain(`<input type="hidden" name="link" value="${link}"`);
  expect(page.match(/<button/g)).toHaveLength(1);
  expect(page).not.toMatch(/<script|style=/);
  const bad = await visit(`/login?link=${encodeURIComponent('"><script>x</script>')}`);
  expect([bad.status, bad.headers.get("location")]).toEqual([303, "/?login=unknown_link"]);
});

it.each<Record<string, string>>([
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
])("15.14 a form of another site logs nobody in: %o", async (headers) => {
  const link = await setup.link();
  const refused = await press(`link=${link}`, headers);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain('"csrf_refused"');
  expect((await press(`link=${link}`, { "sec-fetch-site": "same-origin", origin: "null" })).status).toBe(303);
});
