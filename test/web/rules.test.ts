import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectWhole } from "./expect-whole.ts";
import { type Desk, keepShot, openDesk, settled } from "./open-desk.ts";
import { type RuleNames, seedRules } from "./seed-rules.ts";

let desk: Desk;
let rules: RuleNames;
beforeAll(async () => {
  desk = await openDesk({ empty: true });
}, 120_000);
afterAll(() => desk?.close());

describe("rules", () => {
  it("explains how rules are made if there is none", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/rules");
    expect(await page.getByText("No rules in force yet.").isVisible()).toBe(true);
    await expectWhole(page);
    await close();
    rules = await seedRules(desk.http.context.store);
  });

  it("lists by state with each effect drawn, and is read by key", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/rules");
    const states = page.getByRole("heading", { level: 2 });
    await page.getByRole("navigation", { name: "State" }).getByText("Flagged").waitFor();
    expect(await states.allTextContents()).toEqual(
      expect.arrayContaining(["Flagged", "Stabilising", "Active", "Retired"]),
    );
    await page.getByRole("img", { name: /^−92 percent, from −100 to −60; 23 of 120 → 2 of 132/ }).waitFor();
    await page.getByText("needs 10 runs").waitFor();
    await page.getByText(/^needs \d+ more decisions/).waitFor();
    await expectWhole(page);
    await keepShot(page, "rules");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.locator("[aria-current=true] a", { hasText: "Bring the test" }).waitFor();
    await page
      .getByRole("heading", { name: "Bring the test that failed before the fix.", level: 2 })
      .waitFor();
    await page.keyboard.press("c");
    await page.waitForURL("**/rules?compact=yes");
    await expectWhole(page);
    await keepShot(page, "rules-compact");
    await page.getByRole("link", { name: /^Flagged/ }).click();
    await page.waitForURL(/state=flagged/);
    await page.keyboard.press("j");
    expect(await page.getByRole("listitem").filter({ hasText: "Bring the test" }).count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/rules/${rules["flagged"]}`);
    await settled(page);
    await page.getByRole("heading", { name: "Keep functions short", level: 1 }).waitFor();
    await page.keyboard.press("u");
    await page.waitForURL("**/rules");
    await close();
  });

  it("is whole in the dark and on a phone", async () => {
    const dark = await desk.as("approver", "cleo", { scheme: "dark" });
    await dark.open("/rules");
    await expectWhole(dark.page);
    await keepShot(dark.page, "rules-dark");
    await dark.open(`/rules/${rules["helping"]}`);
    await expectWhole(dark.page);
    await keepShot(dark.page, "rule-dark");
    await dark.close();
    const phone = await desk.as("approver", "cleo", { width: 360, height: 780 });
    for (const [path, name] of [
      ["/rules", "rules-360"],
      ["/rules?compact=yes", "rules-compact-360"],
      [`/rules/${rules["helping"]}`, "rule-360"],
    ] as const) {
      await phone.open(path);
      await expectWhole(phone.page);
      expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(360);
      await keepShot(phone.page, name);
    }
    await phone.close();
  });

  it("shows one with its effect in full, its versions as a diff, its evidence and the prompt that holds it", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/rules/${rules["helping"]}`);
    await page.getByRole("img", { name: /how often the mistake comes back: −92 percent/ }).waitFor();
    await page
      .getByText("Its mistake came up 23 times in 120 runs before it, without the 3 that led to it,")
      .waitFor();
    expect(await page.locator("del").first().textContent()).toBe("integers.");
    expect(await page.locator("ins").first().textContent()).toBe("whole cents.");
    await page.getByRole("link", { name: "All feedback" }).waitFor();
    await page
      .getByRole("region", { name: "Prompt of rio" })
      .getByText("- Write amounts of money as whole cents.")
      .waitFor();
    const tables = page.getByText("As a table");
    for (const table of await tables.all()) await table.click();
    await expectWhole(page);
    for (const table of await tables.all()) await table.click();
    await keepShot(page, "rule");
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog", { name: "Roll back to an earlier version?" });
    await dialog.getByLabel("Reason").fill("Cents confuse accounts in yen.");
    await expectWhole(page);
    await keepShot(page, "rule-roll-back");
    await dialog.getByRole("button", { name: "Propose version 1 again" }).click();
    await page.getByText("Change waiting for approval, version 3").waitFor();
    await page.getByText("Version 3 rolled back to").waitFor();
    await close();
  });

  it("does nothing over what somebody else changed meanwhile, keeps what was typed, and then does", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/rules/${rules["flagged"]}`);
    await page.keyboard.press("y");
    const dialog = page.getByRole("dialog", { name: "Keep this rule?" });
    await dialog.getByLabel("Reason").fill("The model changed last week.");
    const ben = desk.http.as("approver", { name: "ben" });
    const modified = await ben.post(`proposals/${rules["flagged"]}/modify`, {
      version: 1,
      text: "Split a function that does two things.",
    });
    expect(modified.status).toBe(200);
    await page.getByText("Change waiting for approval, version 2").waitFor();
    await dialog.getByRole("button", { name: "Keep", exact: true }).click();
    await dialog.getByRole("alert").getByText("Somebody changed this rule").waitFor();
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("The model changed last week.");
    await expectWhole(page);
    await dialog.getByRole("button", { name: "Keep", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Keep", exact: true }).waitFor({ state: "detached" });
    await close();
  });

  it("puts in what changed elsewhere only when asked, and what one did oneself at once", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/rules");
    await page.getByText("Live", { exact: true }).waitFor();
    const ben = desk.http.as("approver", { name: "ben" });
    expect((await ben.post(`rules/${rules["drafts"]}/retire`, { reason: "support is gone" })).status).toBe(
      200,
    );
    const retired = page.getByRole("region", { name: "Retired" });
    const waiting = page.getByRole("button", { name: "Rules have changed. Update" });
    await waiting.waitFor();
    expect(await retired.getByText("Never promise a customer a date.").count()).toBe(0);
    await waiting.click();
    await retired.getByText("Never promise a customer a date.").waitFor();
    await page
      .getByRole("listitem")
      .filter({ hasText: "Let a failure reach" })
      .click({ position: { x: 8, y: 8 } });
    await page.getByRole("button", { name: "Retire" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("The linter says it now.");
    await dialog.getByRole("button", { name: "Retire" }).click();
    await retired.getByText("Let a failure reach the caller").waitFor();
    await close();
  });

  it("offers a reviewer nothing that only an approver may, and says so", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/rules/${rules["clear"]}`);
    await page.getByText("Only approvers can modify, retire").waitFor();
    expect(await page.getByRole("button", { name: "Retire" }).count()).toBe(0);
    await open(`/rules/ru_${"0".repeat(32)}`);
    await page.getByRole("alert").waitFor();
    await expectWhole(page);
    await close();
  });
});
