import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

const propose = async (text: string): Promise<string> =>
  (await desk.http.as("approver", { name: "cleo" }).post("proposals", { text, scope: { agents: ["rio"] } }))
    .body.rule_id as string;
const dialog = (page: Page) => page.getByRole("dialog");
const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await settled(page);
};

/** Logs in as somebody else in the same tab. */
async function logInAs(page: Page, name: string): Promise<void> {
  const made = await desk.http.context.access.issueToken({ name, role: "approver" }, "test");
  if (!made.ok) throw new Error(made.error.message);
  await page.getByLabel("Your token").fill(made.value.text);
  await page.getByRole("button", { name: "Log in" }).click();
  await settled(page);
}

describe("what somebody is typing", () => {
  it("15.21 survives a reload when work is rejected in the inbox, and is gone once it was sent", async () => {
    const { submissions } = desk.http.context.store;
    const id = await handIn(submissions, {
      agent: "rio",
      gate: "Before merge",
      title: "A draft of a rejection",
      output: "x",
    });
    const { page, open, close } = await desk.as("reviewer", "ana");
    await holdUndoTime(page);
    const ask = async (): Promise<void> => {
      await page.getByLabel("Filter submissions").fill("draft of a rejection");
      await page.keyboard.press("Enter");
      await page.locator("[data-row]").filter({ hasText: "A draft of a rejection" }).waitFor();
      await page.keyboard.press("r");
      await dialog(page).waitFor();
    };
    await open("/inbox");
    await ask();
    await dialog(page).getByRole("textbox").fill("Rename it to charge.");
    await dialog(page).getByLabel("missing_tests").check();
    await reload(page);
    await ask();
    expect(await dialog(page).getByRole("textbox").inputValue()).toBe("Rename it to charge.");
    expect(await dialog(page).getByLabel("missing_tests").isChecked()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await endUndoTime(page);
    await expect
      .poll(async () => (await submissions.find(id))?.decision, { timeout: 15_000 })
      .toMatchObject({ decision: "rejected", comment: "Rename it to charge." });
    await expect
      .poll(() => page.evaluate("JSON.stringify({ ...sessionStorage })"), { timeout: 15_000 })
      .not.toContain("Rename it to charge.");
    await close();
  });

  it("15.21 survives a reload when a proposal is rejected or modified, and is not for another version", async () => {
    const id = await propose("Close every file handle.");
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("r");
    await dialog(page).getByRole("textbox").fill("The linter does it.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await dialog(page)
      .getByLabel(/^The rule/)
      .fill("Close every file handle and socket.");
    await reload(page);
    await page.keyboard.press("r");
    expect(await dialog(page).getByRole("textbox").inputValue()).toBe("The linter does it.");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    expect(
      await dialog(page)
        .getByLabel(/^The rule/)
        .inputValue(),
    ).toBe("Close every file handle and socket.");
    const theirs = { version: 1, text: "Close every handle." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${id}/modify`, theirs);
    await reload(page);
    await page.keyboard.press("r");
    expect(await dialog(page).getByRole("textbox").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    expect(
      await dialog(page)
        .getByLabel(/^The rule/)
        .inputValue(),
    ).toBe("Close every handle.");
    await close();
  });

  it("15.21 survives a reload on the page where things are tried", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/try");
    await page.getByLabel("The text").fill("AssertionError: 1 != 2");
    await page.getByLabel("The prompt that led to this").fill("Write the tests.");
    await reload(page);
    expect(await page.getByLabel("The text").inputValue()).toBe("AssertionError: 1 != 2");
    expect(await page.getByLabel("The prompt that led to this").inputValue()).toBe("Write the tests.");
    await page.getByRole("button", { name: "Clear" }).click();
    await reload(page);
    expect(await page.getByLabel("The text").inputValue()).toBe("");
    await close();
  });

  it("15.21 is never offered to another person, and logging out forgets it", async () => {
    const id = await propose("Prefer composition to inheritance.");
    const { page, open, close } = await desk.as("approver", "maya");
    const reason = async (): Promise<string> => {
      await page.keyboard.press("r");
      return dialog(page).getByRole("textbox").inputValue();
    };
    await open(`/proposals/${id}`);
    await reason();
    await dialog(page).getByRole("textbox").fill("Too vague.");
    await page.context().clearCookies();
    await page.reload();
    await logInAs(page, "jonas");
    expect(await reason()).toBe("");
    await page.context().clearCookies();
    await page.reload();
    await logInAs(page, "maya");
    expect(await reason()).toBe("Too vague.");
    await open("/settings?tab=me");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByLabel("Your token").waitFor();
    expect(await page.evaluate("JSON.stringify({ ...sessionStorage })")).not.toContain("Too vague.");
    await close();
  });
});

describe("shortcuts of a single key", () => {
  it("15.21 can be turned off in the settings; the help says so, and keys with Ctrl stay", async () => {
    const { page, open, close } = await desk.as("reviewer", "ana");
    await open("/settings?tab=me");
    await page.getByLabel(/^Single-key shortcuts/).uncheck();
    await expectAccessible(page);
    await keepShot(page, "settings-keys");
    await open("/inbox");
    await page.keyboard.type("ra?gp/");
    expect(await dialog(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/inbox");
    expect(await page.locator("footer").innerText()).not.toContain("approve");
    await keepShot(page, "inbox-no-keys");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("keys");
    await page.keyboard.press("Enter");
    await dialog(page).getByText("Single-key shortcuts are off in this browser.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "help-no-keys");
    await dialog(page)
      .getByLabel(/^Single-key shortcuts/)
      .check();
    await page.keyboard.press("Escape");
    await page.keyboard.press("r");
    await dialog(page).waitFor();
    await close();
  });
});
