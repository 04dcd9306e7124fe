import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { proposeRule, queue, ruleText, sheet, statusBar } from "./proposal-page.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (const text of ["Write dates as ISO 8601.", "Name each test after what it shows."])
    await proposeRule(desk, { text, scope: { agents: ["rio"] } });
}, 120_000);
afterAll(() => desk?.close());

/** Whether all of it is between the masthead and the bar at the foot. */
async function isInSight(page: Page, of: Locator): Promise<boolean> {
  const [box, top, foot] = await Promise.all([
    of.boundingBox(),
    page.locator("header").first().boundingBox(),
    page.locator("footer").boundingBox(),
  ]);
  if (box === null || top === null || foot === null) return false;
  // Half a pixel is rounding.
  return box.y >= top.y + top.height - 0.5 && box.y + box.height <= foot.y + 0.5;
}

describe("the queue of proposals", () => {
  it("keeps what arrives behind a line, so that nothing moves under the cursor", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/proposals");
    const before = await queue(page).allInnerTexts();
    const shown = await ruleText(page).innerText();
    await proposeRule(desk, {
      text: "Log the request id with every error.",
      scope: { agents: ["docsmith"] },
    });
    await page.getByRole("button", { name: "Show 1 new" }).waitFor();
    expect(await queue(page).count()).toBe(before.length);
    expect(await ruleText(page).innerText()).toBe(shown);
    await page.keyboard.press("i");
    await queue(page).filter({ hasText: "Log the request id" }).waitFor();
    await close();
  });

  it("is walked by j and k, and what is ticked is approved at once", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await holdUndoTime(page);
    await open("/proposals");
    const first = await ruleText(page).innerText();
    await page.keyboard.press("j");
    await page.waitForURL("**/proposals/ru_*");
    await expect.poll(() => ruleText(page).innerText()).not.toBe(first);
    await page.keyboard.press("k");
    await expect.poll(() => ruleText(page).innerText()).toBe(first);
    const clean = page.getByRole("checkbox", { disabled: false });
    const count = await clean.count();
    expect(count).toBeGreaterThan(2);
    // All but one are ticked by hand.
    for (let at = 1; at < count; at += 1) await clean.nth(at).check();
    await page.keyboard.press("b");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `Approve these ${count - 1}` }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: `Approve these ${count - 1}` }).click();
    await endUndoTime(page);
    await dialog.getByText("more person must approve").first().waitFor();
    await dialog.getByRole("heading", { name: `${count - 1} approved` }).waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals-batch");
    await page.keyboard.press("Enter");
    await queue(page).getByText("you have approved it").first().waitFor();
    await close();
  });

  it("is scrolled by itself: what is opened low in it has its heading in sight, by key and by mouse", async () => {
    const things = ["hooks", "queues", "caches", "forms", "tables", "charts"];
    for (const thing of things) {
      await proposeRule(desk, { text: `Name the owner of all ${thing}.`, scope: { agents: ["docsmith"] } });
    }
    const { page, open, close } = await desk.as("approver", "noor", { height: 480 });
    await open("/proposals");
    const last = queue(page).last();
    const shows = async (said: string): Promise<void> => {
      await ruleText(page).getByText(said).waitFor();
      await expect.poll(() => isInSight(page, ruleText(page))).toBe(true);
      await expect.poll(() => isInSight(page, last)).toBe(true);
    };
    const said = await last.locator("a").innerText();
    // A key that comes before the page listens is nobody's, so the last one is gone to until it is there.
    await expect
      .poll(
        async () => {
          await page.keyboard.press("j");
          return ruleText(page).getByText(said).isVisible();
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    await shows(said);
    await page.reload();
    await shows(said);
    await open("/proposals");
    await page.mouse.wheel(0, 300);
    await last.locator("a").click();
    await shows(said);
    await expectAccessible(page);
    await close();
  });

  it("offers nothing that somebody may not do, and says who may", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/proposals");
    await statusBar(page).getByText("Only approvers can decide").waitFor();
    expect(await page.getByRole("button", { name: /^(?:Approve|Reject|Modify|Defer)/ }).count()).toBe(0);
    expect(await page.getByRole("checkbox").count()).toBe(0);
    await page.keyboard.press("r");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await expectAccessible(page);
    await close();
  });

  it("fits a phone: one proposal after another, signatures before corrections, answers at the foot", async () => {
    const { page, open, close } = await desk.as("approver", "pia", { width: 360, height: 800 });
    await holdUndoTime(page);
    await open("/proposals");
    await page.getByText(/^Proposal 1 of/).waitFor();
    await keepShot(page, "proposals-360");
    const order = await sheet(page).getByRole("heading").allInnerTexts();
    expect(order.indexOf("Approvals")).toBeLessThan(order.indexOf("Corrections"));
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await expectAccessible(page);
    await sheet(page).getByRole("heading", { name: "Corrections" }).scrollIntoViewIfNeeded();
    await keepShot(page, "proposals-360-evidence");
    await page.getByRole("button", { name: "Next proposal" }).click();
    await page.getByText(/^Proposal 2 of/).waitFor();
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await endUndoTime(page);
    await statusBar(page)
      .getByText(/^(?:Approved|In force)/)
      .waitFor();
    await close();
  });
});
