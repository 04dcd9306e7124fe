import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bringIntoForce } from "../active-rules.ts";
import { decideAndSave } from "../contract/decide-and-save.ts";
import { makeFeedback } from "../contract/make-feedback.ts";
import { approve, modify, person, retire } from "../examples/example-rule.ts";
import { lookOver } from "./look-over.ts";
import { type Desk, keepShot, openDesk } from "./open-desk.ts";

const COMMIT = "1f0c8d2a4b6e8f0a2c4e6a8b0d2f4a6c8e0b2d4f";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ empty: true });
  const { store, emend, now } = desk.http.context;
  const ask = (run: string) => emend.rules.buildPrompt({ agent: "rio", base: "", run, task: "ISSUE-7" });
  const said = makeFeedback(1, { comment: "The handle leaks when the parser throws.", time: now() });
  await store.feedback.record([said]);
  const id = await bringIntoForce(store, "Close every file handle.");
  await bringIntoForce(store, "Leave TODO comments out.", { type: "constraint" });
  await ask("run-1");
  for (const command of [
    modify(person("ada"), 1, "Close every file handle in a finally block."),
    approve(person("ada"), 2),
    approve(person("ben"), 2),
  ])
    await decideAndSave(store.rules, { id, command, now: now() });
  await ask("run-2");
  await store.runs.recordCommit({
    schema: 1,
    commit: COMMIT,
    run: "run-2",
    agent: "rio",
    time: now(),
    rules: [],
    reminders: [said.id],
    source: "hook",
    model: "claude-opus-5",
  });
  const later = {
    agent: "rio",
    run: "run-2",
    outcome: "rejected",
    comment: "It still leaks.",
    time: now(),
  } as const;
  await store.feedback.record([makeFeedback(9, later)]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const command = retire(person("cy"), "The linter finds it.");
  await decideAndSave(store.rules, { id, command, now: now() });
}, 120_000);
afterAll(() => desk?.close());

describe("the page of a commit", () => {
  it("is found by the start of the commit's id, and by no id that nobody recorded", async () => {
    const { page, open, close } = await desk.as("reviewer", "rea");
    await open("/rules");
    await page.keyboard.press("/");
    const palette = page.getByRole("combobox", { name: "What are you looking for?" });
    await palette.fill("1f0c8d2b");
    await page.getByText(/^Nothing /).waitFor();
    await palette.fill(COMMIT.slice(0, 8));
    await page.getByRole("option", { name: "What rio had been told at 1f0c8d2a4b6e" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("in run run-2, task ISSUE-7").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/why/${COMMIT}`);
    await close();
  });

  it("tells what the agent had been told, and what became of the work", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open(`/why/${COMMIT}`);
    await page.getByText("Made by rio (claude-opus-5) in run run-2, task ISSUE-7").waitFor();
    await page.getByRole("link", { name: "Close every file handle in a finally block." }).waitFor();
    await page.getByText("approved by ada and ben. Today the rule is retired.").waitFor();
    await page.getByText("It still leaks.").waitFor();
    await page.getByText("rejected by ana").waitFor();
    expect(await page.getByRole("link", { name: "The handle leaks when the parser throws." }).count()).toBe(
      1,
    );
    await open(`/why/${"0".repeat(40)}`);
    await page.getByRole("alert").getByText("commit_not_recorded").waitFor();
    await close();
  });

  it("can be used by everybody, in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, `/why/${COMMIT}`, "why")).toEqual([]);
  });
});

describe("an agent's prompt over time", () => {
  it("goes back by key and by button, with the words that changed and who signed them", async () => {
    const { page, open, close } = await desk.as("reviewer", "rex");
    await open("/agents/rio");
    const slider = page.getByRole("slider", { name: /^From/ });
    await page.getByText("retired by cy. “The linter finds it.”").waitFor();
    await slider.focus();
    await page.keyboard.press("ArrowLeft");
    const prompt = page.getByRole("region", { name: /^rio’s prompt from/ });
    await prompt.getByText("in a finally block.").waitFor();
    await slider.scrollIntoViewIfNeeded();
    await keepShot(page, "prompt-slider");
    await page.setViewportSize({ width: 360, height: 740 });
    await slider.scrollIntoViewIfNeeded();
    await keepShot(page, "prompt-slider-360");
    expect(await prompt.locator("ins").allTextContents()).toEqual(["handle in a finally block."]);
    expect(await prompt.locator("del").allTextContents()).toEqual(["handle."]);
    await page
      .getByText("Replaced version 1 as version 2. Proposed by ada, approved by ada and ben")
      .waitFor();
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^change 3 of 4, /);
    await page.getByRole("button", { name: "Earlier" }).click();
    await page.getByText("Came in as version 1.").first().waitFor();
    expect(await prompt.locator("del").count()).toBe(0);
    await page.getByRole("button", { name: "Later" }).click();
    await prompt.locator("del").waitFor();
    await close();
  });

  it("can be used by everybody, in light, in dark and on a phone", async () => {
    expect(await lookOver(desk, "/agents/rio", "prompt-over-time")).toEqual([]);
  });
});
