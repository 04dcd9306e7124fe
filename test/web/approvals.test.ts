import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { endUndoTime, expectNothingHeld, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

const ARRIVES = { timeout: 15_000 };
const propose = async (text: string): Promise<string> => {
  const made = await desk.http
    .as("approver", { name: "cleo" })
    .post("proposals", { text, scope: { agents: ["rio"] } });
  expect(made.status).toBe(201);
  return made.body.rule_id as string;
};
const approvedBy = async (id: string): Promise<readonly string[]> =>
  (await desk.http.context.store.rules.find(id))!.versions[0]!.approvals.map(({ by }) => by);
const bar = (page: Page) => page.locator("footer").getByRole("status");
const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

describe("the approval of a rule", () => {
  it("15.20 can be withdrawn for six seconds, and is sent afterwards", async () => {
    const id = await propose("Write one assertion for each test.");
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open(`/proposals/${id}`);
    await page.keyboard.press("a");
    await undo(page).waitFor();
    await page.keyboard.press("a");
    await page.keyboard.press("z");
    await undo(page).waitFor({ state: "detached" });
    await expectNothingHeld(page);
    expect(await approvedBy(id)).toEqual([]);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await undo(page).waitFor();
    await keepShot(page, "proposals-held");
    await expectAccessible(page);
    await endUndoTime(page);
    await bar(page).getByText("1 more person must approve").waitFor();
    expect(await approvedBy(id)).toEqual(["maya"]);
    await close();
  });

  it("15.20 is sent when the page is left, and says why if it is refused", async () => {
    const [left, passed] = [
      await propose("Read the whole file before changing it."),
      await propose("Write the number of the ticket first."),
    ];
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open(`/proposals/${left}`);
    await page.keyboard.press("a");
    await undo(page).waitFor();
    await page.goto("about:blank");
    await expect.poll(() => approvedBy(left), ARRIVES).toEqual(["maya"]);
    await open(`/proposals/${passed}`);
    await page.keyboard.press("a");
    await undo(page).waitFor();
    const theirs = { version: 1, text: "Begin with the number of the ticket." };
    await desk.http.as("approver", { name: "jonas" }).post(`proposals/${passed}/modify`, theirs);
    await endUndoTime(page);
    await page.getByRole("alert").getByText("was not approved").waitFor();
    await keepShot(page, "proposals-refused");
    expect((await desk.http.context.store.rules.find(passed))!.versions[1]!.approvals).toEqual([]);
    await close();
  });

  it("15.20 asks what becomes of a rule that it contradicts, and preselects nothing", async () => {
    const id = await propose("Do not add tests for the new or changed behaviour.");
    await desk.http.as("approver", { name: "ben" }).post(`proposals/${id}/approve`, { version: 1 });
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open(`/proposals/${id}`);
    const settle = page.getByRole("group", { name: "What should happen to the other rule?" });
    await settle.waitFor();
    expect(await settle.getByRole("radio", { checked: true }).count()).toBe(0);
    await page.keyboard.press("a");
    await bar(page).getByText("First decide what happens to the rule that it contradicts").waitFor();
    expect(await settle.locator(":focus").count()).toBe(1);
    await expectAccessible(page);
    await keepShot(page, "proposals-settle");
    await expectNothingHeld(page);
    expect(await approvedBy(id)).toEqual(["ben"]);
    await settle.getByLabel(/^Keep both/).check();
    await page.keyboard.press("a");
    await undo(page).waitFor();
    await endUndoTime(page);
    await bar(page).getByText("Agents get it on their next run").waitFor();
    expect(await approvedBy(id)).toEqual(["ben", "maya"]);
    await close();
  });

  it("15.20 of several starts with none: each is ticked by hand, and all can be withdrawn", async () => {
    const [first, second] = [
      await propose("Sort the imports of each file."),
      await propose("Write error messages in whole sentences."),
    ];
    const { page, open, close } = await desk.as("approver", "nia");
    await holdUndoTime(page);
    await open(`/proposals/${first}`);
    await page.getByRole("checkbox").first().waitFor();
    expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(0);
    await page.keyboard.press("b");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("x");
    await page.getByRole("checkbox", { name: /whole sentences/ }).check();
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Sort the imports of each file.").waitFor();
    await dialog.getByText("No corrections behind it").first().waitFor();
    await dialog.getByRole("button", { name: "Approve these 2" }).click();
    await dialog.getByRole("button", { name: "Undo" }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-batch-held");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expectNothingHeld(page);
    expect([await approvedBy(first), await approvedBy(second)]).toEqual([[], []]);
    await dialog.getByRole("button", { name: "Approve these 2" }).click();
    await endUndoTime(page);
    await dialog.getByRole("heading", { name: "2 approved" }).waitFor();
    expect([await approvedBy(first), await approvedBy(second)]).toEqual([["nia"], ["nia"]]);
    await close();
  });
});
