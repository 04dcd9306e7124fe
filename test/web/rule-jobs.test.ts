import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SAID, sayAndEvaluate } from "./seed-feedback.ts";
import { seedRules, type RuleNames } from "./seed-rules.ts";
import { type Desk, keepShot, openDesk, settled } from "./open-desk.ts";
import { expectWhole } from "./expect-whole.ts";
import { lookOver } from "./look-over.ts";
import { endUndoTime, holdUndoTime } from "./undo-time.ts";

let desk: Desk;
let rules: RuleNames;
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  rules = await seedRules(desk.http.context.store);
}, 120_000);
afterAll(() => desk?.close());

/** Counts clicks and keys, so that the number in a test's title is what a person has to do. */
function counted(page: Page) {
  let steps = 0;
  return {
    click: async (role: "link" | "button", name: string | RegExp, within: Pick<Page, "getByRole"> = page) => {
      steps += 1;
      await within.getByRole(role, { name }).first().click();
    },
    key: async (keys: string) => {
      steps += 1;
      await page.keyboard.press(keys);
    },
    type: async (label: string, text: string, within: Pick<Page, "getByLabel"> = page) => {
      steps += 1;
      await within.getByLabel(label).fill(text);
    },
    steps: () => steps,
  };
}

const findRule = async (name: string) => desk.http.context.store.rules.find(rules[name]!);

describe("jobs on a rule's page", () => {
  it("finds whether a rule works in 2 steps: open the rules, open the rule", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/");
    const { click, steps } = counted(page);
    await click("link", "Rules", page.getByRole("navigation", { name: "Main" }));
    await click("link", "Write amounts of money as whole cents.");
    const plot = page.getByRole("img", {
      name: /^Mistakes per 100 by week: \d+ in \d+ runs before the rule/,
    });
    await plot.waitFor();
    const label = await plot.getAttribute("aria-label");
    expect(label).toMatch(/Expected without the rule: \d+\.\d per 100/);
    expect(label).toMatch(/Version 1 from .* Version 2 from /);
    expect(steps()).toBe(2);
    const week = page.getByRole("slider", { name: "Week" });
    await week.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    expect(await week.getAttribute("aria-valuetext")).toMatch(/in \d+ runs, \d+\.\d per 100/);
    await expectWhole(page);
    await close();
  });

  it("opens what happened from a mark and from what came back", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/rules/${rules["flagged"]}`);
    const back = page.getByRole("heading", { name: "It came back" }).locator("xpath=ancestor::section");
    await back.getByText("Keep functions short enough to read without scrolling.").waitFor();
    await back.getByText("This function is too long to follow.").first().waitFor();
    const marks = page.getByRole("list", { name: "Marks of mistakes" }).getByRole("link");
    expect(await marks.count()).toBeGreaterThan(15);
    await marks.first().focus();
    await page
      .getByText(/^\d+ \w+: rio/)
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/feedback/fb_*");
    await close();
  });

  it("has labels that never overlap, in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, `/rules/${rules["helping"]}`, "rule-timeline")).toEqual([]);
    const { page, open, close } = await desk.as("approver", "ana", { width: 390, height: 844 });
    await open(`/rules/${rules["flagged"]}`);
    const texts = page.getByRole("img", { name: /^Mistakes per 100/ }).locator("text");
    await texts.first().waitFor();
    const boxes = await texts.evaluateAll((all) =>
      all.map((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return { left, right, top, bottom, text: each.textContent };
      }),
    );
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const overlaps =
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1;
        expect(overlaps ? `${one.text} over ${other.text}` : "").toBe("");
      }
    }
    await close();
  });

  it("rolls a live rule back in 3 steps: the key, a reason, the confirmation; and can be undone", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await holdUndoTime(page);
    await open(`/rules/${rules["helping"]}`);
    const { key, type, click, steps } = counted(page);
    const dialog = page.getByRole("dialog", { name: "Roll back to an earlier version?" });
    await key("b");
    await type("Reason", "Cents confuse accounts in yen.", dialog);
    await click("button", "Propose version 1 again", dialog);
    await page.getByText("You proposed version 1 again.").waitFor();
    expect(steps()).toBe(3);
    await keepShot(page, "rule-undo");
    await expectWhole(page);
    await page.keyboard.press("z");
    await page.getByRole("button", { name: "Roll back to version 1" }).waitFor();
    expect((await findRule("helping"))?.versions).toHaveLength(2);
    await page.keyboard.press("b");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("Cents confuse accounts in yen.");
    await dialog.getByRole("button", { name: "Propose version 1 again" }).click();
    await endUndoTime(page);
    await page.getByText("Change waiting for approval, version 3").waitFor();
    expect((await findRule("helping"))?.versions.at(-1)?.text).toBe("Write amounts of money as integers.");
    await close();
  });

  it("rewrites a live rule in 3 steps where it is read: the key, the words, the confirmation", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await holdUndoTime(page);
    await open(`/rules/${rules["flagged"]}`);
    const { key, type, click, steps } = counted(page);
    await key("m");
    await type(
      "The rule: one instruction, as an agent should read it",
      "Split a function that does two things.",
    );
    await click("button", "Propose this wording");
    await page.getByText("You proposed a new wording.").waitFor();
    expect(steps()).toBe(3);
    await endUndoTime(page);
    await page.getByText("Change waiting for approval, version 2").waitFor();
    await settled(page);
    expect((await findRule("flagged"))?.versions.at(-1)).toMatchObject({
      text: "Split a function that does two things.",
      status: "pending",
    });
    await close();
  });
});

describe("a contradiction", () => {
  let busy: Desk;
  beforeAll(async () => {
    busy = await openDesk();
    await sayAndEvaluate(busy.http.context, SAID);
  }, 120_000);
  afterAll(() => busy?.close());

  it("is resolved in 2 steps with both sides in view: open the list, choose a side", async () => {
    const { page, open, close } = await busy.as("reviewer", "dora");
    await holdUndoTime(page);
    await open("/feedback");
    const { click, key, steps } = counted(page);
    await click("link", /^To resolve/);
    const list = page.getByRole("list", { name: "To resolve" });
    const first = list.locator(":scope > li").first();
    await first.getByRole("region", { name: "This" }).waitFor();
    await first
      .getByRole("region", { name: "That" })
      .getByRole("link", { name: "what happened" })
      .first()
      .waitFor();
    await first.getByText("It counts towards a rule.").waitFor();
    await expectWhole(page);
    await keepShot(page, "resolve-sides");
    await key("2");
    await first.getByText("you can still undo it").waitFor();
    expect(steps()).toBe(2);
    await endUndoTime(page);
    await expect.poll(async () => (await busy.http.context.store.evaluations.counts()).ambiguous).toBe(2);
    await close();
  });
});
