import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot } from "./open-desk.ts";
import { openSettingsDesk, type SettingsDesk } from "./open-settings-desk.ts";

let opened: SettingsDesk;
let desk: Desk;
beforeAll(async () => {
  opened = await openSettingsDesk();
  ({ desk } = opened);
}, 120_000);
afterAll(() => opened?.close());

describe("people and their logins", () => {
  it("15.10 an administrator links a login to a person and unlinks it", async () => {
    const { page, open, close } = await desk.as("admin", "mo");
    await open("/settings?tab=people");
    await page.getByRole("button", { name: "Link a login to mo" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Login").fill("token:nobody");
    await dialog.getByRole("button", { name: "Link" }).click();
    await dialog.getByRole("alert").filter({ hasText: "expected a login such as" }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel("Login").fill("github:mo-dev");
    await dialog.getByRole("button", { name: "Link" }).click();
    await page.getByText("github:mo-dev").waitFor();
    await expectAccessible(page);
    await keepShot(page, "settings-people-linked");
    const people = desk.http.context.store.people;
    expect((await people.read()).nameOf("github:mo-dev")).toBe("mo");
    await page.getByRole("button", { name: "Unlink github:mo-dev from mo" }).click();
    await expect.poll(() => page.getByText("github:mo-dev").count()).toBe(0);
    await close();
  });

  it("15.10 a person links another token of theirs by showing it", async () => {
    const made = await desk.http.context.access.issueToken({ name: "cleo 2", role: "reviewer" }, "root");
    if (!made.ok) throw new Error(made.error.message);
    const { page, open, close } = await desk.as("reviewer", "cleo");
    await open("/settings?tab=me");
    await page.getByLabel("Your other token").fill(made.value.text);
    await page.getByRole("button", { name: "Link" }).click();
    await page.getByText("Linked. You are cleo").waitFor();
    expect((await desk.http.context.store.people.read()).nameOf("cleo 2")).toBe("cleo");
    await expectAccessible(page);
    await keepShot(page, "settings-link-own");
    await close();
  });
});
