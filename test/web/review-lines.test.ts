import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handIn } from "./hand-in.ts";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
}, 120_000);
afterAll(() => desk?.close());

const RETRY = `--- a/src/charge/retry.ts
+++ b/src/charge/retry.ts
@@ -16,3 +16,5 @@ chargeWithRetry
 ): Promise<ChargeResult> {
-  return gateway.charge(req);
+  for (let n = 0; n < 3; n++) {
+    return await gateway.charge(req);
+  }
 }
--- a/src/charge/retry.test.ts
+++ b/src/charge/retry.test.ts
@@ -11 +11,3 @@
 describe("chargeWithRetry", () => {
+  it("retries a timeout", async () => {
+    const gateway = flaky({ timeouts: 2 });
`;

const decisionOf = async (id: string) => (await desk.http.context.store.submissions.find(id))?.decision;

describe("the files and lines of a review", () => {
  it("has all files in one scroll, takes a line as the place of the correction, and shows where the work is", async () => {
    const id = await handIn(desk.http.context.store.submissions, {
      agent: "rio",
      gate: "Before merge",
      format: "diff",
      title: "Retry twice",
      output: RETRY,
      files: ["src/charge/retry.ts", "src/charge/retry.test.ts"],
      context: "Second attempt.\nThe first one slept in the test.",
      url: "https://git.example/pulls/7",
    });
    const { page, open, close } = await desk.as("reviewer", "dora");
    await holdUndoTime(page);
    await open(`/inbox/${id}`);
    const link = page.getByRole("link", { name: "git.example/pulls/7" });
    expect(await link.getAttribute("href")).toBe("https://git.example/pulls/7");
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    await page.getByRole("region", { name: "What rio says about it" }).getByText("Second attempt.").waitFor();
    const tests = page.getByRole("region", { name: "src/charge/retry.test.ts", exact: true });
    await tests.getByText("describe").waitFor();
    const code = page.getByRole("region", { name: "src/charge/retry.ts", exact: true });
    await code.getByText("gateway.charge(req)").last().waitFor();
    await code.getByLabel("Seen").check();
    await code.getByText("gateway.charge(req)").first().waitFor({ state: "detached" });
    await tests.getByRole("button", { name: "Comment on line 12" }).click();
    await page.keyboard.type("Name the error that the gateway throws.");
    await tests.getByRole("button", { name: "Comment on line 13" }).click({ modifiers: ["Shift"] });
    expect(await page.getByLabel("to", { exact: true }).inputValue()).toBe("13");
    await expectAccessible(page);
    await keepShot(page, "review-line");
    await page.reload();
    await settled(page);
    expect(await code.getByLabel("Seen").isChecked()).toBe(true);
    expect(await page.getByLabel("line", { exact: true }).inputValue()).toBe("12");
    await page
      .getByRole("group", { name: /^Answer / })
      .getByRole("button", { name: "Reject" })
      .click();
    await endUndoTime(page);
    const place = { path: "src/charge/retry.test.ts", line: 12, end_line: 13 };
    await expect
      .poll(() => decisionOf(id), { timeout: 15_000 })
      .toMatchObject({ decision: "rejected", place });
    const { feedback_id = "" } = (await decisionOf(id)) ?? {};
    expect((await desk.http.context.store.feedback.find(feedback_id))?.target).toEqual({
      path: place.path,
      location: { type: "lines", line: 12, end_line: 13 },
    });
    await open(`/inbox/${id}`);
    await page.getByText("src/charge/retry.test.ts:12–13").waitFor();
    await close();
  });
});
