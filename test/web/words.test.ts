import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { proposeRules } from "../../src/app/rule/propose-rules.ts";
import { fail } from "../../src/core/result.ts";
import { DEFAULT_RULE_POLICY } from "../../src/core/evaluation/rule-policy.ts";
import { createBuiltInEvaluator } from "../../src/drivers/evaluator/built-in-evaluator.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { fillCluster } from "../fill-cluster.ts";
import { type Desk, expectAccessible, keepShot, openDesk, settled } from "./open-desk.ts";

const DAY = 86_400_000;
const SUGGESTED = "Greet every customer by name.";
const OTHER = "Address customers formally.";
const WORDS = "Greet the customer by name in the first line of every reply.";

let desk: Desk;
let id = "";

/** Three people want customers greeted, and no draft fits all that they say. */
async function askForWords(from: number): Promise<string> {
  const { store } = desk.http.context;
  const remarks = [
    "You have the name right there in the ticket. Why not use it?",
    "Reads like a form letter again.",
    "“Dear customer”? We know who she is.",
  ];
  const said = remarks.map((comment, n) =>
    makeFeedback(from + n, {
      comment,
      time: new Date(Date.now() - (9 - 3 * n) * DAY).toISOString(),
      author: { id: ["priya", "jonas", "maya"][n]!, trust: "person" },
      agent: "support-drafts",
      tags: [],
    }),
  );
  await fillCluster(store, said);
  const draft = async () =>
    fail({
      code: "wants_words" as const,
      message: "The remarks complain about the same letters, but none says what to write instead.",
      suggestions: [SUGGESTED, OTHER],
    });
  const evaluator = { ...createBuiltInEvaluator(), draft };
  const parts = { ...store, evaluator, policy: DEFAULT_RULE_POLICY, now: () => new Date().toISOString() };
  return (await proposeRules(parts)()).proposed[0]!.id;
}

beforeAll(async () => {
  desk = await openDesk();
  id = await askForWords(700);
}, 120_000);
afterAll(() => desk?.close());

const bar = (page: Page) => page.locator("footer").getByRole("status");
const sheet = (page: Page) => page.getByRole("article", { name: "Proposal" });
const editor = (page: Page) => page.getByRole("textbox", { name: /^The rule/ });
const suggestion = (page: Page, name: string) => page.getByRole("button", { name });
const found = async () => (await desk.http.context.store.rules.find(id))!;

describe("a proposal that wants words", () => {
  it("is last in the queue, by what people said", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open("/proposals");
    const rows = page.getByRole("list", { name: "Waiting" }).getByRole("listitem");
    const last = rows.last();
    await expect.poll(() => last.textContent()).toContain("We know who she is");
    expect(await last.textContent()).toContain("needs wording");
    expect(await last.getByRole("checkbox").isDisabled()).toBe(true);
    await close();
  });

  it("shows the quotes and an editor with two suggestions, and nothing to approve", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/proposals/${id}`);
    expect(await sheet(page).textContent()).toContain("Needs wording");
    expect(await sheet(page).textContent()).toContain("none says what to write instead");
    expect(await sheet(page).textContent()).toContain("Reads like a form letter again.");
    expect(await editor(page).inputValue()).toBe("");
    expect(await page.getByRole("button", { name: "Approve", exact: true }).count()).toBe(0);
    expect(await bar(page).textContent()).toContain("This rule has no text yet.");
    await expectAccessible(page);
    await keepShot(page, "wants-words");
    await close();
  });

  it("is approved by no key: `a` and `e` lead to the editor and send nothing", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/proposals/${id}`);
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && !request.url().endsWith("/check")) sent.push(request.url());
    });
    for (const key of ["a", "e"]) {
      await page.keyboard.press(key);
      expect(await page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
      expect(await editor(page).inputValue()).toBe("");
      await page.evaluate("document.activeElement.blur()");
    }
    await editor(page).press("Control+Enter");
    expect(await page.getByRole("alert").textContent()).toBe("Write the rule first.");
    expect(sent).toEqual([]);
    expect((await found()).revision).toBe(1);
    await close();
  });

  it("starts from a suggestion with one click, and never over words of one's own", async () => {
    const { page, open, close } = await desk.as("approver", "ana", {
      width: 390,
      height: 844,
      scheme: "dark",
    });
    await open(`/proposals/${id}`);
    await suggestion(page, OTHER).click();
    expect(await editor(page).inputValue()).toBe(OTHER);
    await suggestion(page, SUGGESTED).click();
    expect(await editor(page).inputValue()).toBe(SUGGESTED);
    expect(await suggestion(page, SUGGESTED).getAttribute("aria-pressed")).toBe("true");
    await keepShot(page, "wants-words-small");
    await expectAccessible(page);
    await editor(page).fill(WORDS);
    expect(await suggestion(page, OTHER).isDisabled()).toBe(true);
    await page.reload();
    await settled(page);
    expect(await editor(page).inputValue(), "what was typed is kept").toBe(WORDS);
    await editor(page).fill("");
    expect(await suggestion(page, OTHER).isDisabled()).toBe(false);
    await close();
  });

  it("becomes the rule of whoever writes it, and somebody else approves it", async () => {
    const { page, open, close } = await desk.as("approver", "ana");
    await open(`/proposals/${id}`);
    await page.keyboard.press("e");
    await page.keyboard.type(WORDS);
    await expect.poll(() => page.getByRole("region", { name: "Preview" }).textContent()).toContain(WORDS);
    await keepShot(page, "wants-words-written");
    await page.getByRole("button", { name: "Propose this wording" }).click();
    await expect
      .poll(() => page.getByRole("group", { name: "Proposed rule, version 2" }).textContent())
      .toBe(WORDS);
    expect(await bar(page).textContent()).toContain("Your wording is proposed.");
    expect(await sheet(page).textContent()).toContain("ana wrote it");
    await keepShot(page, "wants-words-proposed");
    expect(await found()).toMatchObject({
      pending: 2,
      in_force: null,
      versions: [{}, { proposed_by: { id: "ana" } }],
    });
    await open(`/rules/${id}`);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(WORDS);
    expect(await page.getByRole("main").textContent()).toContain("Needs wording");
    await close();
  });

  it("tells a reader without the right to decide what it waits for, without an editor", async () => {
    id = await askForWords(800);
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/proposals/${id}`);
    expect(await sheet(page).textContent()).toContain("Needs wording");
    expect(await editor(page).count()).toBe(0);
    await close();
  });
});
