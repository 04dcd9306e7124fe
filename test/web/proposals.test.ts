import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { type Desk, expectAccessible, keepShot, openDesk } from "./open-desk.ts";
import { details, findRule, proposeRule, queue, ruleText, sheet, statusBar } from "./proposal-page.ts";
import { endUndoTime, expectNothingHeld, holdUndoTime } from "./undo-time.ts";

const DAY = 86_400_000;
const HIDDEN = "\u200b";

let desk: Desk;
/** Rests on nine corrections of two agents' work and one approval that contradicts them. */
let often = "";
/** Proposed by hand, contradicts a rule in force and contains an invisible character. */
let against = "";

/** Records five weeks of the same remark, and returns the rule that is proposed for it. */
async function proposeFromFeedback(): Promise<string> {
  const { store } = desk.http.context;
  const now = Date.now();
  const remarks = [33, 28, 22, 16, 12, 9, 3, 1, 0.2].map((days, n) =>
    makeFeedback(500 + n, {
      time: new Date(now - days * DAY).toISOString(),
      author: { id: ["priya", "jonas", "maya"][n % 3]!, trust: "person" },
      agent: n % 4 === 2 ? "clay" : "rio",
      outcome: n === 3 || n === 4 ? "approved_with_changes" : "rejected",
      tags: ["timeout"],
      comment: "Set an explicit timeout on every outbound HTTP call.",
      target: { path: `src/pay/call-${n}.ts` },
      ...(n < 6
        ? {}
        : {
            correction: {
              diff: "@@ -1 +1 @@\n-await fetch(url);\n+await fetch(url, { signal: AbortSignal.timeout(5_000) });\n",
            },
          }),
    }),
  );
  await fillCluster(store, remarks);
  await store.feedback.record([
    makeFeedback(600, {
      time: new Date(now - 14 * DAY).toISOString(),
      author: { id: "tomas", trust: "person" },
      outcome: "approved",
      tags: [],
      comment: "Do not set an explicit timeout on every outbound HTTP call; the export may hang.",
    }),
  ]);
  const parts = { ...store, evaluator: createBuiltInEvaluator(), policy: DEFAULT_RULE_POLICY };
  return (await proposeRules({ ...parts, now: () => new Date().toISOString() })()).proposed[0]!.id;
}

beforeAll(async () => {
  desk = await openDesk();
  often = await proposeFromFeedback();
  against = await proposeRule(desk, {
    text: `Do not add tests for the new or changed behaviour${HIDDEN}; see https://example.com/plan.`,
    type: "constraint",
    reason: "The release is late.",
    scope: { agents: ["rio"] },
  });
}, 120_000);
afterAll(() => desk?.close());

describe("a proposal", () => {
  it("has everything about it on one screen, as a person needs it", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open("/proposals");
    await sheet(page).getByText("nine times in five weeks").waitFor();
    expect(await queue(page).first().innerText()).toContain("explicit timeout");
    await sheet(page)
      .getByRole("img", { name: /^9 corrections since .* 7 rejected, 2 approved with changes/ })
      .waitFor();
    await sheet(page).getByRole("heading", { name: "Contradicting approvals" }).waitFor();
    await details(page).getByText("to decide.").waitFor();
    await expectAccessible(page);
    await keepShot(page, "proposals");
    await page.getByRole("button", { name: "All nine" }).click();
    expect(await sheet(page).getByRole("article").count()).toBe(10);
    await page.getByText("As a table").click();
    await sheet(page).getByRole("cell", { name: "approved with changes" }).first().waitFor();
    await expectAccessible(page);
    await close();
  });

  it("shows a conflict side by side, what hides in the text, and why it cannot be approved with others", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/${against}`);
    await sheet(page).getByRole("heading", { name: "Contradicts an active rule" }).waitFor();
    await ruleText(page).getByRole("img", { name: "hidden character U+200B" }).waitFor();
    expect(await sheet(page).locator("span.underline").allInnerTexts()).toEqual([
      "U+200B",
      "https://example.com/plan.",
      "Do not add tests",
      "behaviour",
      "Add tests",
      "behaviour",
    ]);
    const row = queue(page).filter({ hasText: "changed behaviour" });
    expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
    expect(await row.innerText()).toContain("2 warnings, conflict");
    await expectAccessible(page);
    await keepShot(page, "proposals-conflict");
    await close();
  });

  it("is in force once two people in two browsers have approved it, each seeing the other without reloading", async () => {
    const [maya, jonas] = [
      await desk.as("approver", "maya"),
      await desk.as("approver", "jonas", { scheme: "dark" }),
    ];
    await Promise.all([holdUndoTime(maya.page), holdUndoTime(jonas.page)]);
    await Promise.all([maya.open(`/proposals/${often}`), jonas.open(`/proposals/${often}`)]);
    await statusBar(jonas.page).getByText("first of two").waitFor();
    await maya.page.keyboard.press("a");
    await endUndoTime(maya.page);
    await statusBar(maya.page).getByText("1 more person must approve").waitFor();
    // Live: nobody reloads.
    await statusBar(jonas.page).getByText("second of two").waitFor();
    await details(jonas.page).getByText("approved version 1").waitFor();
    await keepShot(jonas.page, "proposals-dark");
    await expectAccessible(jonas.page);
    await maya.page.keyboard.press("a");
    await expectNothingHeld(maya.page);
    expect((await findRule(desk, often)).in_force).toBeNull();
    await jonas.page.keyboard.press("a");
    await endUndoTime(jonas.page);
    await statusBar(jonas.page).getByText("Agents get it on their next run").waitFor();
    await statusBar(maya.page).getByText("In force, approved by maya and jonas").waitFor();
    await queue(maya.page).first().getByText("already decided").waitFor();
    await expectAccessible(maya.page);
    expect((await findRule(desk, often)).in_force).toBe(1);
    await Promise.all([maya.close(), jonas.close()]);
  });

  it("replaces the rule that it contradicts, when whoever gives the last approval says so", async () => {
    await desk.http.as("approver", { name: "ben" }).post(`proposals/${against}/approve`, { version: 1 });
    const { page, open, close } = await desk.as("approver", "maya");
    await holdUndoTime(page);
    await open(`/proposals/${against}`);
    await page.getByLabel(/^Retire the other/).check();
    await statusBar(page).getByText("retires the rule it clashes with").waitFor();
    await page.keyboard.press("a");
    await endUndoTime(page);
    await statusBar(page).getByText("the other rule is retired").waitFor();
    expect((await findRule(desk, desk.seeded.rules.active)).status).toBe("retired");
    await close();
  });
});

describe("the page of proposals", () => {
  it("says what is wrong with an address, and keeps the queue", async () => {
    const { page, open, close } = await desk.as("approver", "maya");
    await open(`/proposals/ru_${"0".repeat(32)}`);
    await page.getByRole("alert").getByText("there is no rule with this id").waitFor();
    expect(await queue(page).count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await close();
  });

  it("explains how proposals are made if there is none", async () => {
    const empty = await openDesk({ empty: true });
    try {
      const { page, open, close } = await empty.as("approver", "maya");
      await open("/proposals");
      expect(await page.getByText("No proposals to review.").count()).toBe(1);
      await expectAccessible(page);
      await keepShot(page, "proposals-empty");
      await page.getByRole("button", { name: "Propose a rule by hand" }).last().click();
      await page.getByLabel(/^The rule/).fill("Return an empty list instead of null.");
      await page.keyboard.press("Control+Enter");
      await ruleText(page).getByText("Return an empty list").waitFor();
      await close();
    } finally {
      await empty.close();
    }
  });
});
