import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { endUndoTime, expectNothingHeld, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

const work = (title: string): Promise<string> =>
  handIn(desk.http.context.store.submissions, {
    agent: "rio",
    gate: "Before merge",
    title,
    output: `charge();\nretry(); // ${title}\n`,
  });
const decisionOf = async (id: string) => (await desk.http.context.store.submissions.find(id))?.decision;

const ARRIVES = { timeout: 15_000 };
const comment = (page: Page) => page.getByRole("textbox", { name: /^Comment to / });
const editor = (page: Page) => page.getByRole("textbox", { name: /^Your text in place/ });
const bar = (page: Page) => page.getByRole("group", { name: /^Answer / });
const choice = (page: Page) => page.getByRole("dialog", { name: "Which answer goes with your comment?" });

/** Puts a line before the agent's own, and leaves the editor. */
async function edit(page: Page): Promise<void> {
  await page.keyboard.press("e");
  await editor(page).waitFor();
  await page.keyboard.type("// once only\n");
  await page.getByText("1 line changed").waitFor();
  await page.keyboard.press("Escape");
}

describe("a comment on work", () => {
  it("15.17 leaves no preselected answer: Ctrl+Enter and a ask which one is meant", async () => {
    const id = await work("Retry the charge");
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await comment(page).fill("This charges twice. Rename it and add a test.");
    await page.getByText("no answer is preselected").waitFor();
    await page.keyboard.press("Control+Enter");
    await choice(page).waitFor();
    await expectAccessible(page);
    await keepShot(page, "review-which");
    // Neither the same keys again nor letters that were meant for the comment answer it.
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("a r 1");
    await choice(page).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await choice(page).waitFor();
    await expectNothingHeld(page);
    expect(await decisionOf(id)).toBeUndefined();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await choice(page).locator(":focus").innerText()).toContain("Reject");
    await page.keyboard.press("Enter");
    await page.getByText("You rejected “Retry the charge”.").waitFor();
    await endUndoTime(page);
    await expect
      .poll(() => decisionOf(id), ARRIVES)
      .toMatchObject({ decision: "rejected", comment: "This charges twice. Rename it and add a test." });
    await close();
  });

  it("15.17 goes with the answer that somebody chose: the button, or r before it was written", async () => {
    const [approved, rejected] = [await work("Thank you"), await work("Not this")];
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${approved}`);
    await comment(page).fill("Thank you, that reads well.");
    await bar(page).getByRole("button", { name: "Approve as written" }).click();
    await endUndoTime(page);
    await expect.poll(() => decisionOf(approved), ARRIVES).toMatchObject({ decision: "approved" });
    await open(`/inbox/${rejected}`);
    await page.keyboard.press("r");
    await page.keyboard.type("Charge once only.");
    await page.keyboard.press("Control+Enter");
    await endUndoTime(page);
    await expect.poll(() => decisionOf(rejected), ARRIVES).toMatchObject({ decision: "rejected" });
    await close();
  });

  it("15.17 asks in the editor too, and an editor in which nothing was changed approves nothing", async () => {
    const id = await work("In the editor");
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await page.keyboard.press("e");
    await editor(page).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await comment(page).fill("Charge once only.");
    await editor(page).click();
    await page.keyboard.type("// once\n");
    await page.keyboard.press("Control+Enter");
    await choice(page).getByRole("button", { name: "Approve with changes" }).waitFor();
    await page.keyboard.press("Escape");
    await expectNothingHeld(page);
    expect(await decisionOf(id)).toBeUndefined();
    await close();
  });

  it("15.17 is not passed over by approving from the inbox", async () => {
    const id = await work("Commented on before");
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await comment(page).fill("Charge once only.");
    await open("/inbox");
    await page.getByLabel("Filter submissions").fill("Commented on before");
    await page.keyboard.press("Enter");
    await page.locator("[data-row]").filter({ hasText: "Commented on before" }).waitFor();
    await page.keyboard.press("a");
    await page.waitForURL(`**/inbox/${id}**`);
    await page.getByText("Your draft was restored.").waitFor();
    await expectNothingHeld(page);
    expect(await decisionOf(id)).toBeUndefined();
    await close();
  });
});

describe("an edit of work that is rejected", () => {
  it("15.18 is sent as the correction, said beforehand and shown afterwards", async () => {
    const id = await work("Charge twice");
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    await edit(page);
    await page.keyboard.press("r");
    await page.keyboard.type("Charge once only.");
    await page.getByText("Your changed line is kept as the correction.").waitFor();
    await keepShot(page, "review-reject-edit");
    await page.keyboard.press("Control+Enter");
    await endUndoTime(page);
    await expect
      .poll(() => decisionOf(id), ARRIVES)
      .toMatchObject({
        decision: "rejected",
        comment: "Charge once only.",
        edited_output: "// once only\ncharge();\nretry(); // Charge twice\n",
      });
    await open(`/inbox/${id}`);
    await page.getByText("You rejected it").waitFor();
    await page.getByText("// once only").waitFor();
    await keepShot(page, "review-rejected-edit");
    await close();
  });
});
