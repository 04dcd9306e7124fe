import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AccessProblem } from "../../src/core/access/access-problem.ts";
import type { ProviderPageCode } from "../../src/http/provider-pages.ts";
import { loginReason } from "../../web/src/login/login-reasons.ts";
import type { OpenIdServer } from "../openid-server.ts";
import { TEST_SECRET, type WebhookServer } from "../webhook-server.ts";
import { lookOver } from "./look-over.ts";
import { type Desk, expectAccessible, keepShot, settled } from "./open-desk.ts";
import { openSettingsDesk, type SettingsDesk } from "./open-settings-desk.ts";

let opened: SettingsDesk;
let desk: Desk;
let openId: OpenIdServer;
let chat: WebhookServer;

beforeAll(async () => {
  opened = await openSettingsDesk();
  ({ desk, openId, chat } = opened);
}, 120_000);
afterAll(() => opened?.close());

const title = (page: Page, name: string | RegExp) => page.getByRole("heading", { name, level: 1 }).waitFor();

describe("settings", () => {
  it.each(["people", "gates", "thresholds", "integrations", "me"])("shows %s", async (tab) => {
    expect(await lookOver(desk, `/settings?tab=${tab}`, `settings-${tab}`)).toEqual([]);
  });

  it("shows on a phone which part one is at", async () => {
    const { page, open, close } = await desk.as("admin", "mo", { width: 360, height: 740 });
    await open("/settings?tab=integrations");
    const place = await page.getByRole("link", { name: "Integrations" }).boundingBox();
    expect(place!.x + place!.width).toBeLessThan(360);
    await keepShot(page, "settings-integrations-360");
    await close();
  });

  it("makes a token that is shown once and counts, and revokes it", async () => {
    const { page, open, close } = await desk.as("admin", "mo");
    await open("/settings");
    await title(page, "People and tokens");
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("emend");
    await dialog.getByRole("radio", { name: /^agent/ }).check();
    await dialog.getByLabel("Agent", { exact: true }).fill("rio");
    await dialog.getByLabel("Valid for (days)").fill("30");
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByRole("alert").filter({ hasText: "another name" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "settings-new-token");
    await dialog.getByLabel("Name", { exact: true }).fill("rio on ci");
    await dialog.getByRole("button", { name: "Create" }).click();
    const text = await page.getByRole("textbox", { name: "Token" }).inputValue();
    await expectAccessible(page);
    await keepShot(page, "settings-token-made");
    const asked = () =>
      desk.http.app.request("/api/v1/session", { headers: { authorization: `Bearer ${text}` } });
    expect((await asked()).status).toBe(200);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke the token of rio on ci" }).click();
    await page.getByRole("dialog", { name: "Revoke the token of rio on ci?" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Revoke", exact: true }).last().click();
    await expect.poll(() => page.getByText("rio on ci").count()).toBe(0);
    expect((await asked()).status).toBe(401);
    await page.getByRole("checkbox", { name: /expired or revoked/ }).check();
    await page.getByText("revoked by mo").first().waitFor();
    await expectAccessible(page);
    await close();
  });

  it("shows the settings and how to change them, and sends webhooks a signed test", async () => {
    const { page, open, close } = await desk.as("admin", "mo");
    await open("/settings?tab=thresholds");
    await page.getByText("default 2").first().waitFor();
    await page.getByRole("link", { name: "alerts.drop_points" }).click();
    await page.getByLabel("In emend.yaml").getByText("drop_points: 15").waitFor();
    await page.getByRole("link", { name: "Integrations" }).click();
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText("1 of 2 accepted it.").waitFor();
    expect(chat.received.map(({ read }) => read.type)).toEqual(["emend.test"]);
    expect(chat.violations).toEqual([]);
    expect(await page.getByLabel("Address for GitHub's webhook").inputValue()).toBe(
      `${desk.url}/webhooks/github`,
    );
    expect(await page.content()).not.toContain(TEST_SECRET);
    await expectAccessible(page);
    await keepShot(page, "settings-webhooks-tested");
    await close();
  });

  it("is for a reviewer what is theirs: the look, and the way out", async () => {
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/settings");
    await title(page, "My login");
    await page.getByRole("radio", { name: "dark", exact: true }).check();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await page.getByRole("link", { name: "People and tokens" }).click();
    await page.getByText("Only administrators can manage tokens.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "My login" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Your token").waitFor();
    await close();
  });
});

/** Every code that the server leads to the app with; the compiler says when one is missing. */
const LOGIN_CODES = Object.keys({
  malformed_token: true,
  unknown_token: true,
  token_expired: true,
  token_revoked: true,
  session_expired: true,
  unknown_link: true,
  link_expired: true,
  too_many_requests: true,
  oidc_state: true,
  oidc_expired: true,
  oidc_denied: true,
  oidc_refused: true,
  oidc_no_name: true,
  oidc_no_role: true,
  oidc_name_taken: true,
  people_busy: true,
  oidc_unavailable: true,
  oidc_not_configured: true,
} satisfies Record<AccessProblem["code"] | ProviderPageCode | "too_many_requests", true>);

describe("login by a provider", () => {
  it("has a sentence of its own for every reason", () => {
    const told = LOGIN_CODES.map((code) => loginReason(code));
    expect(new Set([...told, loginReason("something new")]).size).toBe(LOGIN_CODES.length + 1);
    expect(loginReason(null)).toBeUndefined();
  });

  it("leads over the provider to the place that was wanted", async () => {
    openId.sit({ sub: "a-1", email: "ana@corp.example", email_verified: true, emend_role: "approver" });
    const context = await desk.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${desk.url}/audit?action=rule.approved`);
    await page.getByRole("link", { name: "Log in with 127.0.0.1" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "login-provider");
    await page.getByRole("link", { name: "Log in with 127.0.0.1" }).click();
    await title(page, "Audit");
    expect(new URL(page.url()).search).toBe("?action=rule.approved");
    await settled(page);
    await context.close();
  });

  it.each([
    ["who says no", "says no" as const, "The provider denied the login"],
    ["whom it gives no role", { sub: "b-1", preferred_username: "ben" }, "have no role here"],
  ])("says why to somebody %s", async (_who, person, told) => {
    openId.sit(person);
    const context = await desk.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${desk.url}/login/oidc`);
    await page.getByRole("alert").filter({ hasText: told }).waitFor();
    expect(new URL(page.url()).searchParams.has("login")).toBe(false);
    await expectAccessible(page);
    await context.close();
  });
});
