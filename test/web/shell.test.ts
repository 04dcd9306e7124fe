import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

describe("the desk", () => {
  it("asks who is not logged in for a token, and keeps the place they wanted", async () => {
    const context = await desk.browser.newContext();
    const page = await context.newPage();
    const made = await desk.http.context.access.issueToken({ name: "dora", role: "approver" }, "test");
    if (!made.ok) throw new Error(made.error.message);
    await page.goto(`${desk.url}/rules`);
    await page.getByLabel("Your token").fill("emd_nonsense");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("alert").waitFor();
    await expectAccessible(page);
    await keepShot(page, "login");
    await page.getByLabel("Your token").fill(made.value.text);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/rules");
    await context.close();
  });

  it("goes everywhere by key, finds by name, and says which keys there are", async () => {
    const { page, open, close } = await desk.as("admin", "ana");
    await open("/inbox");
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByRole("heading", { name: "Agents", level: 1 }).waitFor();
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("prop");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/proposals");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys and marks" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await settled(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await close();
  });
});
