import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { findRule, proposeRule, ruleText, statusBar } from "./proposal-page.ts";
import { endUndoTime, expectNothingHeld, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

describe("a proposal", () => {
  it("is proposed by hand with a preview, and its proposer alone cannot bring it into force", async () => {
    const { page, open, close } = await desk.as("approver", "jonas");
    await holdUndoTime(page);
    await open("/proposals");
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Propose a rule" });
    await dialog.getByLabel(/^The rule/).fill("Maybe consider naming tests better.");
    await dialog.getByText(/it leaves open/).waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-propose");
    await dialog.getByLabel(/^The rule/).fill("Name each test after what it shows.");
    await dialog.getByText("No warnings, conflicts or duplicates.").waitFor();
    await dialog.getByLabel(/^Agents/).fill("rio, clay");
    await dialog.getByText("- Name each test after what it shows.").waitFor();
    await page.keyboard.press("Control+Enter");
    await ruleText(page).getByText("Name each test").waitFor();
    const id = new URL(page.url()).pathname.replace("/proposals/", "");
    // A second approval is not accepted before the page shows the first, however slow the server is.
    await page.route(/\/proposals(\/|\?|$)/, async (route) => {
      if (route.request().method() === "GET") await sleep(1_000);
      await route.continue();
    });
    await page.keyboard.press("a");
    await endUndoTime(page);
    await statusBar(page).getByText("1 more person must approve").waitFor();
    await page.keyboard.press("a");
    await expectNothingHeld(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByText("you have approved it").first().waitFor();
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    expect(await findRule(desk, id)).toMatchObject({
      in_force: null,
      versions: [{ approvals: [{ by: "jonas" }] }],
    });
    await close();
  });

  it("is rejected with a reason, which is asked for, kept while the server is away, and told", async () => {
    const id = await proposeRule(desk, {
      text: "Prefer composition to inheritance.",
      scope: { agents: ["rio"] },
    });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog", { name: "Reject with a reason" });
    await dialog.getByRole("button", { name: "Reject" }).click();
    await dialog.getByRole("alert").getByText("Enter a reason.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-reject");
    await page.route("**/reject", (route) => route.abort());
    await dialog.getByRole("textbox").fill("Too vague: name the classes.");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Can’t reach the server.").waitFor();
    await page.keyboard.press("Escape");
    await page.unroute("**/reject");
    await page.keyboard.press("r");
    expect(await dialog.getByRole("textbox").inputValue()).toBe("Too vague: name the classes.");
    await page.keyboard.press("Control+Enter");
    await statusBar(page).getByText("Your reason is shown if it is proposed again").waitFor();
    expect((await findRule(desk, id)).last_answer).toMatchObject({
      by: "maya",
      reason: "Too vague: name the classes.",
    });
    await close();
  });

  it("is modified by one while another writes: nothing is overwritten unseen, and what was typed stays", async () => {
    const id = await proposeRule(desk, { text: "Close every file handle.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open(`/proposals/${id}`);
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Modify the proposal" });
    await dialog.getByLabel(/^The rule/).fill("Close every file handle in a finally block.");
    await dialog.locator("ins").getByText("handle in a finally block.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-modify");
    const theirs = { version: 1, text: "Close every file handle and socket." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${id}/modify`, theirs);
    await page.getByText("jonas created version 2").first().waitFor({ state: "attached" });
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("alert").getByText("jonas created version 2").waitFor();
    expect(await dialog.getByLabel(/^The rule/).inputValue()).toBe(
      "Close every file handle in a finally block.",
    );
    expect((await findRule(desk, id)).pending).toBe(2);
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await ruleText(page).locator("del").getByText("socket").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-version");
    expect((await findRule(desk, id)).pending).toBe(3);
    // Another text is never put under a hand that is about to sign.
    const again = { version: 3, text: "Close every handle." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${id}/modify`, again);
    await statusBar(page).getByText("jonas created version 4").waitFor();
    await page.keyboard.press("a");
    await page.getByRole("group", { name: "Proposed rule, version 4" }).waitFor();
    await expectNothingHeld(page);
    expect((await findRule(desk, id)).versions[3]!.approvals).toEqual([]);
    await close();
  });

  it("keeps what was typed when the login has expired meanwhile", async () => {
    const id = await proposeRule(desk, { text: "Sort imports by name.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("r");
    await page.getByRole("dialog").getByRole("textbox").fill("The formatter does it.");
    await page.context().clearCookies();
    await page.keyboard.press("Control+Enter");
    const made = await desk.http.context.access.issueToken({ name: "maya", role: "approver" }, "test");
    if (!made.ok) throw new Error(made.error.message);
    await page.getByLabel("Your token").fill(made.value.text);
    await page.getByRole("button", { name: "Log in" }).click();
    await ruleText(page).getByText("Sort imports by name.").waitFor();
    await page.keyboard.press("r");
    expect(await page.getByRole("dialog").getByRole("textbox").inputValue()).toBe("The formatter does it.");
    await page.keyboard.press("Control+Enter");
    await statusBar(page).getByText("Your reason is shown").waitFor();
    await close();
  });

  it("is put off by key", async () => {
    const id = await proposeRule(desk, { text: "Write dates as ISO 8601.", scope: { agents: ["rio"] } });
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${id}`);
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: "Defer" }).getByRole("textbox").fill("after the release");
    await page.keyboard.press("Control+Enter");
    await statusBar(page).getByText("Deferred. Its approvals are kept.").waitFor();
    expect((await findRule(desk, id)).versions[0]!.deferrals).toMatchObject([
      { by: "maya", reason: "after the release" },
    ]);
    await close();
  });
});
